//! The registry of the datacenter world: a policy is an entry of [`presets`].

use super::beliefs::Beliefs;
use super::design::{CENTRAL, DISTRIBUTED, Design, EAGLE, HAWK, OMNISCIENT, Order, Pool, Rescue, SPARROW, SPLIT, probe};
use super::kind::{Kind, Rule};
use super::{big_c, kairos};
use crate::registry::{self, Asked, Family, Parameter, Preset, Registry, Row};
use std::sync::LazyLock;

/// A policy of the datacenter world with its parameters: `hawk[cap=5]`.
pub type Policy = Asked<Kind>;

/// A design that goes by estimates.
fn preset(key: &'static str, name: &'static str, line: &'static str, source: &'static str, design: Design) -> Preset<Kind> {
    let row = Row { key, name, full: "", family: Family::Estimated, preemptive: false, line, source };
    Preset { row, kind: Rule::Design(design).into() }
}

/// The same if it ignores sizes.
fn blind(preset: Preset<Kind>) -> Preset<Kind> {
    Preset { row: Row { family: Family::Blind, ..preset.row }, ..preset }
}

/// Kairos with some parameters.
fn central(
    key: &'static str,
    name: &'static str,
    line: &'static str,
    source: &'static str,
    parameters: kairos::Parameters,
) -> Preset<Kind> {
    let row = Row { key, name, full: "", family: Family::Blind, preemptive: parameters.quantum.is_finite(), line, source };
    Preset { row, kind: Rule::Kairos(parameters).into() }
}

/// All of them, in the order in which they are shown.
fn presets() -> Vec<Preset<Kind>> {
    vec![
        blind(preset(
            "sparrow",
            "Sparrow",
            "two probes per task; the first free worker gets it",
            "Delgado's thesis, section 2.2.3",
            SPARROW,
        )),
        preset(
            "central-lwl",
            "Central LWL",
            "each task to the worker with least estimated work",
            "Delgado's thesis, section 2.4.5",
            CENTRAL,
        ),
        preset("split", "Split", "long and short jobs on separate workers", "Delgado's thesis, section 2.4.6", SPLIT),
        preset(
            "hawk",
            "Hawk",
            "long jobs placed centrally, short ones probed; idle workers steal what waits behind long tasks",
            "Delgado's thesis, chapter 2",
            HAWK,
        ),
        preset(
            "hawk-no-central",
            "Hawk without central placement",
            "Hawk with probes for long jobs as well",
            "Delgado's thesis, section 2.4.4",
            Design { long: probe(Pool::General, 0), ..HAWK },
        ),
        preset(
            "hawk-no-partition",
            "Hawk without partition",
            "Hawk without workers reserved for short tasks",
            "Delgado's thesis, section 2.4.4",
            Design { partition: false, ..HAWK },
        ),
        preset(
            "hawk-no-stealing",
            "Hawk without stealing",
            "Hawk without stealing of queued tasks",
            "Delgado's thesis, section 2.4.4",
            Design { rescue: Rescue::None, ..HAWK },
        ),
        preset(
            "eagle",
            "Eagle",
            "workers with long tasks reject short probes; probes stick; least remaining work first",
            "Delgado's thesis, chapter 3",
            EAGLE,
        ),
        preset(
            "eagle-no-sss",
            "Eagle without SSS",
            "Eagle without rejection of probes",
            "Delgado's thesis, section 3.6.3",
            Design { rescue: Rescue::None, ..EAGLE },
        ),
        preset(
            "eagle-no-minprobes",
            "Eagle without least probes",
            "Eagle with two probes per task, however few tasks",
            "Delgado's thesis, section 3.6.3",
            Design { short: probe(Pool::All, 0), ..EAGLE },
        ),
        preset(
            "eagle-no-sbp-srpt",
            "Eagle without sticky probes and SRPT",
            "Eagle with one task per probe, first come, first served",
            "Delgado's thesis, section 3.6.3",
            Design { order: Order::Fifo, sticky: false, ..EAGLE },
        ),
        preset(
            "ideal-eagle",
            "Ideal Eagle",
            "Eagle whose probes know where long tasks are",
            "the authors' simulator of Eagle",
            Design { rescue: Rescue::Ideal, ..EAGLE },
        ),
        preset(
            "omniscient-lwl",
            "Omniscient LWL",
            "least waiting time with exact state, in Eagle's partition",
            "Delgado's thesis, section 3.6.4",
            OMNISCIENT,
        ),
        preset(
            "dlwl-srpt",
            "Distributed LWL + SRPT",
            "each task to the worker that seems least loaded by the last heartbeat; least remaining work first",
            "Delgado's thesis, section 3.6.2",
            DISTRIBUTED,
        ),
        central(
            "kairos",
            "Kairos",
            "tasks spread evenly; least attained service first at each worker",
            "Delgado's thesis, chapter 4",
            kairos::KAIROS,
        ),
        central(
            "yarn-fifo",
            "YARN FIFO",
            "tasks of the earliest job to the first free worker",
            "Delgado's thesis, section 4.5",
            kairos::YARN_FIFO,
        ),
        Preset {
            row: Row {
                key: "big-c",
                name: "Big-C",
                full: "",
                family: Family::Estimated,
                preemptive: true,
                line: "short tasks first; they suspend long ones beyond the share of long jobs",
                source: "Delgado's thesis, section 4.5.1",
            },
            kind: Rule::BigC(big_c::BIG_C).into(),
        },
    ]
}

/// The parameters of a rule as those of policies.
macro_rules! parameters_of {
    ($rule:ident, $parameters:ty) => {
        <$parameters>::in_brackets().into_iter().map(|parameter| {
            parameter.within(
                |kind: &Kind| if let Rule::$rule(its) = &kind.rule { Some(its) } else { None },
                |kind| if let Rule::$rule(its) = &mut kind.rule { Some(its) } else { None },
            )
        })
    };
}

impl registry::Kind for Kind {
    fn own_family(&self) -> Option<Family> {
        self.reads_estimates().then_some(Family::Estimated)
    }

    fn registry() -> &'static Registry<Self> {
        static REGISTRY: LazyLock<Registry<Kind>> = LazyLock::new(|| {
            let of_beliefs =
                |parameter: Parameter<Beliefs>| parameter.within(|kind: &Kind| Some(&kind.beliefs), |kind| Some(&mut kind.beliefs));
            let parameters = Beliefs::in_brackets()
                .into_iter()
                .map(of_beliefs)
                .chain(parameters_of!(Design, Design))
                .chain(parameters_of!(Kairos, kairos::Parameters))
                .chain(parameters_of!(BigC, big_c::Parameters));
            Registry::new("datacenter", presets(), parameters.collect())
        });
        &REGISTRY
    }
}

#[cfg(test)]
mod tests {
    use super::Policy;

    #[test]
    fn a_parameter_is_given_once() {
        let error = "hawk[cap=5, cap=6]".parse::<Policy>().unwrap_err().to_string();
        assert_eq!(error, "hawk[cap=5, cap=6] gives the parameter \"cap\" twice; allowed: each parameter once");
        assert!("hawk[cap=5,error=uniform(0.5,2)]".parse::<Policy>().is_ok(), "a comma inside parentheses");
    }
}
