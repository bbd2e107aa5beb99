/// What one run leaves behind: the times of its jobs, and what its world tells besides.
#[derive(Clone, Debug, PartialEq)]
pub struct RunFigures<C> {
    /// The jobs that are counted; absent in a world without jobs.
    pub times: Option<Times>,
    /// The rest.
    pub own: C,
}

/// How long jobs took, in the order of the workload.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Times {
    /// Completion − arrival, in the unit of time of the workload.
    pub sojourn: Vec<f64>,
    /// Sojourn time ÷ the time that the job takes alone.
    pub slowdown: Vec<f64>,
    /// Class of each job, in worlds with classes; else empty.
    pub class: Vec<u8>,
}

impl Times {
    /// The jobs of one class.
    #[must_use]
    pub fn of_class(&self, class: u8) -> Self {
        let pick = |values: &[f64]| self.class.iter().zip(values).filter(|(of, _)| **of == class).map(|(_, value)| *value).collect();
        Self { sojourn: pick(&self.sojourn), slowdown: pick(&self.slowdown), class: vec![] }
    }
}
