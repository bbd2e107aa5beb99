//! Virtual time, read off a recording: what is left of each job in the virtual system that a policy simulates beside the real one, the
//! virtual clock, and at which reading of that clock each job is complete there.

use super::{Config, Kind, Snapshot, Timeline};
use crate::workload::{Job, Workload};

/// The virtual system of a policy that has one, from the first arrival until it is empty.
#[derive(Clone, Debug, PartialEq)]
pub struct VirtualTime {
    /// The virtual clock, in order of time: the service that a job of weight 1 that was always there would have had.
    pub clock: Vec<Beat>,
    /// Each job, by its position in [`Timeline::jobs`].
    pub tickets: Vec<Ticket>,
}

/// The virtual clock from an instant until its pace changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Beat {
    /// The instant.
    pub time: f64,
    /// What the clock says then.
    pub clock: f64,
    /// How fast it runs from then on: 1 ÷ the weight of all jobs in the virtual system; 0 while that is empty.
    pub pace: f64,
    /// Number of jobs in the virtual system from then on.
    pub jobs: usize,
}

/// One job in the virtual system.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticket {
    /// When it arrives.
    pub arrival: f64,
    /// What the clock says then.
    pub clock: f64,
    /// What is left of it then, for each unit of its weight.
    pub size: f64,
    /// Its weight there: 1 under policies that have no weights.
    pub weight: f64,
    /// When it is complete there.
    pub end: f64,
    /// What is left of it there: time and value at each corner of the curve, from its arrival to its end.
    pub course: Vec<(f64, f64)>,
}

impl Ticket {
    /// The reading of the clock at which the job is complete. It never changes, whoever else comes.
    pub fn number(&self) -> f64 {
        self.clock + self.size
    }

    /// What is left of the job in the virtual system at an instant; nothing before it arrives and after its end.
    pub fn left(&self, time: f64) -> f64 {
        if time < self.arrival {
            return 0.0;
        }
        let next = self.course.partition_point(|(at, _)| *at <= time);
        match (next.checked_sub(1).and_then(|last| self.course.get(last)), self.course.get(next)) {
            (Some((from, here)), Some((to, there))) => here + (there - here) * (time - from) / (to - from),
            _ => 0.0,
        }
    }
}

impl VirtualTime {
    /// Whether a policy has a virtual system.
    pub const fn has(policy: &Kind) -> bool {
        matches!(policy, Kind::Fsp | Kind::Fspe | Kind::FspePs | Kind::FspeLas | Kind::FspePsAggressive | Kind::Psbs)
    }

    /// The virtual system of a run; none under a policy that has none.
    pub fn of(timeline: &Timeline) -> Option<Self> {
        Self::among(timeline, &timeline.jobs)
    }

    /// The same as it would go on from an instant if nobody else came.
    pub fn standing(timeline: &Timeline, time: f64) -> Option<Self> {
        let arrived = timeline.jobs.partition_point(|job| job.arrival <= time);
        Self::among(timeline, timeline.jobs.get(..arrived)?)
    }

    /// What the virtual clock says at an instant.
    pub fn at(&self, time: f64) -> f64 {
        let next = self.clock.partition_point(|beat| beat.time <= time);
        next.checked_sub(1).and_then(|last| self.clock.get(last)).map_or(0.0, |beat| beat.clock + beat.pace * (time - beat.time))
    }

    /// When the virtual system is empty for the last time.
    pub fn end(&self) -> f64 {
        self.tickets.iter().map(|ticket| ticket.end).fold(0.0, f64::max)
    }

    /// The virtual system if these jobs alone come. A run ends when all jobs have left the real system, where some may still be in
    /// the virtual one; so that both are seen to their ends, one more job comes when everybody has left.
    fn among(timeline: &Timeline, jobs: &[Job]) -> Option<Self> {
        if !Self::has(timeline.policy.kind()) {
            return None;
        }
        let last = jobs.last()?;
        let work: f64 = jobs.iter().map(|job| job.size + job.estimate).sum();
        let another = jobs.iter().map(|job| job.id).max()?.checked_add(1)?;
        let after = Job { id: another, arrival: last.arrival + 2.0 * work + 1.0, size: 1.0, estimate: 1.0, weight: 1.0 };
        let workload = Workload::new(jobs.iter().copied().chain([after])).ok()?;
        let run = Timeline::record(&Config::default(), &workload, &timeline.policy).ok()?;
        let weight = |job: usize| if *timeline.policy.kind() == Kind::Psbs { jobs[job].weight } else { 1.0 };
        let ends = run.snapshots.partition_point(|snapshot| snapshot.time < after.arrival);
        Some(Self::read(&run.snapshots[..ends], jobs, weight))
    }

