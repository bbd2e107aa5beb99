//! The registry of the server world: a policy is a file in `policies/` and a line in the list below.

use super::{Config, Observer, Outcome, Servers, policies};
use crate::registry::{Asked, Choice, Kind, PolicyError, Preset, Registry, Row};
use crate::workload::Workload;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

macro_rules! policies {
    ($($name:ident = $file:ident,)*) => {
        /// A policy of the server world. Written as its key: `fspe+ps`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(into = "&'static str", try_from = "String")]
        #[allow(missing_docs, reason = "each policy is documented in its own file and by its row")]
        pub enum Policy {
            $($name,)*
        }

        impl Policy {
            /// All policies, in the order in which they are shown.
            pub const ALL: &[Self] = &[$(Self::$name,)*];

            /// What is said about the policy.
            pub const fn row(self) -> &'static Row {
                match self {
                    $(Self::$name => &policies::$file::ROW,)*
                }
            }

            /// On how many servers the policy is defined.
            pub const fn servers(self) -> Servers {
                match self {
                    $(Self::$name => policies::$file::SERVERS,)*
                }
            }

            pub(super) fn run<O: Observer>(self, config: &Config, workload: &Workload, observer: &mut O) -> Outcome {
                match self {
                    $(Self::$name => policies::$file::run(config, workload, observer),)*
                }
            }
        }
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
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.row().key)
    }
}

impl From<Policy> for &'static str {
    fn from(policy: Policy) -> Self {
        policy.row().key
    }
}

impl Policy {
    /// The same where the world does not matter.
    pub fn choice(self) -> Choice {
        Self::registry().choice(self.row(), self.row().key)
    }
}

impl Kind for Policy {
    fn registry() -> &'static Registry<Self> {
        static REGISTRY: LazyLock<Registry<Policy>> = LazyLock::new(|| {
            let preset = |policy: &Policy| Preset { row: *policy.row(), kind: *policy };
            Registry::new("server", Policy::ALL.iter().map(preset).collect(), vec![])
        });
        &REGISTRY
    }
}

impl FromStr for Policy {
    type Err = PolicyError;

    fn from_str(text: &str) -> Result<Self, PolicyError> {
        text.parse().map(|asked: Asked<Self>| *asked.kind())
    }
}

impl TryFrom<String> for Policy {
    type Error = PolicyError;

    fn try_from(text: String) -> Result<Self, PolicyError> {
        text.parse()
    }
}
