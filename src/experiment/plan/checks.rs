//! What the plans of all worlds check alike in a scenario.

use crate::experiment::scenario::{misplaced, value};
use crate::experiment::{Scenario, ScenarioError, WorkloadSpec};
use schedscope_engine::workload::{Errors, Synthetic, check_load};

/// Something must be run, and come to an end.
pub fn replications(scenario: &Scenario) -> Result<(), ScenarioError> {
    let (found, most) = (scenario.replications, Scenario::MOST_REPLICATIONS);
    let allowed = || format!("a whole number from 1 to {most}");
    if (1..=most).contains(&found) { Ok(()) } else { Err(value("replications", &found.to_string(), &allowed())) }
}

/// How many of the jobs that are given are taken, at least one: all if the scenario does not say.
pub fn count(spec: &WorkloadSpec) -> Result<usize, ScenarioError> {
    match spec.count {
        Some(0) => Err(value("workload.count", "0", "a whole number, 1 or more")),
        count => Ok(count.map_or(usize::MAX, |count| count as usize)),
    }
}

/// Jobs at the beginning that are scheduled but not counted, of so many.
pub fn warmup(spec: &WorkloadSpec, jobs: usize) -> Result<usize, ScenarioError> {
    let warmup = spec.warmup.unwrap_or(0) as usize;
    if warmup < jobs {
        Ok(warmup)
    } else {
        Err(value("workload.warmup", &warmup.to_string(), &format!("fewer than the number of jobs, {jobs}")))
    }
}

/// The load that is asked for.
pub fn load(spec: &WorkloadSpec) -> Result<Option<f64>, ScenarioError> {
    spec.load.map_or(Ok(()), check_load)?;
    Ok(spec.load)
}

/// Errors of estimates and their spread, which only log-normal ones have.
pub fn errors(spec: &WorkloadSpec) -> Result<(Errors, f64), ScenarioError> {
    let errors = spec.errors.unwrap_or_default();
    misplaced("workload.sigma", spec.sigma.is_some() && errors != Errors::LogNormal, || "workload.errors are not log-normal".to_owned())?;
    let sigma = spec.sigma.unwrap_or(Synthetic::default().sigma);
    errors.validate(sigma)?;
    Ok((errors, sigma))
}

/// The same for jobs with estimates of their own, which stay unless errors are asked for.
pub fn errors_if_asked(spec: &WorkloadSpec) -> Result<Option<(Errors, f64)>, ScenarioError> {
    let asked = spec.errors.is_some() || spec.sigma.is_some();
    asked.then(|| errors(spec)).transpose()
}

/// Refuses fields of jobs that are given where these are drawn.
pub fn drawn(spec: &WorkloadSpec, why: &str) -> Result<(), ScenarioError> {
    let why = || why.to_owned();
    misplaced("workload.path", spec.path.is_some(), why)?;
    misplaced("workload.format", spec.format.is_some(), why)?;
    misplaced("workload.jobs", !spec.jobs.is_empty(), why)
}

/// Refuses fields of jobs that are drawn where `name` gives them.
pub fn given(spec: &WorkloadSpec, name: &str) -> Result<(), ScenarioError> {
    let own = |what: &str| format!("{name} has its own {what}");
    misplaced("workload.shape", spec.shape.is_some(), || own("sizes"))?;
    misplaced("workload.sizes", spec.sizes.is_some(), || own("sizes"))?;
    misplaced("workload.timeshape", spec.timeshape.is_some(), || own("arrivals"))?;
    misplaced("workload.stretch", spec.stretch.is_some(), || "the load of given jobs is always exact".to_owned())
}

#[cfg(test)]
mod tests {
    use crate::experiment::{Scenario, Study};

    fn complaint(world: &str, workload: &str) -> String {
        let scenario = Scenario::from_toml(&format!("[system]\nkind = \"{world}\"\n[workload]\n{workload}")).unwrap();
        let read = |_: &str| Ok("0 2 500 500 500\n1 3 2 2 2 2\n".into());
        Study::new(scenario, read).unwrap_err().to_string()
    }

    #[test]
    fn all_worlds_refuse_alike() {
        for world in ["server", "cluster", "datacenter"] {
            for (workload, said) in [
                ("errors = { uniform = [0.5, 2.0] }\nsigma = 0.5", "workload.errors are not log-normal"),
                ("sigma = -1.0", "sigma"),
                ("load = 0.0", "load"),
                ("count = 7\nwarmup = 7", "fewer than the number of jobs, 7"),
                ("path = \"two.tr\"\nwarmup = 2", "fewer than the number of jobs, 2"),
                ("path = \"two.tr\"\ncount = 0", "workload.count"),
            ] {
                let complaint = complaint(world, workload);
                assert!(complaint.contains(said), "{world}, {workload}: {complaint}");
            }
        }
    }
}
