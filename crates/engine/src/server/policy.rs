//! The registry of the server world: a policy is a file in `policies/` and a line in the list below.

use super::Fault;
use super::{Config, Observer, Outcome, Servers, policies};
use crate::registry::{self, Asked, Family, Parameter, Preset, Registry, Row};
use crate::workload::Workload;
use std::sync::LazyLock;

/// A policy of the server world with its parameters: `fspe+ps`, `rr[quantum=2]`.
pub type Policy = Asked<Kind>;

/// A policy with its file in `policies/`; behind `with`, the parameters that it declares there.
macro_rules! policies {
    ($($name:ident = $file:ident $(with $parameters:ident)?,)*) => {
        /// How a policy of the server world works.
        #[derive(Clone, Debug, PartialEq)]
        #[allow(missing_docs, reason = "each policy is documented in its own file and by its row")]
        pub enum Kind {
            $($name $((policies::$file::$parameters))?,)*
        }

        impl Kind {
            /// What is said about the policy.
            pub const fn row(&self) -> &'static Row {
                match self {
                    $(Self::$name { .. } => &policies::$file::ROW,)*
                }
            }

            /// On how many servers the policy is defined, whatever its parameters.
            const fn usual_servers(&self) -> Servers {
                match self {
                    $(Self::$name { .. } => policies::$file::SERVERS,)*
                }
            }

            pub(super) fn run<O: Observer>(&self, config: &Config, workload: &Workload, observer: &mut O) -> Result<Outcome, Fault> {
                match self {
                    $(policies!(@pattern $name its $($parameters)?) => policies!(@run $file its (config, workload, observer) $($parameters)?),)*
                }
            }
        }

        static REGISTRY: LazyLock<Registry<Kind>> = LazyLock::new(|| {
            let presets = vec![$(Preset { row: policies::$file::ROW, kind: policies!(@default $name $file $($parameters)?) },)*];
            let parameters: Vec<Vec<Parameter<Kind>>> = vec![$($(policies!(@declared $name $file $parameters),)?)*];
            Registry::new("server", presets, parameters.into_iter().flatten().collect())
                .reading(policies::rank::ROW.key, |text| policies::rank::Parameters::read(text).map(Kind::Rank))
                .reading(policies::share::ROW.key, |text| policies::share::Parameters::read(text).map(Kind::Share))
        });
    };
    (@pattern $name:ident $its:ident) => { Self::$name };
    (@pattern $name:ident $its:ident $parameters:ident) => { Self::$name($its) };
    (@run $file:ident $its:ident ($($with:ident),*)) => { policies::$file::run($($with),*) };
    (@run $file:ident $its:ident ($($with:ident),*) $parameters:ident) => { $its.run($($with),*) };
    (@default $name:ident $file:ident) => { Kind::$name };
    (@default $name:ident $file:ident $parameters:ident) => { Kind::$name(policies::$file::$parameters::default()) };
    (@declared $name:ident $file:ident $parameters:ident) => {
        policies::$file::parameters()
            .into_iter()
            .map(|parameter: Parameter<policies::$file::$parameters>| {
                parameter.of(policies::$file::ROW.key, |_| true).within(
                    |kind: &Kind| if let Kind::$name(its) = kind { Some(its) } else { None },
                    |kind| if let Kind::$name(its) = kind { Some(its) } else { None },
                )
            })
            .collect()
    };
}

policies! {
    Fifo = fifo,
    Ps = ps,
    Gps = gps,
    Las = las,
    Srpt = srpt,
    Psjf = psjf,
    Sjf = sjf,
    Fsp = fsp,
    Srpte = srpte,
    Psjfe = psjfe,
    Sjfe = sjfe,
    Fspe = fspe,
    FspePs = fspe_ps,
    FspeLas = fspe_las,
    FspePsAggressive = fspe_ps_aggressive,
    SrptePs = srpte_ps,
    SrpteLas = srpte_las,
    Psbs = psbs,
    Rr = rr with Parameters,
    Mlfq = mlfq with Parameters,
    Lottery = lottery with Parameters,
    Stride = stride with Parameters,
    Priority = priority with Parameters,
    Hrrn = hrrn,
    Edf = edf with Parameters,
    Wpsjfe = wpsjfe,
    Wsrpte = wsrpte,
    SrptB = srpt_b,
    PsjfeLas = psjfe_las,
    Nudge = nudge with Parameters,
    Boost = boost with Parameters,
    Gittins = gittins with Parameters,
    GittinsBlind = gittins_blind with Parameters,
    Serpt = serpt with Parameters,
    Rank = rank with Parameters,
    Share = share with Parameters,
}

impl Kind {
    /// On how many servers the policy is defined.
    pub fn servers(&self) -> Servers {
        match self {
            Self::Rank(its) => its.servers(),
            _ => self.usual_servers(),
        }
    }

    /// The parameter that says how short a turn may be, and its value, where jobs take turns that are simulated one by one.
    pub(super) fn turn(&self) -> Option<(&'static str, f64)> {
        Some(match self {
            Self::Rr(its) => ("quantum", its.quantum),
            Self::Lottery(its) => ("quantum", its.quantum),
            Self::Stride(its) => ("quantum", its.quantum),
            Self::Mlfq(its) if its.boost < its.quantum => ("boost", its.boost),
            Self::Mlfq(its) => ("quantum", its.quantum),
            _ => return None,
        })
    }
}

impl registry::Kind for Kind {
    fn registry() -> &'static Registry<Self> {
        &REGISTRY
    }

    fn own_name(&self) -> Option<String> {
        match self {
            Self::Rank(its) => Some(its.name()),
            Self::Share(its) => Some(its.name()),
            _ => None,
        }
    }

    fn own_family(&self) -> Option<Family> {
        match self {
            Self::Rank(its) => Some(its.rule().formula.family()),
            Self::Share(its) => Some(its.rule().formula.family()),
            _ => None,
        }
    }
}
