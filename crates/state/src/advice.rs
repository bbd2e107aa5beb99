//! What the page says where a scenario is wrong: in its own words, without the flags of the command line.

use super::protocol::Fault;
use super::view::called;
use schedscope_core::experiment::{ScenarioError, SystemKind, keys, named};

impl From<ScenarioError> for Fault {
    /// In the words of the page, where one goes elsewhere by its views.
    fn from(error: ScenarioError) -> Self {
        let of = |worlds: &[SystemKind]| named(worlds, " and the ", SystemKind::key);
        let views = |worlds: &[SystemKind]| named(worlds, " or ", |world| called(world).0.to_owned());
        let message = match &error {
            ScenarioError::Elsewhere { key, worlds, world } => {
                format!("{key} is a policy of the {}: see {}. The {world} knows: {}", of(worlds), views(worlds), keys(*world))
            }
            ScenarioError::Foreign { called, worlds, world, .. } => {
                format!("{called} has no meaning here: it belongs to the {} (see {}), and this is the {world}", of(worlds), views(worlds))
            }
            ScenarioError::NoPolicy(_) => "policies is empty; allowed: at least one policy".to_owned(),
            _ => without_flags(&error.to_string()),
        };
        Self::new(error.field(), &message)
    }
}

/// A message without the flags of the command line, and without the names of the fields beside them: a world is a view here.
pub fn without_flags(message: &str) -> String {
    let views = SystemKind::ALL.iter().map(|world| (format!("(--system {})", world.key()), format!("(see {})", called(*world).0)));
    let mut message = views.fold(message.to_owned(), |message, (flag, view)| message.replace(&flag, &view));
    while let Some(flag) = message.find(", --") {
        let start = message[..flag].rfind(" (").unwrap_or(flag);
        let end = message[flag..].find(')').map_or(message.len(), |end| flag + end + 1);
        message.replace_range(start..end, "");
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::experiment::Scenario;

    #[test]
    fn messages_name_no_flags() {
        let read = |text: &'static str| {
            let scenario = Scenario::from_query("workload.path=jobs.csv").unwrap();
            Fault::from(schedscope_core::experiment::Study::new(scenario, |_| Ok(text.as_bytes().to_vec())).unwrap_err()).message
        };
        let waits = read("id,arrival,size,after\na,0,1,\nb,0,1,a\n");
        assert!(waits.contains("in which job b waits for others") && waits.ends_with("run in the cluster (see Cluster)"), "{waits}");
        assert_eq!(without_flags("set the load (workload.load, --load 0.9)"), "set the load");
        let foreign = Scenario::from_query("workload.path=jobs.csv&workload.shape=2").unwrap();
        let own = Fault::from(schedscope_core::experiment::Study::new(foreign, |_| Ok(b"id,arrival,size\n1,0,1\n".to_vec())).unwrap_err())
            .message;
        assert!(!own.contains("--"), "{own}");
    }

    #[test]
    fn what_leads_elsewhere_is_a_view_of_the_page() {
        let fault = |query: &str| Fault::from(Scenario::from_query(query).unwrap().choices().unwrap_err()).message;
        let elsewhere = fault("system.kind=cluster&policies=srpt");
        assert!(elsewhere.starts_with("srpt is a policy of the server: see Server. The cluster knows: fifo, "), "{elsewhere}");
        assert_eq!(fault("policies=eagle").split(". ").next(), Some("eagle is a policy of the datacenter: see Datacenter"));
        assert_eq!(fault("policies="), "policies is empty; allowed: at least one policy");
        let foreign = Scenario::default().set("system.machines", None).unwrap_err();
        assert_eq!(
            Fault::from(foreign).message,
            "number of machines (system.machines) has no meaning here: it belongs to the cluster (see Cluster), and this is the server"
        );
    }
}
