use super::GittinsTable;
use crate::theory::SizeLaw;
use crate::theory::quadrature::integrate_all;

/// Shape, σ, z, and r(z, a) at a = 0, z/2, z, 2z, 4z.
const GOLDEN: [(f64, f64, f64, [f64; 5]); 5] = [
    (1.0, 0.5, 1.0, [1.080_462, 0.628_770, 0.460_647, 0.407_699, 0.426_677]),
    (0.5, 1.0, 1.0, [1.152_294, 0.909_219, 0.914_003, 1.069_480, 1.403_555]),
    (2.0, 1.0, 1.0, [1.046_406, 0.626_605, 0.425_257, 0.259_925, 0.146_307]),
    (0.25, 1.0, 1.0, [1.096_071, 0.874_094, 0.943_586, 1.198_299, 1.691_890]),
    (0.25, 2.0, 10.0, [2.158_273, 5.942_570, 8.951_344, 13.933_687, 22.238_925]),
];

/// The rank by quadrature from the age, the mean remaining size, and the part of the jobs that are larger than the age: nothing in
/// common with the table but the law.
fn quadrature(law: &SizeLaw, sigma: f64, z: f64, age: f64) -> (f64, f64, f64) {
    let density = |v: f64| law.log_density(v) * libm::exp(-(libm::log(z) - v) * (libm::log(z) - v) / (2.0 * sigma * sigma));
    let (low, high) = law.span();
    let from = libm::log(age).max(low);
    // Jobs that end between two logarithms of sizes, and their service from the age on.
    let part = |from: f64, to: f64| {
        integrate_all(from, to, 0.05, |v| {
            let density = density(v);
            [density, density * (libm::exp(v) - age)]
        })
    };
    let [all, work] = part(from, high);
    let ratio = |completed: f64, service: f64, b: f64| (service + (b - age) * (all - completed)) / completed;
    // The hazard at the age, and then ever later ages to stop at.
    let mut best = if age > 0.0 { age * all / density(from) } else { f64::INFINITY };
    let (mut at, mut sums, mut before) = (from, [0.0, 0.0], (from, [0.0, 0.0]));
    let mut around = None;
    while at < high {
        let next = (at + 0.02).min(high);
        let more = part(at, next);
        let last = (at, sums);
        sums = [sums[0] + more[0], sums[1] + more[1]];
        at = next;
        let here = ratio(sums[0], sums[1], libm::exp(at));
        if here < best {
            (best, around) = (here, Some((before, at + 0.02)));
        }
        before = last;
    }
    if let Some(((left, sums), right)) = around {
        // The best age to stop at is flat: a fine grid is as good as a root.
        for step in 1..=400 {
            let v = left + (right.min(high) - left) * f64::from(step) / 400.0;
            let more = part(left, v);
            best = best.min(ratio(sums[0] + more[0], sums[1] + more[1], libm::exp(v)));
        }
    }
    (best, work / all, all / (all + part(low, from)[0]))
}

fn table(shape: f64, sigma: f64, resolution: f64) -> GittinsTable {
    GittinsTable::build(&SizeLaw::weibull(shape).unwrap(), sigma, resolution).unwrap()
}

#[test]
fn quadrature_finds_the_golden_ranks() {
    for (shape, sigma, z, ranks) in GOLDEN {
        let law = SizeLaw::weibull(shape).unwrap();
        for (part, golden) in [0.0, 0.5, 1.0, 2.0, 4.0].into_iter().zip(ranks) {
            let (found, ..) = quadrature(&law, sigma, z, part * z);
            assert!((found - golden).abs() < 1.1e-6, "shape {shape}, sigma {sigma}, age {part} z: {found} is not {golden}");
        }
    }
}

#[test]
fn tables_agree_with_quadrature() {
    for (resolution, allowed) in [(GittinsTable::RESOLUTION, 8e-3), (0.02, 1.5e-3)] {
        let mut worst = 0.0_f64;
        for (shape, sigma) in [(1.0, 0.5), (0.5, 1.0), (2.0, 1.0), (0.25, 1.0), (0.25, 2.0), (4.0, 0.3), (1.0, 0.05)] {
            let (law, table) = (SizeLaw::weibull(shape).unwrap(), table(shape, sigma, resolution));
            for z in [0.013, 0.7, 1.0, 1.618, 10.0] {
                for part in [0.0, 0.31, 0.5, 1.0, 1.4, 2.0, 4.0] {
                    let (rank, remaining, reached) = quadrature(&law, sigma, z, part * z);
                    // Far out, cells are coarse next to what remains, but hardly any job comes there; and hardly any seems that small, or large.
                    if reached < 0.02 || shape > 1.0 && !(0.1..=5.0).contains(&z) {
                        continue;
                    }
                    let off = (table.rank(z, part * z) / rank - 1.0).abs();
                    let off_mean = (table.mrl(z, part * z) / remaining - 1.0).abs();
                    worst = worst.max(off).max(off_mean);
                }
            }
        }

        assert!(worst < allowed, "resolution {resolution}: {worst}");
    }
}

