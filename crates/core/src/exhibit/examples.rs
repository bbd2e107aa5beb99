//! The bundled examples.

use super::Exhibit;
use crate::experiment::Scenario;

/// A small scenario of the sources, with its story.
#[derive(Debug, PartialEq, Eq)]
pub struct Example {
    /// Its name in links and flags.
    pub key: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// What to look at.
    pub story: &'static str,
    /// Its jobs, as a link has them.
    pub(super) jobs: &'static str,
    /// Its policies, as a link has them.
    pub(super) policies: &'static str,
}

/// The bundled examples, the first to show first.
pub const EXAMPLES: &[Example] = &[
    Example {
        key: "under-estimated",
        title: "A large job, under-estimated",
        source: "an example of this project, after Fig 3.1 of Pastorelli's thesis",
        story: "J1 has size 40 but an estimate of 1, forty times too small. At t = 1 it turns late. Under SRPTE nothing can preempt a late job, and five small ones pile up behind it. Under FSPE+PS they soon turn late themselves, share the server with it, and complete soon.",
        jobs: "0:40:1,4:3,9:5,12:2,20:4,27:3",
        policies: "srpte,fspe+ps",
    },
    Example {
        key: "under-estimation",
        title: "Under-estimated forty-fold",
        source: "Pastorelli's thesis, Fig 3.1 right",
        story: "J1 has size 100 but an estimate of 2.5. At t = 2.5 it turns late. Under SRPTE and FSPE it now blocks the server until it completes, and the two small jobs wait; under FSPE+PS they turn late themselves, share the server, and complete soon.",
        jobs: "0:100:2.5,3:2,6:2",
        policies: "srpte,fspe+ps",
    },
    Example {
        key: "over-estimation",
        title: "Over-estimated twofold",
        source: "Pastorelli's thesis, Fig 3.1 left",
        story: "J1 has size 5 but an estimate of 10. Both others overtake it, and only J1 suffers: over-estimation harms the job itself.",
        jobs: "0:5:10,2:4,6:3.5",
        policies: "srpt,srpte,fspe+ps",
    },
    Example {
        key: "two-jobs",
        title: "Two jobs, four policies",
        source: "Pastorelli's thesis, Figs 2.1 to 2.3",
        story: "A job of size 4, and at t = 1 one of size 2. FIFO makes the small one wait, PS serves both at half speed, LAS lets it catch up, SRPT and FSP serve it first: the mean sojourn time is 4, the minimum with exact sizes.",
        jobs: "0:4,1:2",
        policies: "fifo,ps,las,srpt",
    },
    Example {
        key: "starvation",
        title: "SRPT starves, FSP does not",
        source: "an example of this project",
        story: "Jobs of size 10 keep coming, one every 10. Under SRPT the job of size 15 waits for all of them. Under FSP it ages like any other job; at t = 10 it ties with the job that arrives and goes first.",
        jobs: "0:15,0:10,10:10,20:10",
        policies: "srpt,fsp",
    },
    Example {
        key: "aging",
        title: "Aging in the virtual queue",
        source: "Pastorelli's thesis, Fig 4.2",
        story: "While Job 1 runs, Jobs 1 and 2 both age in the virtual queue. When Job 3 arrives at t = 3 it is smaller than Job 2, but Job 2 has only 2.5 left virtually: FSP serves it first, SRPT does not.",
        jobs: "0:3,0:4,3:3",
        policies: "fsp,srpt",
    },
    Example {
        key: "large-job-first",
        title: "One large job, two small",
        source: "an example of this project",
        story: "Size 30 at 0, two of size 10 at 10 and 15. FIFO makes the small ones wait for the large one; under SRPT and FSP the large one waits for them.",
        jobs: "0:30,10:10,15:10",
        policies: "fifo,ps,las,srpt",
    },
    Example {
        key: "four-jobs",
        title: "Four jobs, four sizes",
        source: "an example of this project",
        story: "Sizes 10, 12, 5 and 2 at 0, 1, 2 and 10. Watch the smallest, which arrives last: under FIFO it waits for all, under LAS and SRPT it runs at once.",
        jobs: "0:10,1:12,2:5,10:2",
        policies: "fifo,ps,las,fsp",
    },
];

/// The bundled example with this key.
pub fn example(key: &str) -> Option<&'static Example> {
    EXAMPLES.iter().find(|example| example.key == key)
}

impl Example {
    /// Its jobs and policies as a scenario.
    pub fn scenario(&self) -> Scenario {
        Exhibit::of_example(self).scenario()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Study;

    #[test]
    fn all_examples_can_be_simulated() {
        for example in EXAMPLES {
            let study = Study::new(example.scenario(), |_| unreachable!("examples hold their jobs")).unwrap();
            assert!(!study.choices().is_empty(), "{}", example.key);
        }
        assert_eq!(example("nothing"), None);
    }
}
