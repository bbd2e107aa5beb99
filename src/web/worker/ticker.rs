//! How far a worker is.

use crate::web::message::post;
use schedscope::server;
use schedscope_state::protocol::Reply;

/// Milliseconds between two reports of progress.
const PROGRESS_EVERY: f64 = 40.0;

/// Reports progress, but not too often.
pub struct Ticker {
    /// Jobs of the replications that are done.
    pub before: u64,
    total: u64,
    /// When it is time for the next report, in milliseconds.
    next: f64,
}

impl Ticker {
    /// Of this many jobs.
    pub fn new(total: u64) -> Self {
        Self { before: 0, total, next: js_sys::Date::now() + PROGRESS_EVERY }
    }

    /// So many more jobs have completed.
    pub fn add(&mut self, jobs: u64) {
        self.before += jobs;
        self.tick(0);
    }

    /// So many jobs of this replication have completed.
    pub fn tick(&mut self, completed: usize) {
        let now = js_sys::Date::now();
        if now >= self.next {
            self.next = now + PROGRESS_EVERY;
            post(&Reply::Progress { completed: self.before + completed as u64, total: self.total });
        }
    }
}

impl server::Observer for Ticker {
    const WATCHES: bool = false;

    fn instant(&mut self, _: &impl server::Instant) {}

    fn progress(&mut self, completed: usize) {
        self.tick(completed);
    }
}
