//! Runs of what no scenario says, such as jobs that are changed after they were drawn, in the loop of `experiment`.

use schedscope_core::experiment::replicate;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// What comes of so many policies on the same jobs: by replication, one of each. `run` hears the jobs of a replication, its number and
/// the policy's position.
pub fn replicated<D: Send + Sync, R: Send>(
    replications: u32,
    policies: usize,
    draw: impl Fn(u32) -> D + Sync,
    run: impl Fn(&D, u32, usize) -> R + Sync,
) -> Vec<Vec<R>> {
    let mut all = vec![];
    let run = |drawn: &D, replication, policy| Ok(run(drawn, replication, policy));
    replicate(0..replications, 0..policies, draw, run, |_, results| results, |results| all.push(results)).expect("no run fails");
    all
}

/// The same of one policy, or of what is drawn without any.
pub fn each<R: Send>(replications: u32, of: impl Fn(u32) -> R + Sync) -> Vec<R> {
    replicated(replications, 1, |_| (), |(), replication, _| of(replication)).into_iter().flatten().collect()
}

/// What was measured by replication, by policy instead.
pub fn by_policy<R>(replications: Vec<Vec<R>>, policies: usize) -> Vec<Vec<R>> {
    let mut all: Vec<Vec<R>> = (0..policies).map(|_| Vec::with_capacity(replications.len())).collect();
    for results in replications {
        all.iter_mut().zip(results).for_each(|(runs, run)| runs.push(run));
    }
    all
}

/// Runs that have been done, by what they are of and by policy: several claims need the same.
#[derive(Debug)]
pub struct Done<R>(Mutex<BTreeMap<(String, String), Arc<R>>>);

impl<R> Default for Done<R> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<R> Done<R> {
    /// Those of policies in a setting; `run` does what has not been done.
    pub fn of(&self, setting: &str, policies: &[&str], run: impl FnOnce(&[&str]) -> Vec<R>) -> Vec<Arc<R>> {
        let key = |policy: &str| (setting.to_owned(), policy.to_owned());
        let mut done = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut missing: Vec<&str> = policies.iter().copied().filter(|policy| !done.contains_key(&key(policy))).collect();
        missing.sort_unstable();
        missing.dedup();
        if !missing.is_empty() {
            let runs = run(&missing);
            done.extend(missing.iter().map(|policy| key(policy)).zip(runs.into_iter().map(Arc::new)));
        }
        policies.iter().map(|policy| done[&key(policy)].clone()).collect()
    }
}
