use schedscope::cluster::*;
use schedscope::workload::*;
#[test]
fn calib() {
    for (name, mix) in Mix::ALL.into_iter().filter(|(n, _)| std::env::var("MIX").is_ok_and(|m| m.contains(n))) {
        let (machines, slowstart) = mix.cluster();
        let config = Config { machines, slowstart, ..Config::default() };
        println!("== {name}");
        for p in ["fifo", "fair", "hfsp", "hfsp-mplane", "hfsp[preemption=kill]", "hfsp[preemption=suspend]"] {
            let t0 = std::time::Instant::now();
            let mut m = vec![];
            let mut load = 0.0;
            let mut by: [Vec<f64>; 5] = Default::default();
            let mut util = [0.0; 2];
            let mut loc = 0.0;
            let mut all = vec![];
            let mut est: [Vec<f64>; 2] = Default::default();
            for r in 0..10 {
                let w = mix.generate(100, 1, r);
                let o = simulate(&config, &w, &p.parse().unwrap(), &mut Silent).unwrap();
                m.push(o.jobs.iter().map(|j| j.sojourn).sum::<f64>() / 100.0);
                load += o.counters.mean_load / 10.0;
                util[0] += o.counters.utilisation()[0] / 10.0;
                util[1] += o.counters.utilisation()[1] / 10.0;
                loc += o.counters.locality() / 10.0;
                for (j, out) in w.jobs().iter().zip(&o.jobs) {
                    by[j.bin.unwrap() as usize].push(out.sojourn);
                    all.push(out.sojourn);
                    for k in 0..2 {
                        if let Some(e) = out.estimates[k] {
                            est[k].push(e);
                        }
                    }
                }
            }
            let med = |v: &mut Vec<f64>| {
                v.sort_by(f64::total_cmp);
                if v.is_empty() { 0.0 } else { v[v.len() / 2] }
            };
            let wl = Mix::generate(mix, 100, 1, 0).load([config.total(Phase::Map), config.total(Phase::Reduce)]);
            let w100 = all.iter().filter(|x| **x <= 100.0).count() as f64 / all.len() as f64;
            let w1000 = all.iter().filter(|x| **x <= 1000.0).count() as f64 / all.len() as f64;
            let mut e0 = est[0].clone();
            let mut e1 = est[1].clone();
            e0.sort_by(f64::total_cmp);
            e1.sort_by(f64::total_cmp);
            println!(
                "{p:24} mst {:8.1} load {:6.2} util {:.2} {:.2} local {:.2} rho {:.2} medians all {:.0} bins {:.0} {:.0} {:.0} {:.0} <100 {:.2} <1000 {:.2} est {:.2}-{:.2} {:.2}-{:.2} {:?}",
                m.iter().sum::<f64>() / 10.0,
                load,
                util[0],
                util[1],
                loc,
                wl.unwrap(),
                med(&mut all),
                med(&mut by[1]),
                med(&mut by[2]),
                med(&mut by[3]),
                med(&mut by[4]),
                w100,
                w1000,
                e0.first().unwrap_or(&0.),
                e0.last().unwrap_or(&0.),
                e1.first().unwrap_or(&0.),
                e1.last().unwrap_or(&0.),
                t0.elapsed()
            );
        }
    }
}
