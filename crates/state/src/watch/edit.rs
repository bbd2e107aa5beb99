//! What a hand can do to the jobs.

use schedscope::sim::number;
use schedscope::workload::{Ids, Job};
use schedscope_core::exhibit::Exhibit;

/// What a job has that can be taken hold of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handle {
    /// When it arrives.
    Arrival,
    /// The work it needs.
    Size,
    /// The work it is believed to need.
    Estimate,
    /// Its weight.
    Weight,
}

impl Handle {
    /// What is dragged.
    pub const DRAGGED: [Self; 3] = [Self::Arrival, Self::Size, Self::Estimate];
    /// What has a field.
    pub const ALL: [Self; 4] = [Self::Arrival, Self::Size, Self::Estimate, Self::Weight];

    /// How it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Arrival => "arrival",
            Self::Size => "size",
            Self::Estimate => "estimate",
            Self::Weight => "weight",
        }
    }

    /// Symbol, meaning and unit.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Arrival => "t: arrival time of the job.",
            Self::Size => "s: the work it needs, as its time alone on the server. Only policies with exact sizes know it.",
            Self::Estimate => {
                "ŝ: the estimate of its size. If it is below the size, the job turns late. Blind policies and those with exact sizes ignore it."
            }
            Self::Weight => "w: its weight under GPS and PSBS; the default is 1.",
        }
    }

    /// Its value.
    pub const fn of(self, job: &Job) -> f64 {
        match self {
            Self::Arrival => job.arrival,
            Self::Size => job.size,
            Self::Estimate => job.estimate,
            Self::Weight => job.weight,
        }
    }

    /// What is allowed, in words.
    pub const fn allowed(self) -> &'static str {
        match self {
            Self::Arrival | Self::Estimate => "0, or 0.000001 to 1000000",
            Self::Size | Self::Weight => "0.000001 to 1000000",
        }
    }

    /// Whether this may be its value.
    pub fn allows(self, value: f64) -> bool {
        let zero = matches!(self, Self::Arrival | Self::Estimate) && value == 0.0;
        zero || (1e-6..=1e6).contains(&value)
    }
}

/// A change by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edit {
    /// Gives something of the job at this place another value.
    Set(usize, Handle, f64),
    /// Adds a job, much like the last.
    Add,
    /// Takes out the job at this place.
    Remove(usize),
    /// Draws this many jobs with this seed.
    Draw(u32, u64),
}

impl Edit {
    /// What is shown after this change, if it is one. Jobs keep what they are called.
    pub fn change(self, exhibit: &Exhibit, end: f64) -> Option<Exhibit> {
        let jobs = self.apply(&exhibit.jobs, end)?;
        let called = match self {
            Self::Set(..) | Self::Add => exhibit.called.clone(),
            Self::Remove(place) => {
                let removed = place as u64 + 1;
                let kept = exhibit.called.iter().filter(|(id, _)| *id != removed);
                Ids::new(kept.map(|(id, name)| (if id > removed { id - 1 } else { id }, name.to_owned())).collect())
            }
            Self::Draw(..) => Ids::default(),
        };
        Some(Exhibit { called, ..Exhibit::of(jobs, exhibit.policies.clone()) })
    }

    /// The jobs after this change, if it is one.
    pub fn apply(self, jobs: &[Job], end: f64) -> Option<Vec<Job>> {
        let mut new = jobs.to_vec();
        match self {
            Self::Set(place, handle, value) => {
                let job = new.get_mut(place).filter(|_| handle.allows(value))?;
                match handle {
                    Handle::Arrival => job.arrival = value,
                    // A right estimate stays right: to be wrong it is dragged away.
                    Handle::Size if job.estimate == job.size => (job.size, job.estimate) = (value, value),
                    Handle::Size => job.size = value,
                    Handle::Estimate => job.estimate = value,
                    Handle::Weight => job.weight = value,
                }
            }
            Self::Add => {
                let last = new.iter().map(|job| job.arrival).fold(0.0, f64::max);
                let step = step(end) * 10.0;
                let (arrival, size) = (snap(last + step, step), step);
                new.push(Job { id: 0, arrival, size, estimate: size, weight: 1.0 });
            }
            Self::Remove(place) => drop((place < new.len()).then(|| new.remove(place))?),
            Self::Draw(count, seed) => new = Exhibit::random_jobs(count, seed),
        }
        (1..).zip(&mut new).for_each(|(id, job)| job.id = id);
        ((1..=Exhibit::MOST_JOBS).contains(&new.len()) && new != jobs).then_some(new)
    }

