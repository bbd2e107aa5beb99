use super::Granularity;
use super::cohorts::Share;
use crate::cluster::max_min::{RoundRobin, Waterline};

/// Who holds what in the virtual cluster: max-min fair among the phases that could use a slot.
#[derive(Clone, Debug)]
pub struct Sharing {
    division: Division,
    /// Phases whose share may have changed.
    moved: Vec<u32>,
    /// What [`Share::Level`] is, in slots.
    level: f64,
}

#[derive(Clone, Debug)]
enum Division {
    Slots(RoundRobin),
    Fluid(Fluid),
}

#[derive(Clone, Debug)]
struct Fluid {
    slots: f64,
    waterline: Waterline,
    demands: Vec<u32>,
}

impl Sharing {
    pub fn new(granularity: Granularity, slots: u32) -> Self {
        let division = match granularity {
            Granularity::Slots => Division::Slots(RoundRobin::new(slots)),
            Granularity::Fluid => Division::Fluid(Fluid { slots: f64::from(slots), waterline: Waterline::default(), demands: vec![] }),
        };
        Self { division, moved: vec![], level: 0.0 }
    }

    /// A phase enters that could use a slot for each of its tasks, one or more.
    pub fn enter(&mut self, job: u32, tasks: u32) {
        match &mut self.division {
            Division::Slots(round) => round.enter(job, tasks),
            Division::Fluid(fluid) => fluid.enter(job, tasks),
        }
        self.moved.push(job);
    }

    /// A phase could use none.
    pub fn leave(&mut self, job: u32) {
        match &mut self.division {
            Division::Slots(round) => round.leave(job),
            Division::Fluid(fluid) => fluid.waterline.leave(job),
        }
    }

    pub fn resize(&mut self, slots: u32) {
        match &mut self.division {
            Division::Slots(round) => round.resize(slots),
            Division::Fluid(fluid) => fluid.slots = f64::from(slots),
        }
    }

    /// Brings the level up to date and returns it.
    pub fn settle(&mut self) -> f64 {
        if let Division::Fluid(fluid) = &mut self.division {
            let level = fluid.waterline.settle(fluid.slots, |job| self.moved.push(job));
            // Where no job could use more, none has the common level.
            self.level = if level.is_finite() { level } else { 0.0 };
        }
        self.level
    }

    /// The next of those whose share may have changed since this was asked last.
    pub fn moved(&mut self) -> Option<u32> {
        match &mut self.division {
            Division::Slots(round) => round.moved().or_else(|| self.moved.pop()),
            Division::Fluid(_) => self.moved.pop(),
        }
    }

    /// What a phase that could use a slot has.
    pub fn of(&self, job: u32) -> Share {
        match &self.division {
            Division::Slots(round) => Share::Slots(round.holds(job)),
            Division::Fluid(fluid) if fluid.waterline.is_full(job) => Share::Slots(fluid.demands[job as usize]),
            Division::Fluid(_) => Share::Level,
        }
    }
}

impl Fluid {
    fn enter(&mut self, job: u32, demand: u32) {
        if self.demands.len() <= job as usize {
            self.demands.resize(job as usize + 1, 0);
        }
        self.demands[job as usize] = demand;
        self.waterline.enter(job, f64::from(demand), 1.0);
    }
}
