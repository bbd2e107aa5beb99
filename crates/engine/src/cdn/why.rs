//! What has just been decided about a request and why: sentences from what a [`Timeline`] has recorded.

use super::timeline::Moment;
use super::{Refusal, Timeline, Tried};
use crate::sim::{brief, listed};

/// What was decided last at or before `time`, and why: which dServers could not serve a request, and who serves it; or how long a
/// request was in the queue whose session begins. In a large run this is one decision of each interval. Absent before the first. `told`
/// puts into words when that was, in seconds since the timeline begins.
pub fn why(timeline: &Timeline, time: f64, told: &dyn Fn(f64) -> String) -> Option<String> {
    let teller = Teller { timeline };
    let before = &timeline.moments[..timeline.moments.partition_point(|moment| moment.arrival <= time)];
    let decided = before.last()?;
    let begun = before.iter().filter(|moment| moment.behind.is_some() && moment.begin <= time);
    let begun = begun.max_by(|a, b| a.begin.total_cmp(&b.begin)).filter(|moment| moment.begin > decided.arrival);
    let (instant, sentence) = match begun {
        Some(moment) => (moment.begin, teller.begins(moment)),
        None => (decided.arrival, teller.decides(decided)),
    };
    Some(format!("At {} {sentence}.", told(instant - timeline.begin)))
}

/// The same of a request: who serves it, and who could not.
pub fn of_request(timeline: &Timeline, moment: &Moment, told: &dyn Fn(f64) -> String) -> String {
    format!("At {} {}.", told(moment.arrival - timeline.begin), Teller { timeline }.decides(moment))
}

struct Teller<'a> {
    timeline: &'a Timeline,
}

impl Teller<'_> {
    fn name(&self, server: u8) -> &str {
        &self.timeline.network.regions[usize::from(server)].name
    }

    fn title(&self, moment: &Moment) -> String {
        format!("J{} ({}, video {})", moment.id, self.name(moment.region), self.timeline.videos.of(moment.video.into()))
    }

    fn begins(&self, moment: &Moment) -> String {
        let waited = lasting(moment.begin - moment.arrival);
        format!("a session ends at the CDN server, and that of {} begins after {waited} in its queue", self.title(moment))
    }

    fn decides(&self, moment: &Moment) -> String {
        let refusals = self.refusals(&moment.tried);
        let goes = match (moment.server, moment.behind) {
            (Some(server), _) => format!("{} has the video and room", self.name(server)),
            (None, None) if moment.tried.is_empty() => "it goes to the CDN server".to_owned(),
            (None, None) => "so it goes to the CDN server".to_owned(),
            (None, Some(behind)) => {
                let most = self.timeline.network.cdn_capacity;
                let place = match behind {
                    0 => "it is the first in its queue".to_owned(),
                    1 => "it waits behind another request".to_owned(),
                    behind => format!("it waits behind {behind} others"),
                };
                format!("the CDN server is full: {most} of {most} sessions; {place}")
            }
        };
        let told: Vec<String> = refusals.into_iter().chain([goes]).collect();
        format!("{} comes: {}", self.title(moment), told.join("; "))
    }

    /// Who is full, and who does not store the video.
    fn refusals(&self, tried: &[Tried]) -> Vec<String> {
        let of = |refusal: Refusal| tried.iter().filter(move |tried| tried.refusal == refusal).map(|tried| tried.server);
        let full = of(Refusal::Full).map(|server| {
            let most = self.timeline.network.regions[usize::from(server)].capacity;
            format!("{} is full: {most} of {most} sessions", self.name(server))
        });
        let absent: Vec<String> = of(Refusal::Absent).map(|server| self.name(server).to_owned()).collect();
        let verb = if absent.len() == 1 { "does" } else { "do" };
        let absent = (!absent.is_empty()).then(|| format!("{} {verb} not store it", listed(absent)));
        let full: Vec<String> = full.collect();
        full.into_iter().chain(absent).collect()
    }
}

/// A stretch of time in words.
fn lasting(seconds: f64) -> String {
    match seconds {
        x if x < 120.0 => format!("{} s", brief(x)),
        x if x < 7200.0 => format!("{} min", brief(x / 60.0)),
        x => format!("{} h", brief(x / 3600.0)),
    }
}
