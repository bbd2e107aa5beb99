//! What theory says of a load, a part of its own: most questions are answered without it.

use super::bench::{Bench, held};
use schedscope_core::experiment::{Drawn, Plan};
use schedscope_state::protocol::Theory;

/// About how many classes are asked of theory, as even as classes allow on a logarithmic axis.
const ASKED: f64 = 12.0;
/// Jobs of a class that theory is asked about, evenly spaced in order of size.
const MEMBERS: usize = 8;

/// What theory says of all policies, and of classes of jobs that the one at this position has seen: it averages over a class as the line
/// does beside which it stands.
pub fn theory(bench: &Bench, position: Option<u32>) -> Theory {
    let Plan::Server(plan) = bench.study.plan() else { return Theory::default() };
    let classes = position.map(|position| bench.policies[position as usize].magnifier.closeup().by_size).unwrap_or_default();
    let range = classes.first().zip(classes.last()).map_or(1.0, |((least, _), (most, _))| most / least);
    let apart = libm::pow(range, 1.0 / ASKED).max(1.5);
    let drawn = held(&bench.drawn);
    let sized = drawn
        .first()
        .and_then(|(_, jobs)| Some((&jobs.order, if let Drawn::Server(workload) = &jobs.drawn { workload } else { return None })));
    let members = |class: usize| -> Vec<f64> {
        let Some((order, workload)) = sized else { return vec![] };
        let (from, to) = (class * order.len() / classes.len(), (class + 1) * order.len() / classes.len());
        let evenly = (0..MEMBERS.min(to - from)).map(|k| from + (2 * k + 1) * (to - from) / (2 * MEMBERS.min(to - from)));
        evenly.map(|place| workload.jobs()[order[place] as usize].size).collect()
    };
    let (mut asked, mut last) = (vec![], 0.0);
    for (class, (size, _)) in classes.iter().enumerate() {
        if *size >= last * apart {
            asked.push(members(class));
            last = *size;
        }
    }
    let bound = plan.bound();
    let means: Vec<_> = plan.policies.iter().map(|policy| plan.exact_mean(policy)).collect();
    Theory {
        means: means.iter().map(|mean| mean.ok().flatten()).collect(),
        not_computed: means.iter().map(|mean| mean.err()).collect(),
        bound: bound.ok(),
        unbounded: bound.err().map(str::to_owned),
        slowdowns: plan.exact_slowdowns(&asked),
    }
}
