use schedscope::cluster::*;
use schedscope::workload::*;
#[test]
fn calib() {
    for slowstart in [0.8, 1.0] {
        for (name, mix) in [("test", Mix::Test), ("prod", Mix::Prod)] {
            let (machines, _) = mix.cluster();
            let config = Config { machines, slowstart, ..Config::default() };
            println!("== {name} {slowstart}");
            for p in [
                "fifo",
                "fair",
                "hfsp",
                "hfsp-mplane",
                "hfsp-viper",
                "hfsp-viper[order=remaining]",
                "hfsp[preemption=suspend]",
                "hfsp[preemption=kill]",
                "hfsp[preemption=suspend,estimator=oracle]",
                "hfsp[preemption=suspend,estimator=oracle,victim=youngest]",
                "hfsp[preemption=suspend,estimator=oracle,virtual=fluid]",
                "hfsp[preemption=suspend,high=1,low=0]",
            ] {
                let mut m = vec![];
                let mut c = Counters::default();
                let mut mm = 0.0;
                let mut rr = 0.0;
                for r in 0..5 {
                    let w = mix.generate(100, 1, r);
                    let o = simulate(&config, &w, &p.parse().unwrap(), &mut Silent).unwrap();
                    m.push(o.jobs.iter().map(|j| j.sojourn).sum::<f64>() / 100.0);
                    mm += o.jobs.iter().map(|j| j.map_sojourn).sum::<f64>() / 500.0;
                    rr += o.jobs.iter().map(|j| j.reduce_sojourn).sum::<f64>() / 500.0;
                    c = o.counters;
                }
                println!(
                    "{p:44} mst {:8.1} map {mm:.1} reduce {rr:.1} {:?}",
                    m.iter().sum::<f64>() / 5.0,
                    (c.suspended, c.resumed, c.killed, c.utilisation(), c.makespan)
                );
            }
        }
    }
}