/// Monotone in the estimate; falling no faster than time passes; few pieces that rise or fall; the mean remaining size above the rank.
#[test]
fn ranks_have_their_shape() {
    let mut steepest = 0.0_f64;
    for (shape, sigma) in [(0.25, 0.5), (0.25, 2.0), (1.0, 0.5), (1.0, 2.0), (2.0, 1.0)] {
        let (law, table) = (SizeLaw::weibull(shape).unwrap(), table(shape, sigma, GittinsTable::RESOLUTION));
        let ages: Vec<f64> = (0..400).map(|i| libm::exp(-10.0 + 0.04 * f64::from(i))).collect();
        let mut before = vec![0.0; ages.len()];
        for i in 0..120 {
            let z = libm::exp(-4.0 + 0.05 * f64::from(i));
            let (mut turns, mut rising, mut extreme) = (0, false, table.rank(z, 0.0));
            let mut last = (0.0, extreme);
            // Jobs so much larger than their estimate do not occur.
            for (age, before) in
                ages.iter().zip(&mut before).filter(|(age, _)| **age < z * libm::exp(6.0 * sigma) && law.tail(**age) > 0.01)
            {
                let rank = table.rank(z, *age);
                assert!(rank > 0.0 && rank >= *before * (1.0 - 2e-3), "shape {shape}, sigma {sigma}: {rank} < {before} at {z}, {age}");
                assert!(table.mrl(z, *age) >= rank * (1.0 - 2e-3), "shape {shape}, sigma {sigma}: at {z}, {age}");
                steepest = steepest.max((last.1 - rank - (age - last.0)) / rank);
                // A turn is more than rounding.
                if rising != (rank > extreme) && (rank / extreme - 1.0).abs() > 1e-3 {
                    (turns, rising) = (turns + 1, !rising);
                }
                extreme = if rising { extreme.max(rank) } else { extreme.min(rank) };
                (last, *before) = ((*age, rank), rank);
            }
            assert!(turns <= 2, "shape {shape}, sigma {sigma}: {turns} turns at {z}");
        }
    }
    // No law forbids a rank to fall faster than its job is served (with two sizes, 1 and 5, it falls twice as fast): here it hardly does.
    assert!(steepest < 0.03, "{steepest}");
}

/// Engines look for a turn at these ages only.
#[test]
fn ranks_turn_where_they_are_said_to() {
    let sizes = [0.003, 0.06, 0.14, 0.3, 0.31, 1.8, 2.0];
    let tables = [
        GittinsTable::blind_of_sizes(sizes.into_iter(), GittinsTable::RESOLUTION).unwrap(),
        GittinsTable::blind_of_sizes([1.0, 5.0].into_iter(), GittinsTable::RESOLUTION).unwrap(),
        GittinsTable::of_sizes(sizes.into_iter(), 1.0, GittinsTable::RESOLUTION).unwrap(),
    ];
    for table in tables {
        for z in [0.01, 0.5, 4.0] {
            let place = table.place(z);
            let mut turns = vec![0.0];
            table.turns(place, 0.0, 10.0, &mut |age| turns.push(age));
            turns.sort_by(f64::total_cmp);
            turns.push(10.0);
            for ends in turns.windows(2) {
                let ranks: Vec<f64> = (0..=40).map(|i| table.rank_at(place, ends[0] + (ends[1] - ends[0]) * f64::from(i) / 40.0)).collect();
                let grain = 1e-12 * ranks[0].abs();
                let rises = ranks.windows(2).all(|two| two[1] > two[0]);
                let falls = ranks.windows(2).all(|two| two[1] < two[0]);
                let stays = ranks.iter().all(|rank| (rank - ranks[0]).abs() <= grain);
                assert!(rises || falls || stays, "est {z}, between {ends:?}: {ranks:?}");
            }
        }
    }
}

