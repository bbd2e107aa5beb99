//! Sizes of recurring jobs from their past runs.
//!
//! "The output of a job execution is its real size, which is exactly what a size-based scheduling policy needs" (thesis, section 7.1): of a
//! job that is submitted again and again under one name the size is known before any sample is. What is kept of a *run* (one phase of one
//! job that is complete) is the mean seconds of its tasks, as they were observed. The next run of the name is predicted to take the
//! *recall* of the last runs, times its own number of tasks: an input that has grown makes more tasks, not longer ones.
//!
//! An input may also change in kind, and then the past misleads. So every run is predicted, whether or not that is believed,
//! and compared with what it took: if a prediction was wrong by more than a factor, the next run of the name is trained,
//! and so on until a prediction was right again.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// What is taken of the last runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Recall {
    /// The last one.
    Last,
    /// Their mean, each run counting alike.
    Mean,
    /// A moving quantile: that of these runs.
    Quantile,
}

/// Parameters of a history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// What is taken of the last runs.
    pub recall: Recall,
    /// Which quantile, 0 to 1, where it is one.
    pub quantile: f64,
    /// How many runs of a name are remembered.
    pub runs: u32,
    /// Factor by which a prediction may be wrong, either way, for the next one to be believed.
    pub distrust: f64,
    /// Whether a prediction is only the first size, which samples replace: sizes "based not only on" these "but also on the past runs"
    /// (thesis, section 7.1). Otherwise it is the last word, and a phase with a past has no samples.
    pub checked: bool,
}

/// What the past says of the tasks of a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Mean seconds of a task.
    pub seconds: f64,
    /// Whether the prediction before it was right.
    pub believed: bool,
}

/// The last runs of a name.
#[derive(Debug, Default)]
struct Past {
    /// Mean seconds of a task in each, the last run at the end.
    runs: VecDeque<f64>,
    /// Whether the last prediction was wrong.
    misleads: bool,
}

/// The past runs of one phase of all jobs that have a name.
#[derive(Debug)]
pub struct History {
    parameters: Parameters,
    names: BTreeMap<String, Past>,
}

impl History {
    /// Nothing has run yet.
    pub fn new(parameters: Parameters) -> Self {
        Self { parameters, names: BTreeMap::new() }
    }

    /// What the past says of the next run of a name; absent for no name, and for the first run of one.
    pub fn predict(&self, name: &str) -> Option<Prediction> {
        let Past { runs, misleads } = self.names.get(name)?;
        let seconds = match self.parameters.recall {
            Recall::Last => *runs.back()?,
            Recall::Mean => runs.iter().sum::<f64>() / runs.len() as f64,
            Recall::Quantile => {
                let mut sorted: Vec<f64> = runs.iter().copied().collect();
                sorted.sort_unstable_by(f64::total_cmp);
                quantile(&sorted, self.parameters.quantile)
            }
        };
        Some(Prediction { seconds, believed: !misleads })
    }

    /// A run is complete: what had been predicted of its tasks when it began, if anything, and what they took.
    pub fn learn(&mut self, name: &str, predicted: Option<f64>, took: f64) {
        if name.is_empty() {
            return;
        }
        if !self.names.contains_key(name) {
            self.names.insert(name.to_owned(), Past::default());
        }
        let Some(past) = self.names.get_mut(name) else { return };
        if past.runs.len() == self.parameters.runs as usize {
            past.runs.pop_front();
        }
        past.runs.push_back(took);
        if let Some(predicted) = predicted {
            past.misleads = is_wrong(predicted, took, self.parameters.distrust);
        }
    }
}

/// Whether a prediction exceeds what it took, or falls short of it, by more than this factor.
pub fn is_wrong(predicted: f64, took: f64, factor: f64) -> bool {
    predicted > factor * took || took > factor * predicted
}

/// The quantile at `p` in 0 … 1 of values in ascending order, interpolated linearly (Hyndman & Fan's type 7, as everywhere
/// here).
fn quantile(sorted: &[f64], p: f64) -> f64 {
    let last = sorted.len() - 1;
    let position = p * last as f64;
    let below = (libm::floor(position) as usize).min(last);
    let (low, high) = (sorted[below], sorted[(below + 1).min(last)]);
    low + (position - below as f64) * (high - low)
}
