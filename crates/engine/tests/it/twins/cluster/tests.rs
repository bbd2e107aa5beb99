use super::*;

/// One machine with these map slots; jobs of maps only, at time 0, all node-local.
fn small(slots: u32, jobs: &[&[f64]], hfsp: Hfsp) -> Instance {
    let job = |maps: &&[f64]| Job {
        arrival: 0.0,
        weight: 1.0,
        name: String::new(),
        error: 1.0,
        memory: [1.0; 2],
        maps: maps.to_vec(),
        reduces: vec![],
    };
    Instance {
        machines: 1,
        slots: [slots, 1],
        rack_factor: 1.0,
        remote_factor: 1.0,
        locality: jobs.iter().map(|maps| vec![vec![0]; maps.len()]).collect(),
        racks: 0,
        heartbeat: 0.0,
        prompt: false,
        slowstart: 1.0,
        changes: vec![],
        jobs: jobs.iter().map(job).collect(),
        policy: Policy::Hfsp(hfsp),
    }
}

/// Virtual cluster of four slots: A (2 tasks, size 40) and B (8 tasks, 80) at 0, C (1 task, 5) at 10.
#[test]
fn virtual_finish() {
    let hfsp = Hfsp { estimator: Estimator::Oracle, order: Order::Finish, ..Hfsp::thesis(1) };
    let given = small(4, &[&[20.0; 2], &[10.0; 8], &[5.0]], hfsp);
    let mut world = World::new(&given);
    world.arrived = 3;
    world.enter_if_ready(0, MAP);
    world.enter_if_ready(1, MAP);
    world.age(10.0);
    world.now = 10.0;
    assert_eq!((world.jobs[0][MAP].size, world.jobs[1][MAP].size), (20.0, 60.0));
    world.enter_if_ready(2, MAP);
    assert_eq!(world.keys(MAP), [20.0, 31.25, 15.0]);
    assert_eq!(world.ranked(MAP), [2, 0, 1]);
}

/// S_i: n·ξ·s̄ = 20·1·15 = 300; ξ = 4: 1200. Without history s₀, or n·ξ·s₀.
#[test]
fn initial_size() {
    let given = small(1, &[&[15.0]], Hfsp::mplane(1));
    let mut world = World::new(&given);
    let mplane = Hfsp::mplane(1);
    assert_eq!(world.initial_size(&mplane, MAP, 20), 1200.0);
    assert_eq!(world.initial_size(&Hfsp::thesis(1), MAP, 20), 60.0);
    world.history = vec![(0, MAP, 10.0), (0, REDUCE, 1.0), (0, MAP, 20.0)];
    assert_eq!(world.initial_size(&mplane, MAP, 20), 300.0);
    assert_eq!(world.initial_size(&Hfsp { xi: 4.0, ..mplane.clone() }, MAP, 20), 1200.0);
    assert_eq!(world.initial_size(&Hfsp { history: History::Recent, recent: 1, ..mplane }, MAP, 20), 400.0);
    assert_eq!(world.initial_size(&Hfsp::thesis(1), MAP, 20), 60.0);
    world.complete_jobs = vec![0];
    assert_eq!(world.initial_size(&Hfsp::thesis(1), MAP, 20), 300.0);
}

/// Five samples of mean 12 of 20 maps: S_f = 180, S_total = 240.
#[test]
fn final_size() {
    for (update, size) in [(Update::Replace, 180.0), (Update::Total, 210.0), (Update::Deduct, 150.0)] {
        let given = small(1, &[&[12.0; 20]], Hfsp { update, ..Hfsp::thesis(1) });
        let mut world = World::new(&given);
        world.arrived = 1;
        world.enter_if_ready(0, MAP);
        world.age(30.0);
        for task in 0..5 {
            assert!(world.jobs[0][MAP].training);
            world.start(0, MAP, task, 0, true);
            world.complete(0, MAP, task);
        }
        assert_eq!(world.jobs[0][MAP].size, size);
    }
}

/// Shuffles of 10 and 20 s with inputs 1 : 3, eight reduces: (0.25·10 + 0.75·20)·8 = 140 beside the execution.
#[test]
fn shuffle_term() {
    let hfsp = Hfsp { samples: 2, shuffle: true, update: Update::Total, speed: 0.0, ..Hfsp::thesis(1) };
    let mut given = small(1, &[&[]], hfsp);
    given.jobs[0].reduces = vec![(10.0, 1.0), (20.0, 3.0)];
    given.jobs[0].reduces.extend([(5.0, 5.0); 6]);
    let mut world = World::new(&given);
    world.arrived = 1;
    world.enter_if_ready(0, REDUCE);
    for task in 0..2 {
        world.start(0, REDUCE, task, 0, true);
        world.complete(0, REDUCE, task);
    }
    assert!(same(world.jobs[0][REDUCE].size, 140.0 + 2.0 * 8.0));
}

/// Δ = 10 s and p = 0.04 after it: a reduce of 250 s.
#[test]
fn delta() {
    let hfsp = Hfsp { samples: 1, delta: 10.0, update: Update::Total, speed: 0.0, ..Hfsp::thesis(1) };
    let mut given = small(1, &[&[]], hfsp);
    given.jobs[0].reduces = vec![(5.0, 250.0), (5.0, 1.0)];
    let mut world = World::new(&given);
    world.instant();
    assert!(world.jobs[0][REDUCE].training);
    world.instant();
    assert_eq!(world.now, 15.0);
    assert!(same(world.jobs[0][REDUCE].size, 500.0));
}

/// High mark 4, low mark 2: stops at four suspended tasks, starts again at two.
#[test]
fn hysteresis() {
    let hfsp = Hfsp { high: Some(4), low: Some(2), ..Hfsp::viper(1) };
    let given = small(1, &[&[9.0; 6]], hfsp);
    let mut world = World::new(&given);
    for task in 0..4 {
        assert!(world.may_suspend(0, MAP));
        world.jobs[0][MAP].tasks[task].state = State::Suspended;
    }
    assert!(!world.may_suspend(0, MAP));
    world.jobs[0][MAP].tasks[0].state = State::Running;
    assert!(!world.may_suspend(0, MAP));
    world.jobs[0][MAP].tasks[1].state = State::Running;
    assert!(world.may_suspend(0, MAP));
    world.jobs[0][MAP].tasks[1].state = State::Suspended;
    assert!(world.may_suspend(0, MAP));
}
