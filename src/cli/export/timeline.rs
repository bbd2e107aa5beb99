use super::write_json;
use schedscope_engine::server::{Sample, Timeline};
use serde::Serialize;
use std::io::{self, Write};

/// Runs of more jobs than this have no exact timeline, only series.
pub const LARGEST: usize = 500;

#[derive(Serialize)]
struct Timelines<'a> {
    schema: u32,
    policies: Vec<Watched<'a>>,
}

#[derive(Serialize)]
struct Watched<'a> {
    policy: &'static str,
    /// Events that one sample of the series stands for.
    stride: u64,
    series: &'a [Sample],
    timeline: Option<&'a Timeline>,
}

/// Writes what was watched: for each policy its series and, of a small run, its timeline.
pub fn write_timelines(watched: &[super::super::run::Watched], out: &mut dyn Write) -> io::Result<()> {
    let policies = watched.iter().map(|w| Watched {
        policy: w.policy.row().key,
        stride: w.series.stride(),
        series: w.series.samples(),
        timeline: w.timeline.as_ref(),
    });
    write_json(&Timelines { schema: 1, policies: policies.collect() }, out)
}

#[derive(Serialize)]
struct Recorded<'a, T> {
    schema: u32,
    policies: &'a [T],
}

/// Writes recorded runs of the cluster or the datacenter.
pub fn write_recorded<T: Serialize>(policies: &[T], out: &mut dyn Write) -> io::Result<()> {
    write_json(&Recorded { schema: 1, policies }, out)
}
