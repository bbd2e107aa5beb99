//! s
use schedscope_engine::theory::soap::*;
use schedscope_engine::theory::*;
use std::time::Instant;
fn main() {
    for (k, s, l) in [
        (1.0, 0.5, 0.9),
        (2.0, 2.0, 0.7),
        (0.25, 1.0, 0.9),
        (0.25, 4.0, 0.95),
        (4.0, 0.25, 0.95),
        (1.0, 1.0, 0.7),
        (0.5, 0.1, 0.7),
        (4.0, 4.0, 0.9),
    ] {
        let law = SizeLaw::weibull(k).unwrap();
        let mut v = vec![];
        for (steps, res) in [(4u32, 0.1), (7, 0.1), (14, 0.05), (28, 0.025)] {
            let t = Instant::now();
            let table = GittinsTable::build(&law, s, res).unwrap();
            let jobs = Jobs { sizes: Sizes::Law(&law), sigma: s, weights: &[(1.0, 1.0)], load: l };
            let sees = Sees { estimate: true, ..Sees::default() };
            let m = on_grid(&jobs, sees, steps, |seen: Seen| {
                let (table, p) = (&table, table.place(seen.estimate));
                move |a: f64| table.rank_at(p, a)
            })
            .unwrap()
            .unwrap()
            .mean;
            v.push((m, t.elapsed().as_millis()));
        }
        let t = Instant::now();
        let b = table_mean_sojourn(Table::Gittins, &law, s, l).unwrap();
        let e = t.elapsed().as_millis();
        println!(
            "{k} {s} {l}: {v:?} extrapolated {:.6} {:.6} bound {b:.6} {e} ms",
            (4.0 * v[2].0 - v[1].0) / 3.0,
            (4.0 * v[3].0 - v[2].0) / 3.0
        );
    }
    for (k, s) in [(0.25, 0.5), (0.25, 2.0), (1.0, 0.5), (2.0, 1.0), (1.0, 2.0), (0.5, 0.1)] {
        let law = SizeLaw::weibull(k).unwrap();
        for f in [Form::Srpte { sigma: s }, Form::SrptB { sigma: s }, Form::Psjfe { sigma: s }] {
            let t = Instant::now();
            let m = schedscope_engine::theory::mean_sojourn(f, &law, 0.7).unwrap();
            println!("{k} {f:?} {m} {:?}", t.elapsed());
        }
    }
}
