//! Virtual time in *Watch*: where it is drawn, how each job stands in both systems at an instant, and the sentence that says who is served
//! and why.

use super::Watch;
use schedscope::server::{EventKind, Policy, Ticket, Timeline, VirtualTime, job_name, why};
use schedscope::sim::{brief, listed};
use schedscope_core::exhibit::Exhibit;

/// Most jobs of which virtual time is drawn unasked.
const FEW: usize = 6;
/// Numbers that differ by less, relative to the larger, are equal.
const EQUAL: f64 = 1e-9;

fn has(policy: &Policy) -> bool {
    VirtualTime::has(policy.kind())
}

/// Whether virtual time is drawn where nobody has chosen: one policy is shown, which has a virtual system, and there is room. Of several,
/// lanes tell more of what differs.
pub(super) fn usual(exhibit: &Exhibit) -> bool {
    exhibit.jobs.len() <= FEW && matches!(&*exhibit.policies, [policy] if has(policy))
}

impl Watch {
    /// Whether virtual time can be drawn: a policy has a virtual system, and no quiz asks what that tells.
    pub fn offers_virtual(&self) -> bool {
        self.quiz.is_none() && self.exhibit.policies.iter().any(has)
    }

    /// Whether it is drawn. While jobs are edited their lanes are, which can be taken hold of, unless somebody has chosen otherwise.
    pub fn shows_virtual(&self) -> bool {
        self.offers_virtual() && self.virtually.unwrap_or_else(|| !self.editing && usual(&self.exhibit))
    }
}

/// What becomes of a job that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It has left the real system.
    Gone,
    /// It is served.
    Served,
    /// It waits.
    Waits,
}

/// A job that has arrived, in the real and in the virtual system at an instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Its position.
    pub job: usize,
    /// What is really left of it.
    pub left: f64,
    /// What is left of it in the virtual system.
    pub virtually: f64,
    /// Its ticket, and when it is complete in the virtual system if nobody else comes.
    pub ticket: Ticket,
    /// Whether that may still move, because somebody comes before it.
    pub moves: bool,
    /// What becomes of it.
    pub fate: Fate,
    /// Whether it has completed in the virtual system, but not in the real one.
    pub late: bool,
}

/// How all jobs stand that have arrived, in order of arrival.
#[derive(Clone, Debug, PartialEq)]
pub struct Stands {
    /// The instant.
    pub time: f64,
    /// What the virtual clock says then.
    pub clock: f64,
    /// The jobs.
    pub jobs: Vec<Standing>,
}

impl Stands {
    /// At an instant; nothing under a policy without a virtual system, and before the first job arrives.
    pub fn at(timeline: &Timeline, time: f64) -> Option<Self> {
        let virtually = VirtualTime::standing(timeline, time)?;
        let next = timeline.jobs.get(virtually.tickets.len()).map(|job| job.arrival);
        let curves: Vec<_> = timeline.at(time).collect();
        let standing = |(job, ticket): (usize, &Ticket)| {
            let here = curves.iter().find(|curve| curve.job as usize == job && curve.remaining > 0.0);
            let fate = match here {
                None => Fate::Gone,
                Some(curve) if curve.share > 0.0 => Fate::Served,
                Some(_) => Fate::Waits,
            };
            Standing {
                job,
                left: here.map_or(0.0, |curve| curve.remaining),
                virtually: ticket.left(time),
                ticket: ticket.clone(),
                moves: ticket.end > time && next.is_some_and(|next| next < ticket.end),
                fate,
                late: here.is_some_and(|curve| curve.late),
            }
        };
        let jobs = virtually.tickets.iter().enumerate().map(standing).collect();
        Some(Self { time, clock: virtually.at(time), jobs })
    }

    fn served(&self) -> impl Iterator<Item = &Standing> {
        self.jobs.iter().filter(|job| job.fate == Fate::Served)
    }

    /// The job that is served and not late, if there is one: of all such jobs it completes first in the virtual system.
    pub fn first(&self) -> Option<&Standing> {
        self.served().find(|job| !job.late)
    }

    /// Those that are still here and not late, without the first.
    fn others(&self) -> impl Iterator<Item = &Standing> {
        self.jobs.iter().filter(|job| job.fate == Fate::Waits && !job.late)
    }

