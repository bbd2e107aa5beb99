//! The run to start from.

use crate::preset::Preset;

/// What the view begins with; the sliders lead to all others.
pub const PRESETS: [Preset; 1] = [Preset {
    name: "A late giant holds up the others",
    hint: "A few jobs have most of the work. Under SRPTE one of them is guessed too small and turns late: who waits behind it?",
    query: "seed=26&policies=fifo,ps,srpte,fspe+ps&workload.count=10000&workload.shape=0.25&workload.sigma=0.5&workload.load=0.9",
}];