#[test]
fn special_cases() {
    // Exact estimates: what remains of them. Equal sizes: what remains of these.
    let law = SizeLaw::weibull(1.0).unwrap();
    let exact = GittinsTable::build(&law, 0.0, 0.1).unwrap();
    assert_eq!((exact.rank(3.0, 1.0), exact.mrl(3.0, 4.0)), (2.0, -1.0));
    let equal = GittinsTable::build(&SizeLaw::deterministic(), 0.5, 0.1).unwrap();
    assert_eq!((equal.rank(3.0, 0.25), equal.mrl(0.1, 0.25)), (0.75, 0.75));
    assert_eq!(GittinsTable::blind(&SizeLaw::deterministic(), 0.1).unwrap().rank(7.0, 0.5), 0.5);
    // Without memory, neither age nor estimate matter: the rank is the mean.
    let blind = GittinsTable::blind(&law, 0.02).unwrap();
    for age in [0.0, 1e-3, 1.0, 5.0] {
        assert!((blind.rank(17.0, age) - 1.0).abs() < 2e-3 && (blind.mrl(0.0, age) - 1.0).abs() < 2e-3, "{}", blind.rank(1.0, age));
    }
    // Lomax of index 3: the hazard is 3/(2 + x).
    let pareto = GittinsTable::blind_of_pareto(3.0, 0.02).unwrap();
    for age in [0.1, 1.0, 10.0, 100.0] {
        assert!((pareto.rank(1.0, age) * 3.0 / (2.0 + age) - 1.0).abs() < 2e-3);
        assert!((pareto.mrl(1.0, age) * 2.0 / (2.0 + age) - 1.0).abs() < 2e-3);
    }
    // A trace of two sizes: 2 at age 0, 4 once it is known to be the larger one.
    let trace = GittinsTable::blind_of_sizes([1.0, 5.0].into_iter(), 0.01).unwrap();
    assert!((trace.rank(1.0, 0.0) - 2.0).abs() < 0.01 && (trace.rank(1.0, 1.01) - 3.99).abs() < 0.02);
    assert!((trace.mrl(1.0, 0.0) - 3.0).abs() < 0.01);
    for table in [GittinsTable::of_sizes([].into_iter(), 1.0, 0.1).unwrap(), GittinsTable::of_sizes([2.0].into_iter(), 0.0, 0.1).unwrap()] {
        assert_eq!(table.rank(2.0, 0.5), 1.5);
    }
}

#[test]
fn hostile_questions_have_numbers_as_answers() {
    for law in [SizeLaw::weibull(0.05), SizeLaw::weibull(1000.0), SizeLaw::bounded_pareto(0.1, 1e15), SizeLaw::hyperexponential(1e9)] {
        for sigma in [0.002, 0.5, 100.0] {
            let table = GittinsTable::build(&law.unwrap(), sigma, 0.1).unwrap();
            assert!(table.bytes() < 2_500_000, "{law:?} {sigma}: {} bytes", table.bytes());
            for (z, age) in [(0.0, 0.0), (0.0, 1e100), (1e-100, 1e-100), (1e100, 0.0), (1e100, 1e100), (1.0, 1.0), (f64::MIN_POSITIVE, 1.0)]
            {
                let (rank, mrl) = (table.rank(z, age), table.mrl(z, age));
                assert!(rank.is_finite() && rank >= 0.0 && mrl.is_finite() && mrl >= 0.0, "{law:?} {sigma} {z} {age}: {rank} {mrl}");
            }
        }
    }
    assert!(GittinsTable::build(&SizeLaw::deterministic(), -1.0, 0.1).is_err());
    for resolution in [0.0, -1.0, 1e-300, 1e300, f64::INFINITY, f64::NAN] {
        let law = SizeLaw::weibull(0.5).unwrap();
        let error = GittinsTable::build(&law, 0.5, resolution).unwrap_err();
        assert_eq!(error.to_string(), format!("resolution is {resolution}; allowed: from 0.01 to 1"));
        assert!(GittinsTable::blind(&law, resolution).is_err() && GittinsTable::blind_of_pareto(2.0, resolution).is_err());
    }
    assert!(GittinsTable::of_pareto(0.0, 1.0, 0.1).is_err());
    for alpha in [0.1, 1.0, 2.0] {
        let table = GittinsTable::of_pareto(alpha, 0.5, 0.1).unwrap();
        assert!(table.rank(3.0, 1.0) > 0.0 && table.rank(3.0, 1e300).is_finite(), "{alpha}");
    }
}
