//! What holds of the policies of every world, by their registries alone.

use schedscope::registry::{Asked, Kind, Registry};
use schedscope::{cluster, datacenter, server};

fn error<K: Kind>(text: &str) -> String {
    text.parse::<Asked<K>>().expect_err(text).to_string()
}

fn check<K: Kind>(registry: &'static Registry<K>) {
    let presets = registry.presets();
    for (i, preset) in presets.iter().enumerate() {
        let key = preset.row.key;
        assert!(presets[..i].iter().all(|other| other.row.key != key && other.row.name != preset.row.name), "{key} is there twice");
        if registry.reads_text(key) {
            assert!(error::<K>(key).starts_with(key) && error::<K>(&format!("{key}[")).contains("lacks the ] at its end"));
            continue;
        }
        assert_eq!(key.parse::<Asked<K>>().unwrap().kind(), &preset.kind, "{key}");
        let unclosed = format!("{key}[");
        assert!(error::<K>(&unclosed).contains(&format!("\"{unclosed}\" lacks the ] at its end")));
        assert!(error::<K>(&format!("{key}[gibberish=1]")).contains(&format!("{key} has no parameter \"gibberish\"; allowed: ")));
        for parameter in registry.parameters() {
            let (name, allowed) = (parameter.name(), parameter.allowed());
            if !parameter.is_of(&preset.kind) {
                if !registry.parameters_of(preset).any(|its| its.name() == name) {
                    assert!(error::<K>(&format!("{key}[{name}=1]")).contains(&format!("{key} has no parameter \"{name}\"")));
                }
                continue;
            }
            let said = error::<K>(&format!("{key}[{name}=nonsense]"));
            assert_eq!(said, format!("{key}[{name}=nonsense]: nonsense is not allowed; allowed: {allowed}"));
            assert_eq!(error::<K>(&format!("{key}[{name}=]")), format!("{key}[{name}=]: \"\" is not allowed; allowed: {allowed}"));
            let alone = !allowed.contains(", with ");
            for word in parameter.words() {
                assert!(format!("{key}[{name}={word}]").parse::<Asked<K>>().is_ok() || !alone, "{key}[{name}={word}]");
            }
        }
    }
    assert!(error::<K>("nonsense").starts_with("unknown policy \"nonsense\""));
}

#[test]
fn every_policy_and_every_parameter_is_heard() {
    check(server::Policy::registry());
    check(cluster::Policy::registry());
    check(datacenter::Policy::registry());
}

#[test]
fn a_policy_names_its_default_first() {
    let words = |key| cluster::Policy::registry().words(key, "preemption");
    assert_eq!(words("fifo"), [""; 0]);
    assert_eq!(words("fair"), ["none", "kill"]);
    assert_eq!(words("hfsp"), ["wait", "kill", "suspend", "adaptive"]);
    assert_eq!(words("hfsp-viper"), ["suspend", "wait", "kill", "adaptive"]);
}
