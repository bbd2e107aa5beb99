//! LAS: least attained service, also called foreground-background (FB) or shortest elapsed time (SET).
//!
//! The jobs that have had the least service so far share the server equally. It needs no sizes: with a heavy tail a job
//! that has run for long will probably run for longer, so having run is itself an estimate. Good where the hazard rate of
//! sizes decreases (Weibull shape < 1), harmful where it increases, and equal to PS in the mean at shape 1.
//!
//! On m servers the m least attained jobs run, those that tie for the last places sharing them.

use crate::registry::{Family, Row};
use crate::server::parts::{Blind, LeastAttained};
use crate::server::{Config, Fault, Observer, Outcome, Servers, engine};
use crate::workload::Workload;

pub const ROW: Row = Row {
    key: "las",
    name: "LAS",
    full: "least attained service",
    family: Family::Blind,
    preemptive: true,
    line: "least attained service first, equal shares among ties",
    source: "Pastorelli, HFSP thesis, section 2.2.3; Nuyens & Wierman 2008",
};

pub const SERVERS: Servers = Servers::Many;

pub fn run<O: Observer>(config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
    let jobs = workload.len();
    engine::run(config, workload, Blind(LeastAttained::new(jobs, config.servers)), observer)
}
