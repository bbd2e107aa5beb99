//! The registry of the cluster world: a policy is a file in `policies/` and a line in the list below.

use super::Config;
use super::policies;
use super::scheduler::{Gain, Loss, Rule, Scheduler};
use crate::registry::{self, Asked, Parameter, Preset, Registry};
use std::sync::LazyLock;

/// A policy of the cluster world with its parameters: `hfsp[preemption=kill,t=3]`.
pub type Policy = Asked<Kind>;

macro_rules! policies {
    ($($name:ident = $file:ident,)*) => {
        /// How a policy works: whose rule it is, with its parameters.
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub enum Kind {
            $($name(policies::$file::Parameters),)*
        }

        impl Kind {
            pub(super) fn scheduler(self, config: &Config) -> Box<dyn Scheduler> {
                match self {
                    $(Self::$name(parameters) => parameters.scheduler(config),)*
                }
            }

            /// Whether what it suspends takes room in memory.
            pub fn pages(self) -> bool {
                match self {
                    $(Self::$name(parameters) => parameters.pages(),)*
                }
            }

            /// What has cost a job slots, in a few words.
            pub(super) fn grounds(self, loss: &Loss) -> Option<String> {
                match self {
                    $(Self::$name(parameters) => parameters.grounds(loss),)*
                }
            }

            /// What has given a job a slot, in a few words.
            pub(super) fn reason(self, gain: &Gain) -> Option<String> {
                match self {
                    $(Self::$name(parameters) => parameters.reason(gain),)*
                }
            }
        }

        static REGISTRY: LazyLock<Registry<Kind>> = LazyLock::new(|| {
            let (mut presets, mut parameters) = (vec![], vec![]);
            $(
                let (its_presets, its_parameters) = family(
                    Kind::$name,
                    |kind| if let Kind::$name(parameters) = kind { Some(parameters) } else { None },
                    |kind| if let Kind::$name(parameters) = kind { Some(parameters) } else { None },
                );
                presets.extend(its_presets);
                parameters.extend(its_parameters);
            )*
            Registry::new("cluster", presets, parameters)
        });
    };
}

policies! {
    Fifo = fifo,
    Fair = fair,
    Gp = gp,
    Hfsp = hfsp,
    Dummy = dummy,
}

/// The presets and the parameters of a rule as those of the world.
fn family<R: Rule>(
    kind: fn(R) -> Kind,
    part: fn(&Kind) -> Option<&R>,
    part_mut: fn(&mut Kind) -> Option<&mut R>,
) -> (impl Iterator<Item = Preset<Kind>>, impl Iterator<Item = Parameter<Kind>>) {
    let presets = R::presets();
    let of = presets[0].row.key;
    let parameters = R::parameters().into_iter().map(move |parameter| parameter.of(of, |_| true).within(part, part_mut));
    (presets.into_iter().map(move |preset| Preset { row: preset.row, kind: kind(preset.kind) }), parameters)
}

impl registry::Kind for Kind {
    fn registry() -> &'static Registry<Self> {
        &REGISTRY
    }
}

#[cfg(test)]
mod tests {
    use super::{Kind, Policy};
    use crate::cluster::hfsp::Primitive;

    #[test]
    fn parameters_change_what_they_name() {
        let policy: Policy = "hfsp[preemption=kill, t=3]".parse().unwrap();
        let Kind::Hfsp(parameters) = policy.kind() else { panic!("not HFSP") };
        assert_eq!((parameters.primitive, parameters.estimator.samples), (Primitive::Kill, 3));
    }

    #[test]
    fn mistakes_are_answered_with_what_is_allowed() {
        let error = |text: &str| text.parse::<Policy>().unwrap_err().to_string();
        assert!(error("hfps").contains("did you mean \"hfsp\""));
        assert!(error("hfsp[premption=kill]").contains("did you mean \"preemption\""));
        assert!(error("hfsp[t=0]").contains("1 to 1000"));
        assert!(error("hfsp[t]").contains("key[name=value"));
        assert!(error("hfsp[t=1, t =2]").contains("the parameter \"t\" twice"));
        assert!(error("fifo[t=1]").contains("allowed: none"));
    }
}
