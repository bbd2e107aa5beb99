//! Max-min fair shares of slots: nobody has more than it can use, and nobody could have more without taking it from
//! somebody who has no more.
//!
//! Demands change with every task that completes, so shares are not computed but kept up: [`RoundRobin`] hands out whole
//! slots, [`Waterline`] shares of them.

mod round_robin;
mod waterline;

pub use round_robin::RoundRobin;
pub use waterline::Waterline;

/// Max-min fair allocation of shares of slots among a few: water-filling.
pub fn water_fill(slots: f64, demands: &[f64], weights: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..demands.len()).collect();
    order.sort_by(|&a, &b| (demands[a] / weights[a]).total_cmp(&(demands[b] / weights[b])).then(a.cmp(&b)));
    let mut allocation = vec![0.0; demands.len()];
    let mut left = slots;
    let mut weight: f64 = weights.iter().sum();
    for i in order {
        let share = (left * weights[i] / weight).max(0.0);
        allocation[i] = share.min(demands[i]);
        left -= allocation[i];
        weight -= weights[i];
    }
    allocation
}
