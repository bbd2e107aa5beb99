//! The k-PCFLP as a mixed-integer linear program, solved by branch and bound.

use super::Program;
use microlp::{ComparisonOp, OptimizationDirection, Problem, Variable};

/// The placement that saves most; absent if the solver gives up.
pub fn solve(program: &Program) -> Option<Vec<u64>> {
    let Program { regions, capacity, storage, sizes, copies, .. } = program;
    let (regions, videos) = (*regions, program.videos());
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let stored: Vec<Variable> = (0..videos * regions).map(|_| problem.add_binary_var(0.0)).collect();
    let mut served = vec![vec![]; regions];
    for video in 0..videos {
        let size = sizes.of(video as u32);
        for (region, demand) in program.demand_of(video).iter().enumerate().filter(|(_, demand)| **demand > 0) {
            let demand = f64::from(*demand);
            let mut given = vec![];
            for server in 0..regions {
                let saving = program.saving_from(server)[region];
                if saving > 0.0 {
                    let flow = problem.add_var(saving * size, (0.0, demand));
                    let store = stored[video * regions + server];
                    problem.add_constraint([(flow, 1.0), (store, -demand)], ComparisonOp::Le, 0.0);
                    served[server].push((flow, 1.0));
                    given.push((flow, 1.0));
                }
            }
            problem.add_constraint(given, ComparisonOp::Le, demand);
        }
        let its = (0..regions).map(|server| (stored[video * regions + server], 1.0));
        problem.add_constraint(its, ComparisonOp::Le, f64::from(copies[video]));
    }
    for server in 0..regions {
        let its = (0..videos).map(|video| (stored[video * regions + server], sizes.of(video as u32)));
        problem.add_constraint(its, ComparisonOp::Le, storage[server]);
        problem.add_constraint(std::mem::take(&mut served[server]), ComparisonOp::Le, capacity[server]);
    }
    let solution = problem.solve().ok()?.into_solution().ok()?;
    let bits = |video: usize| {
        let stores = |server: &usize| solution.var_value(stored[video * regions + server]) > 0.5;
        (0..regions).filter(stores).fold(0_u64, |bits, server| bits | 1 << server)
    };
    Some((0..videos).map(bits).collect())
}
