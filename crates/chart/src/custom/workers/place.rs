use schedscope_core::pictures::datacenter::Selected;

/// Which run, when, and what is looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// Position of the run.
    pub run: usize,
    /// Seconds since the first submission.
    pub time: f64,
    /// The job or worker that is lit.
    pub lit: Option<Selected>,
    /// Whether time passes: arrows are on their way. If not, they are drawn whole.
    pub moving: bool,
}

impl Place {
    /// The worker that is lit.
    pub fn worker(&self) -> Option<u32> {
        if let Some(Selected::Worker(worker)) = self.lit { Some(worker) } else { None }
    }
}
