use schedscope::cluster::{Bar, Ending, Timeline};
use std::collections::BTreeMap;

/// What a job holds over time: its tasks as bars above each other, as many as it holds slots.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lane {
    /// Its tasks, while they hold a slot or are suspended.
    pub stretches: Vec<Stretch>,
    /// Most of them at once.
    pub levels: usize,
}

/// A stretch of time of a task.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// Position of the bar among those of the timeline: the one that holds the slot, or after which the task is suspended.
    pub bar: usize,
    /// When it begins, in seconds.
    pub from: f64,
    /// When it ends.
    pub to: f64,
    /// Whether the task is suspended.
    pub suspended: bool,
    /// In which row of the lane it is, from 0 at the bottom.
    pub level: usize,
}

/// The lanes of all jobs of a run, by position.
pub fn of(timeline: &Timeline) -> Vec<Lane> {
    /// Bars of a task with their positions.
    type Bars<'a> = Vec<(usize, &'a Bar)>;
    let mut tasks: BTreeMap<(u32, usize, u32), Bars<'_>> = BTreeMap::new();
    for (position, bar) in timeline.bars.iter().enumerate().filter(|(_, bar)| bar.from.is_finite() && bar.to.is_finite()) {
        tasks.entry((bar.job, bar.phase.index(), bar.task)).or_default().push((position, bar));
    }
    let mut lanes = vec![Lane::default(); timeline.jobs.len()];
    for ((job, ..), mut bars) in tasks {
        let Some(lane) = lanes.get_mut(job as usize) else { continue };
        bars.sort_by(|a, b| a.1.from.total_cmp(&b.1.from));
        for (i, (position, bar)) in bars.iter().enumerate() {
            lane.stretches.push(Stretch { bar: *position, from: bar.from, to: bar.to, suspended: false, level: 0 });
            if let Some((_, next)) = bars.get(i + 1).filter(|(_, next)| bar.end == Ending::Suspended && next.resumed) {
                lane.stretches.push(Stretch { bar: *position, from: bar.to, to: next.from, suspended: true, level: 0 });
            }
        }
    }
    lanes.iter_mut().for_each(Lane::stack);
    lanes
}

impl Lane {
    /// Gives each stretch the lowest row that is free.
    fn stack(&mut self) {
        self.stretches.sort_by(|a, b| a.from.total_cmp(&b.from).then(a.bar.cmp(&b.bar)));
        let mut free: Vec<f64> = vec![];
        for stretch in &mut self.stretches {
            let level = free.iter().position(|until| *until <= stretch.from).unwrap_or(free.len());
            if level == free.len() {
                free.push(0.0);
            }
            free[level] = stretch.to;
            stretch.level = level;
        }
        self.levels = free.len();
    }
}
