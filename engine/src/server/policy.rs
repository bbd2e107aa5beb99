//! The registry of the server world: a policy is a file in `policies/` and a line in the list below.

use super::{Config, Observer, Outcome, Servers, policies};
use crate::registry::{self, Choice, Row, UnknownPolicy};
use crate::workload::Workload;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

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

            /// The policy as it is asked for.
            pub fn choice(self) -> Choice {
                Choice::new("server", self.row(), self.row().key)
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

impl FromStr for Policy {
    type Err = UnknownPolicy;

    fn from_str(key: &str) -> Result<Self, UnknownPolicy> {
        let row = registry::find(key, Self::ALL.iter().map(|policy| policy.row()))?;
        Ok(*Self::ALL.iter().find(|policy| policy.row().key == row.key).expect("the row is one of these"))
    }
}

impl TryFrom<String> for Policy {
    type Error = UnknownPolicy;

    fn try_from(key: String) -> Result<Self, UnknownPolicy> {
        key.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn policies_differ_in_key_and_name() {
        for (i, a) in Policy::ALL.iter().map(|policy| policy.row()).enumerate() {
            for b in Policy::ALL[..i].iter().map(|policy| policy.row()) {
                assert!(a.key != b.key && a.name != b.name, "{} and {}", a.key, b.key);
            }
        }
    }
}
