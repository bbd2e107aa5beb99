//! Questions to start from.

use crate::preset::Preset;

/// What the view shows when it is opened, as the query of a link.
const OPENED: &str = "seed=10&policies=fair,hfsp[preemption%3Dsuspend]&system.kind=cluster&system.machines=4&system.map_slots=1\
    &system.reduce_slots=1&workload.mix=dev&workload.count=8";

/// The presets, the first what the page begins with.
pub const PRESETS: [Preset; 6] = [
    Preset {
        name: "Small jobs beside a large one",
        hint: "Eight slots, one job with hundreds of tasks. Fair gives each job as many slots; HFSP suspends tasks of the large job for the small ones.",
        query: OPENED,
    },
    Preset {
        name: "Share the slots, or one job at a time",
        hint: "Mostly large jobs, more than the cluster can do while they arrive. Fair gives every job a few slots; HFSP finishes one job after the other.",
        query: "policies=fair,hfsp&system.kind=cluster&workload.mix=prod&workload.count=30",
    },
    Preset {
        name: "Preempt, or wait for slots",
        hint: "Small and large jobs under HFSP, which waits until slots are free or suspends tasks of larger jobs. Look at the smallest jobs.",
        query: "policies=hfsp,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=test&workload.count=30",
    },
    Preset {
        name: "Wait, kill or suspend?",
        hint: "One slot, two tasks of 80 s: the second is more important and comes at 40 s. Who waits, what is lost, and what does it cost that the two need more memory than the machine has?",
        query: "policies=dummy[preemption%3Dwait],dummy[preemption%3Dkill],dummy&system.kind=cluster&system.machines=1&system.map_slots=1&system.ram=4.0\
            &system.heartbeat=0.0&workload.jobs=[{ arrival = 0.0, maps = [80.0], map_memory = 2.5 }, { arrival = 40.0, maps = [80.0], map_memory = 2.5, weight = 2.0 }]",
    },
    Preset {
        name: "The long job that is killed for ever",
        hint: "Each production job takes slots back: from jobs beyond their fair shares, so that a map of J1 starts from scratch three times, or from the tasks that were started last.",
        query: "policies=fair-kill[victims=overflowing],gp&system.kind=cluster&system.machines=2&system.map_slots=5&system.heartbeat=0.0\
            &system.pools=[{ share = 0.2 }, { share = 0.8, production = true }]&workload.jobs=[{ arrival = 0.0, maps = [400.0, 400.0] },\
            { arrival = 80.0, maps = [60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0] },\
            { arrival = 100.0, maps = [20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0], pool = 1 },\
            { arrival = 180.0, maps = [60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0] },\
            { arrival = 200.0, maps = [20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0], pool = 1 },\
            { arrival = 280.0, maps = [60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0] },\
            { arrival = 300.0, maps = [20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0], pool = 1 },\
            { arrival = 380.0, maps = [60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0, 60.0] },\
            { arrival = 400.0, maps = [20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0, 20.0], pool = 1 }]",
    },
    Preset {
        name: "A chain of queries",
        hint: "J1 to J4 wait for each other, like the steps of a query. Step by step they pass J5, which leaves at 150 s; taken as one job they let it pass, it leaves at 90 s, and the chain ends at 180 s either way.",
        query: "policies=hfsp[estimator%3Doracle],hfsp[estimator%3Doracle,chains%3Don]&system.kind=cluster&system.machines=2&system.map_slots=2\
            &system.heartbeat=0.0&workload.jobs=[{ arrival = 0.0, maps = [30.0, 30.0, 30.0, 30.0] },\
            { arrival = 0.0, maps = [30.0, 30.0, 30.0, 30.0], after = [1] }, { arrival = 0.0, maps = [30.0, 30.0, 30.0, 30.0], after = [2] },\
            { arrival = 0.0, maps = [30.0, 30.0, 30.0, 30.0], after = [3] },\
            { arrival = 10.0, maps = [30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0, 30.0] }]",
    },
];

/// Questions about many, for the statistics.
pub const COMPARED: [Preset; 4] = [
    Preset {
        name: "A day of a development cluster",
        hint: "Small and large jobs mixed. What does finishing one job after the other gain over equal shares, and what does it cost the largest?",
        query: "replications=20&policies=fifo,fair,hfsp,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=dev&workload.count=40",
    },
    Preset {
        name: "Mostly large jobs",
        hint: "More work than the cluster can do while it arrives.",
        query: "replications=20&policies=fifo,fair,hfsp,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=prod&workload.count=30",
    },
    Preset {
        name: "Mostly small jobs",
        hint: "Short queries beside a few long jobs.",
        query: "replications=20&policies=fifo,fair,hfsp,hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=test&workload.count=40",
    },
    Preset {
        name: "Wait, kill or suspend?",
        hint: "HFSP three times: it waits until slots are free, kills tasks of larger jobs, or suspends them.",
        query: "replications=20&policies=fair,hfsp,hfsp[preemption%3Dkill],hfsp[preemption%3Dsuspend]&system.kind=cluster&workload.mix=dev&workload.count=40",
    },
];