    /// Who is served, and why: `FSP serves J2: of those still here, it completes first in the virtual system, at 9.5.`
    pub fn sentence(&self, timeline: &Timeline) -> String {
        let policy = timeline.policy.name();
        let name = |job: &Standing| job_name(timeline, job.job);
        let late: Vec<&Standing> = self.served().filter(|job| job.late).collect();
        let Some(first) = self.first() else {
            return if late.is_empty() {
                why(timeline, self.time)
            } else {
                format!("{policy} serves {}.", self.late_words(timeline, &late))
            };
        };
        let at = format!("at {}{}", brief(first.ticket.end), if first.moves { " as things stand" } else { "" });
        if !late.is_empty() {
            let who = listed(late.iter().map(|job| name(job)));
            let are = if late.len() == 1 { "is" } else { "are" };
            return format!(
                "{policy} serves {who}, which {are} late, and {}, the first of the others to complete in the virtual system, {at}.",
                name(first)
            );
        }
        let reason = match self.others().map(|job| job.ticket.end).reduce(f64::min) {
            None => format!("nobody else is here; it completes in the virtual system {at}"),
            Some(next) if next > first.ticket.end + EQUAL * next.abs() => {
                format!("of those still here, it completes first in the virtual system, {at}")
            }
            Some(_) => format!("of those still here, none completes before it in the virtual system, where it does {at}"),
        };
        format!("{policy} serves {}: {reason}.", name(first))
    }

    /// Why late jobs are served.
    fn late_words(&self, timeline: &Timeline, late: &[&Standing]) -> String {
        let name = |job: &Standing| job_name(timeline, job.job);
        let ends = listed(late.iter().map(|job| brief(job.ticket.end)));
        let who = listed(late.iter().map(|job| name(job)));
        let are = if late.len() == 1 { "it is late, for it" } else { "they are late, for they" };
        let waiting: Vec<String> = self.jobs.iter().filter(|job| job.late && job.fate == Fate::Waits).map(name).collect();
        let wait = match waiting.len() {
            0 => String::new(),
            1 => format!("; {} is late, too, and waits", waiting[0]),
            _ => format!("; {} are late, too, and wait", listed(waiting)),
        };
        format!("{who}: {are} completed in the virtual system at {ends}, but not in reality{wait}")
    }

    /// Why one job goes before a smaller one that came later, if that is so: `J2` and `J3`, and the reason.
    pub fn aged(&self, timeline: &Timeline) -> Option<(String, String, String)> {
        let first = self.first()?;
        let weight = first.ticket.weight;
        let came_later = |job: &&Standing| job.ticket.arrival > first.ticket.arrival && job.ticket.weight == weight;
        let other = self.others().filter(came_later).find(|job| job.ticket.size < first.ticket.size)?;
        let (one, two) = (job_name(timeline, first.job), job_name(timeline, other.job));
        let came = other.ticket.arrival;
        let against = format!("{} against {}", brief(other.ticket.size * weight), brief(first.ticket.size * weight));
        let said = format!(
            "{two} came at {} and is smaller, {against}. But {one} had aged: in the virtual system, where all share, \
             only {} were left of it.",
            brief(came),
            brief(first.ticket.left(came))
        );
        Some((one, two, said))
    }
}

