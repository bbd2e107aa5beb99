//! What flows and links are in bytes and seconds.
//!
//! Inside, a flow of size 1 on a link of capacity 1 takes one unit of time. `workload.mean` says how many bytes that size is and
//! `system.rate` how many Gbit/s that capacity, so that the unit has a length. Two things that no policy changes depend on it: the base
//! round-trip time, which each flow takes once besides its transfer (to open a connection and to be acknowledged), alone as well; and the
//! packet, than which no drawn flow is smaller. Both give completion time ÷ ideal a floor that it can be measured against, as in papers on
//! the transport of data centers: without them most flows of a heavy-tailed distribution take no time at all when alone. One policy,
//! `tcp`, counts in both: its windows are packets of a round trip.
//!
//! The defaults are those of the simulations of pFabric (Alizadeh et al., SIGCOMM 2013, section 5): 10 Gbit/s, a round trip of 14.6 µs,
//! packets of 1460 bytes of data. Flows that are listed or come from a file have their own sizes, and no round trip unless it is given.

use super::like::Like;
use super::spec::{Source, System, Workload};
use crate::sim::written;
use crate::world::SpecError;

/// Gbit/s of a link of capacity 1.
pub const RATE: f64 = 10.0;
/// Microseconds of a base round trip of flows that are drawn.
pub const RTT: f64 = 14.6;
/// Bytes of a packet.
pub const PACKET: f64 = 1460.0;

/// What the units of a scenario are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// Milliseconds of a flow of size 1 on a link of capacity 1.
    pub milliseconds: f64,
    /// The base round-trip time, in units of time.
    pub latency: f64,
    /// Size of a packet, and the smallest that is drawn.
    pub packet: f64,
}

/// Bytes of a flow of size 1.
pub(super) fn mean(workload: &Workload) -> f64 {
    workload.mean.unwrap_or_else(|| workload.measured.unwrap_or(Like::WebSearch).mean())
}

/// Microseconds of a base round trip.
pub(super) fn rtt(system: &System, workload: &Workload) -> f64 {
    system.rtt.unwrap_or(if is_drawn(workload) { RTT } else { 0.0 })
}

fn is_drawn(workload: &Workload) -> bool {
    matches!(workload.kind(), Source::Synthetic | Source::Repository)
}

impl Units {
    /// Those of a scenario.
    ///
    /// # Errors
    /// Names the field that is out of range.
    pub(super) fn new(system: &System, workload: &Workload) -> Result<Self, SpecError> {
        let within = |field: &str, x: f64, least: f64, most: f64| {
            let allowed = format!("a number from {} to {}", written(least), written(most));
            if (least..=most).contains(&x) { Ok(x) } else { Err(SpecError::value(field, written(x), allowed)) }
        };
        let rate = within("system.rate", system.rate.unwrap_or(RATE), 1e-6, 1e6)?;
        let rtt = within("system.rtt", rtt(system, workload), 0.0, 1e9)?;
        let mean = within("workload.mean", mean(workload), 1.0, 1e15)?;
        let packet = within("workload.packet", workload.packet.unwrap_or(PACKET), 0.0, 1e9)?;
        let milliseconds = 8e-6 * mean / rate;
        Ok(Self { milliseconds, latency: 1e-3 * rtt / milliseconds, packet: packet / mean })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_is_a_mean_flow_on_a_link() {
        let (system, mut workload) = (System { rate: Some(8.0), rtt: Some(10.0), ..System::default() }, Workload::default());
        workload.mean = Some(1e6);
        let units = Units::new(&system, &workload).unwrap();
        assert_eq!((units.milliseconds, units.packet), (1.0, 1.46e-3));
        assert!((units.latency - 0.01).abs() < 1e-15);
        let usual = Units::new(&System::default(), &Workload::default()).unwrap();
        assert!((usual.latency - 0.011).abs() < 1e-4, "{usual:?}");
        workload.packet = Some(-1.0);
        assert!(Units::new(&system, &workload).is_err());
    }
}