    /// Whether it goes on with the change before, as one drag.
    pub fn continues(self, before: Self) -> bool {
        matches!((self, before), (Self::Set(job, handle, _), Self::Set(other, same, _)) if (job, handle) == (other, same))
    }
}

/// A round step, about a three-hundredth of an axis.
pub fn step(end: f64) -> f64 {
    let wish = (end / 300.0).max(1e-3);
    let decade = libm::pow(10.0, libm::floor(libm::log10(wish)));
    decade * [1.0, 2.0, 5.0, 10.0].into_iter().find(|factor| factor * decade >= wish * 0.999).unwrap_or(10.0)
}

/// The nearest multiple of a step, in as few digits as it has.
pub fn snap(value: f64, step: f64) -> f64 {
    let rounded = libm::round(value / step) * step;
    number(&format!("{rounded:.3}")).unwrap_or(rounded)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jobs() -> Vec<Job> {
        Exhibit::from_query("jobs=0:10,3:4:1", &[]).unwrap().jobs
    }

    #[test]
    fn a_right_estimate_goes_with_its_size() {
        let right = Edit::Set(0, Handle::Size, 7.0).apply(&jobs(), 20.0).unwrap();
        assert_eq!((right[0].size, right[0].estimate), (7.0, 7.0));
        let wrong = Edit::Set(1, Handle::Size, 7.0).apply(&jobs(), 20.0).unwrap();
        assert_eq!((wrong[1].size, wrong[1].estimate), (7.0, 1.0));
    }

    #[test]
    fn each_handle_sets_what_it_shows() {
        for handle in Handle::ALL {
            let new = Edit::Set(1, handle, 2.5).apply(&jobs(), 20.0).unwrap();
            assert_eq!(handle.of(&new[1]), 2.5, "{}", handle.name());
            assert_eq!(new[0], jobs()[0]);
        }
    }

    #[test]
    fn what_changes_nothing_or_is_not_allowed_is_no_change() {
        for edit in [
            Edit::Set(0, Handle::Size, 10.0),
            Edit::Set(0, Handle::Size, 0.0),
            Edit::Set(0, Handle::Weight, -1.0),
            Edit::Set(0, Handle::Arrival, f64::NAN),
            Edit::Set(0, Handle::Estimate, 1e7),
            Edit::Set(9, Handle::Size, 1.0),
            Edit::Remove(9),
            Edit::Draw(21, 1),
        ] {
            assert_eq!(edit.apply(&jobs(), 20.0), None, "{edit:?}");
        }
        assert!(Edit::Set(1, Handle::Estimate, 0.0).apply(&jobs(), 20.0).is_some());
    }

    #[test]
    fn jobs_come_and_go_and_are_numbered_anew() {
        let more = Edit::Add.apply(&jobs(), 30.0).unwrap();
        assert_eq!((more.len(), more[2].id, more[2].arrival, more[2].size), (3, 3, 4.0, 1.0));
        let fewer = Edit::Remove(0).apply(&jobs(), 30.0).unwrap();
        assert_eq!((fewer.len(), fewer[0].id, fewer[0].arrival), (1, 1, 3.0));
        assert_eq!(Edit::Remove(0).apply(&fewer, 30.0), None, "one has to stay");
        assert_eq!(Edit::Draw(5, 1).apply(&jobs(), 30.0).unwrap(), Exhibit::random_jobs(5, 1));
        assert_eq!(Edit::Add.apply(&Exhibit::random_jobs(20, 1), 30.0), None, "no more than can be told apart");
    }

    #[test]
    fn a_drag_is_one_change() {
        let size = |place, x| Edit::Set(place, Handle::Size, x);
        assert!(size(0, 2.0).continues(size(0, 1.0)));
        assert!(!size(0, 2.0).continues(size(1, 1.0)) && !size(0, 2.0).continues(Edit::Set(0, Handle::Weight, 1.0)));
        assert!(!Edit::Add.continues(Edit::Add));
    }

    #[test]
    fn dragging_goes_by_round_steps() {
        assert_eq!([3.0, 30.0, 100.0, 0.0].map(step), [0.01, 0.1, 0.5, 0.001]);
        assert_eq!((snap(3.12, 0.1), snap(3.16, 0.5), snap(0.3, 0.1)), (3.1, 3.0, 0.3));
    }
}