/// What happens next, in reality and in the virtual system: `J2 leaves at 7, J1 completes virtually at 7.5`.
pub fn coming(timeline: &Timeline, time: f64) -> Option<String> {
    let virtually = VirtualTime::of(timeline)?;
    let name = |job: usize| job_name(timeline, job);
    let real = timeline.events.iter().find(|event| event.time > time && matches!(event.kind, EventKind::Arrival | EventKind::Completion));
    let real = real.map(|event| {
        let verb = if event.kind == EventKind::Arrival { "arrives" } else { "leaves" };
        format!("{} {verb} at {}", name(event.job as usize), brief(event.time))
    });
    let ends = virtually.tickets.iter().enumerate().filter(|(_, ticket)| ticket.arrival <= time && ticket.end > time);
    let end = ends.min_by(|a, b| a.1.end.total_cmp(&b.1.end));
    let end = end.map(|(job, ticket)| format!("{} completes virtually at {}", name(job), brief(ticket.end)));
    let all: Vec<String> = real.into_iter().chain(end).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{Change, Choice};
    use std::rc::Rc;

    fn watch(query: &str) -> Watch {
        let mut watch = Watch::open(false);
        watch.follow(Ok(Choice::read(query).unwrap()));
        watch
    }

    fn run(query: &str) -> Rc<Timeline> {
        watch(query).timelines[0].clone()
    }

    fn says(query: &str, time: f64) -> String {
        let run = run(query);
        Stands::at(&run, time).unwrap().sentence(&run)
    }

    #[test]
    fn it_is_drawn_unasked_where_the_one_policy_has_a_virtual_system_and_there_is_room() {
        assert!(!Watch::open(false).shows_virtual(), "SRPTE has none");
        for (query, drawn) in [
            ("example=aging&policies=fsp", true),
            ("example=aging&policies=fspe%2Bps", true),
            ("example=aging&policies=fspe%2Bps,psbs", false),
            ("example=aging&policies=fsp,srpt", false),
            ("example=aging&policies=fsp,srpt&show=virtual", true),
            ("example=aging&policies=srpt&show=virtual", false),
            ("example=aging&policies=fsp&show=attained", false),
            ("example=under-estimated&policies=fspe%2Bps", true),
            ("jobs=0:1,1:1,2:1,3:1,4:1,5:1,6:1&policies=fsp", false),
        ] {
            assert_eq!(watch(query).shows_virtual(), drawn, "{query}");
        }
        let mut watch = watch("example=aging&policies=fsp");
        for (change, drawn) in [
            (Change::Editing(true), false),
            (Change::Virtual, true),
            (Change::Quiz(true), false),
            (Change::Quiz(false), true),
            (Change::Curves(schedscope_chart::Curves::Lanes), false),
            (Change::Virtual, true),
        ] {
            watch.change(change.clone());
            assert_eq!(watch.shows_virtual(), drawn, "{change:?}");
        }
    }

    #[test]
    fn the_first_to_complete_virtually_is_served() {
        let aging = "example=aging&policies=fsp";
        assert_eq!(says(aging, 4.5), "FSP serves J2: of those still here, it completes first in the virtual system, at 9.5.");
        assert_eq!(says(aging, 1.0), "FSP serves J1: of those still here, it completes first in the virtual system, at 6 as things stand.");
        assert_eq!(says(aging, 8.0), "FSP serves J3: nobody else is here; it completes in the virtual system at 10.");
        let tie = says("jobs=0:2,0:2&policies=fsp", 0.5);
        assert_eq!(tie, "FSP serves J1: of those still here, none completes before it in the virtual system, where it does at 4.");
        assert!(says(aging, 10.0).contains("done"), "{}", says(aging, 10.0));
    }

    #[test]
    fn late_jobs_are_served_for_another_reason() {
        let jobs = "jobs=0:40:1,4:3,9:2&policies=";
        let alone = "serves J1: it is late, for it completed in the virtual system at 1, but not in reality.";
        assert_eq!(says(&format!("{jobs}fspe%2Bps"), 5.0), format!("FSPE+PS {alone}"));
        assert_eq!(
            says(&format!("{jobs}psbs"), 12.0),
            "PSBS serves J1, J2 and J3: they are late, for they completed in the virtual system at 1, 7 and 11, but not in reality."
        );
        let waits = says(&format!("{jobs}fspe"), 8.0);
        assert_eq!(
            waits,
            "FSPE serves J1: it is late, for it completed in the virtual system at 1, but not in reality; J2 is late, too, and waits."
        );
        let both = says(&format!("{jobs}fspe%2Bps-aggressive"), 4.5);
        assert_eq!(
            both,
            "FSPE+PS aggressive serves J1, which is late, and J2, the first of the others to complete in the virtual system, at 7."
        );
    }

    #[test]
    fn weights_count_under_psbs() {
        let query = "jobs=0:4:4:1,0:6:6:3&policies=psbs";
        assert_eq!(says(query, 2.0), "PSBS serves J2: of those still here, it completes first in the virtual system, at 8.");
        let stands = Stands::at(&run(query), 2.0).unwrap();
        assert!((stands.clock - 0.5).abs() < 1e-9 && (stands.jobs[1].virtually - 4.5).abs() < 1e-9, "{stands:?}");
    }

    #[test]
    fn how_each_job_stands_and_why_not_the_smaller_one() {
        let run = run("example=aging&policies=fsp");
        let stands = Stands::at(&run, 4.5).unwrap();
        let rows: Vec<(Fate, f64, f64, f64, f64)> =
            stands.jobs.iter().map(|job| (job.fate, job.left, job.virtually, job.ticket.number(), job.ticket.end)).collect();
        let wanted = [(Fate::Gone, 0.0, 1.0, 3.0, 7.5), (Fate::Served, 2.5, 2.0, 4.0, 9.5), (Fate::Waits, 3.0, 2.5, 4.5, 10.0)];
        for (row, want) in rows.iter().zip(wanted) {
            let near = |a: f64, b: f64| (a - b).abs() < 1e-9;
            assert!(row.0 == want.0 && near(row.1, want.1) && near(row.2, want.2) && near(row.3, want.3) && near(row.4, want.4), "{row:?}");
        }
        let (one, two, said) = stands.aged(&run).unwrap();
        assert_eq!((one.as_str(), two.as_str()), ("J2", "J3"));
        assert!(said.starts_with("J3 came at 3 and is smaller, 3 against 4. But J2 had aged") && said.contains("only 2.5"), "{said}");
        assert_eq!(Stands::at(&run, 1.0).unwrap().aged(&run), None, "J1 is smaller and first");
        assert!(Stands::at(&run, 1.0).unwrap().jobs.iter().all(|job| job.moves));
        assert_eq!(coming(&run, 4.5).unwrap(), "J2 leaves at 7, J1 completes virtually at 7.5");
        assert_eq!(coming(&run, 10.0), None);
    }
}
