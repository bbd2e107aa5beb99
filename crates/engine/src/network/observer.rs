use super::rates::Rates;
use super::streams::Streams;

/// A stream that has ended: complete, or not needed any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// Position of its flow.
    pub flow: u32,
    /// 1 for a replica.
    pub replica: u8,
}

/// A stream on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Passing {
    /// Position of its flow.
    pub flow: u32,
    /// 1 for a replica.
    pub replica: u8,
    /// What is left of it.
    pub left: f64,
    /// Its rate from now on.
    pub rate: f64,
    /// The link that keeps it from going faster.
    pub link: Option<u32>,
    /// The flow that goes before it there, if one does.
    pub behind: Option<u32>,
}

/// The network at an instant at which something happens, after it has happened.
pub trait Instant {
    /// When.
    fn time(&self) -> f64;
    /// Flows that are released now.
    fn released(&self) -> &[u32];
    /// Streams that end now.
    fn ended(&self) -> &[End];
    /// Visits every stream on its way.
    fn each(&self, visit: &mut dyn FnMut(Passing));
}

/// Watches a run.
pub trait Observer {
    /// Whether it wants to hear of instants.
    const WATCHES: bool = true;
    /// Something has happened.
    fn instant(&mut self, instant: &impl Instant);
    /// So many flows are complete.
    fn progress(&mut self, _completed: usize) {}
}

/// Watches nothing.
#[derive(Clone, Copy, Debug)]
pub struct Silent;

impl Observer for Silent {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl Instant) {}
}

pub(super) struct Moment<'m, 'a, R> {
    pub streams: &'m Streams<'a>,
    pub rates: &'m R,
    pub ended: &'m [End],
    pub released: &'m [u32],
}

impl<'a, R: Rates<'a>> Instant for Moment<'_, 'a, R> {
    fn time(&self) -> f64 {
        self.streams.now.get()
    }

    fn released(&self) -> &[u32] {
        self.released
    }

    fn ended(&self) -> &[End] {
        self.ended
    }

    fn each(&self, visit: &mut dyn FnMut(Passing)) {
        for slot in self.streams.active() {
            let (stream, held) = (self.streams.of(slot), self.rates.held(self.streams, slot));
            visit(Passing {
                flow: stream.flow,
                replica: stream.replica,
                left: self.streams.left(slot),
                rate: stream.rate,
                link: held.map(|held| held.link),
                behind: held.and_then(|held| held.behind).map(|behind| self.streams.of(behind).flow),
            });
        }
    }
}