    /// Reads it off the instants at which something happens.
    fn read(snapshots: &[Snapshot], jobs: &[Job], weight: impl Fn(usize) -> f64) -> Self {
        let ticket = |(position, job): (usize, &Job)| {
            let (arrival, weight) = (job.arrival, weight(position));
            Ticket { arrival, clock: 0.0, size: 0.0, weight, end: arrival, course: vec![] }
        };
        let mut tickets: Vec<Ticket> = jobs.iter().enumerate().map(ticket).collect();
        let mut clock: Vec<Beat> = vec![];
        // Who is late is no longer in the virtual system.
        let there = |snapshot: &Snapshot| {
            let inside = snapshot.jobs.iter().filter(|curve| !curve.late).copied();
            inside.filter_map(|curve| Some((curve.job as usize, curve.virtual_remaining?, curve.virtual_rate))).collect::<Vec<_>>()
        };
        let mut open: Vec<usize> = vec![];
        for snapshot in snapshots {
            let time = snapshot.time;
            let reading = clock.last().map_or(0.0, |beat| beat.clock + beat.pace * (time - beat.time));
            let inside = there(snapshot);
            for (position, ticket) in tickets.iter_mut().enumerate().filter(|(_, ticket)| ticket.arrival == time) {
                ticket.clock = reading;
                let left = inside.iter().find(|(job, ..)| *job == position).map_or(0.0, |(_, left, _)| *left);
                ticket.size = left / ticket.weight;
                if left <= 0.0 {
                    ticket.course = vec![(time, 0.0)];
                }
            }
            // Who was there and is not has completed.
            for position in open.iter().filter(|open| !inside.iter().any(|(job, ..)| job == *open)) {
                tickets[*position].course.push((time, 0.0));
                tickets[*position].end = time;
            }
            for (position, left, _) in &inside {
                tickets[*position].course.push((time, *left));
            }
            let pace = inside.first().map_or(0.0, |(position, _, rate)| rate / tickets[*position].weight);
            if clock.last().is_none_or(|beat| (beat.pace, beat.jobs) != (pace, inside.len())) {
                clock.push(Beat { time, clock: reading, pace, jobs: inside.len() });
            }
            open = inside.iter().map(|(position, ..)| *position).collect();
        }
        Self { clock, tickets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(policy: &str, jobs: &[(f64, f64, f64, f64)]) -> Timeline {
        let job = |(id, &(arrival, size, estimate, weight)): (u64, &(f64, f64, f64, f64))| Job { id, arrival, size, estimate, weight };
        let workload = Workload::new((1..).zip(jobs).map(job)).unwrap();
        Timeline::record(&Config::default(), &workload, &policy.parse().unwrap()).unwrap()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    fn ends(virtually: &VirtualTime) -> Vec<f64> {
        virtually.tickets.iter().map(|ticket| ticket.end).collect()
    }

    const AGING: [(f64, f64, f64, f64); 3] = [(0.0, 3.0, 3.0, 1.0), (0.0, 4.0, 4.0, 1.0), (3.0, 3.0, 3.0, 1.0)];

    #[test]
    fn aging_in_the_virtual_queue() {
        let timeline = run("fsp", &AGING);
        assert_eq!(timeline.completions, [3.0, 7.0, 10.0]);
        let virtually = VirtualTime::of(&timeline).unwrap();
        let all = |seen: Vec<f64>, wanted: [f64; 3]| {
            assert!(seen.iter().zip(wanted).all(|(a, b)| near(*a, b)), "{seen:?} {wanted:?}");
        };
        all(ends(&virtually), [7.5, 9.5, 10.0]);
        all(virtually.tickets.iter().map(Ticket::number).collect(), [3.0, 4.0, 4.5]);
        all(virtually.tickets.iter().map(|ticket| ticket.left(4.5)).collect(), [1.0, 2.0, 2.5]);
        all(virtually.tickets.iter().map(|ticket| ticket.left(8.0)).collect(), [0.0, 0.75, 1.25]);
        assert!(near(virtually.at(4.5), 2.0) && near(virtually.at(3.0), 1.5) && virtually.at(0.0) == 0.0);
        let pieces: Vec<(f64, usize)> = virtually.clock.iter().map(|beat| (beat.time, beat.jobs)).collect();
        assert_eq!(pieces, [(0.0, 2), (3.0, 3), (7.5, 2), (9.5, 1), (10.0, 0)]);
        assert!(virtually.clock[..4].iter().all(|beat| near(beat.pace, 1.0 / beat.jobs as f64)));
    }

    #[test]
    fn the_end_moves_when_somebody_comes_and_the_ticket_does_not() {
        let timeline = run("fsp", &AGING);
        let (before, after) = (VirtualTime::standing(&timeline, 2.0).unwrap(), VirtualTime::standing(&timeline, 3.0).unwrap());
        assert!(near(before.tickets[0].end, 6.0) && near(before.tickets[1].end, 7.0) && before.tickets.len() == 2);
        assert_eq!(Some(after), VirtualTime::of(&timeline));
        assert!(near(before.tickets[1].number(), 4.0));
        assert_eq!(VirtualTime::standing(&timeline, -1.0), None, "nobody is there");
    }

    #[test]
    fn a_late_job_completes_virtually_first() {
        let timeline = run("fspe+ps", &[(0.0, 40.0, 1.0, 1.0), (4.0, 3.0, 3.0, 1.0), (9.0, 2.0, 2.0, 1.0)]);
        let virtually = VirtualTime::of(&timeline).unwrap();
        assert!(near(virtually.tickets[0].end, 1.0) && timeline.completions[0] > 40.0);
        assert!(near(virtually.tickets[1].end, 7.0) && near(virtually.tickets[1].number(), 4.0), "while nobody is there the clock stands");
        assert!(near(virtually.at(3.0), 1.0) && near(virtually.at(100.0), 6.0));
    }

    #[test]
    fn the_virtual_system_is_seen_to_its_end() {
        let timeline = run("fspe", &[(0.0, 1.0, 5.0, 1.0), (2.0, 1.0, 9.0, 1.0)]);
        assert!(timeline.end() < 4.0);
        let virtually = VirtualTime::of(&timeline).unwrap();
        // Two share from 2, when 3 are left of the first, until 8, when 6 are left of the second.
        assert!(near(virtually.tickets[0].end, 8.0) && near(virtually.tickets[1].end, 14.0), "{virtually:?}");
        assert!(near(virtually.end(), 14.0) && virtually.clock.last().unwrap().jobs == 0);
    }

    #[test]
    fn weights_count_under_psbs() {
        let jobs = [(0.0, 4.0, 4.0, 1.0), (0.0, 6.0, 6.0, 3.0)];
        let virtually = VirtualTime::of(&run("psbs", &jobs)).unwrap();
        assert!(near(virtually.clock[0].pace, 0.25), "1 ÷ the weight of both");
        assert!(near(virtually.tickets[1].number(), 2.0) && near(virtually.tickets[1].end, 8.0));
        assert!(near(virtually.tickets[0].number(), 4.0) && near(virtually.tickets[0].end, 10.0));
        assert!(near(virtually.tickets[1].left(4.0), 3.0) && near(virtually.tickets[0].left(4.0), 3.0));
        let equal = VirtualTime::of(&run("fspe+ps", &jobs)).unwrap();
        assert!(near(equal.tickets[0].end, 8.0) && near(equal.tickets[1].end, 10.0), "FSPE+PS knows no weights");
    }

    #[test]
    fn a_job_of_which_nothing_is_expected_is_late_at_once() {
        let virtually = VirtualTime::of(&run("psbs", &[(1.0, 2.0, 0.0, 2.0), (1.0, 2.0, 2.0, 1.0)])).unwrap();
        let ticket = &virtually.tickets[0];
        assert_eq!((ticket.end, ticket.number(), ticket.left(1.0)), (1.0, 0.0, 0.0));
    }

    #[test]
    fn the_clock_reaches_each_ticket_when_the_job_ends() {
        let jobs = [(0.0, 9.0, 2.0, 2.0), (0.5, 1.0, 3.0, 1.0), (1.0, 2.0, 2.0, 0.5), (7.0, 4.0, 4.5, 1.0), (30.0, 1.0, 1.0, 3.0)];
        for policy in crate::server::Policy::all() {
            let Some(virtually) = VirtualTime::of(&run(policy.written(), &jobs)) else {
                assert!(!VirtualTime::has(policy.kind()));
                continue;
            };
            for ticket in &virtually.tickets {
                assert!(near(virtually.at(ticket.end), ticket.number()), "{policy}: {ticket:?}");
                let middle = f64::midpoint(ticket.arrival, ticket.end);
                assert!(near(ticket.left(middle), (ticket.number() - virtually.at(middle)) * ticket.weight), "{policy}: {ticket:?}");
            }
        }
    }
}
