//! What an answer is of: beside it on the page, and on a card, around which there is no page.

use super::Compare;
use crate::caption::{caption, first};
use crate::format;
use crate::size::field_of_size;
use crate::stage::counts;
use schedscope::server::Plan;
use schedscope::workload::Cut;
use schedscope_core::experiment::{Part, Scenario, SystemKind};

impl Compare {
    /// What has been simulated.
    pub fn done(&self) -> String {
        let Some(findings) = &self.refinement.findings else { return "Done".to_owned() };
        let report = &findings.report;
        let [one, many] = counts(report.scenario.kind());
        let jobs = format::counted(report.workload.jobs, one, many);
        match report.scenario.replications {
            1 if !self.drawn() => format!("{jobs}, given: one run, no interval"),
            replications if findings.replicated.is_constant() => format!("{jobs}, given: {replications} runs, all alike"),
            1 => format!("{jobs}, one replication"),
            replications => format!("{jobs} × {replications} replications, 95 % intervals"),
        }
    }

    /// Where the numbers come from.
    pub fn whence(&self) -> String {
        let Some(findings) = &self.refinement.findings else { return String::new() };
        let report = &findings.report;
        let workload = &report.workload;
        let mut parts = vec![];
        if workload.skipped > 0 {
            parts.push(format!("{} left out", format::counted(workload.skipped, "row", "rows")));
        }
        if let Some(Cut { first, of, .. }) = workload.cut {
            parts.push(format!("jobs {} to {} of {}", format::whole(first), format::whole(first + workload.jobs - 1), format::whole(of)));
        }
        if let Some(load) = workload.load {
            parts.push(format!("load {}", format::short(load)));
        }
        if let Some(speed) = workload.speed {
            parts.push(format!("served at {} bytes/s", format::short(speed)));
        }
        parts.extend(servers(&report.scenario));
        parts.push(format!("seed {}", report.scenario.seed));
        parts.iter().flat_map(|part| [" · ", part.as_str()]).collect()
    }

    /// What the answer is of, where nothing else says it.
    pub fn setup(&self) -> String {
        let Some(findings) = &self.refinement.findings else { return String::new() };
        let scenario = &findings.report.scenario;
        let Some(name) = scenario.file() else {
            let load = findings.report.workload.load.filter(|_| scenario.get("workload.load").is_none());
            let load = load.map(|load| format!("load {}", format::short(load)));
            let parts = size(scenario).into_iter().chain(load).chain([caption(scenario, |_| false)]);
            return parts.collect::<Vec<_>>().join(", ");
        };
        let drawn = scenario.get("workload.sigma").map(|sigma| format!(", estimates drawn with σ = {sigma}"));
        let own = || if scenario.kind() == SystemKind::Server { ", estimates as in the file" } else { "" }.to_owned();
        format!("{name}: {}{}{}", self.done(), drawn.unwrap_or_else(own), self.whence())
    }
}

/// How large the system is, where that is not one server of speed 1.
fn size(scenario: &Scenario) -> Option<String> {
    if scenario.kind() == SystemKind::Server {
        return servers(scenario);
    }
    let part = Part::of(scenario.kind(), field_of_size(scenario.kind())?)?;
    let set = scenario.get(&part.path()).map(|value| value.to_string());
    Some(format!("{} {}", part.label.to_lowercase(), set.or_else(|| part.default.as_deref().and_then(first).map(str::to_owned))?))
}

/// How many servers there are and how fast each is, where that is not one of speed 1.
fn servers(scenario: &Scenario) -> Option<String> {
    let system = &scenario.of::<Plan>()?.system;
    let (servers, speed) = (system.servers.unwrap_or(1), system.server_speed);
    let counted = (servers > 1 || speed.is_some()).then(|| format::counted(u64::from(servers), "server", "servers"))?;
    Some(speed.map_or(counted.clone(), |speed| format!("{counted} of speed {}", format::short(speed))))
}
