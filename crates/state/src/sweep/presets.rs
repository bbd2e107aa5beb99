//! Sweeps to start from.

use super::setup::Setup;
use crate::compare;
use schedscope_core::experiment::SystemKind;
use schedscope_core::experiment::sweep::Sweep;

/// A sweep to start from: name, what to look at, and the query of a link.
pub type Preset = (&'static str, &'static str, &'static str);

/// Those of a world, the first what the view begins with: the server's are figures of the literature; in the others the scenarios of
/// *Compare* are swept along their first axis.
pub fn presets(world: SystemKind) -> Vec<Preset> {
    match world {
        SystemKind::Server => SERVER.to_vec(),
        _ => compare::presets(world).iter().map(|preset| (preset.name, preset.hint, preset.query)).collect(),
    }
}

const SERVER: [Preset; 4] = [
    (
        "Size × error (Fig 3.2)",
        "Pastorelli’s thesis, Fig 3.2, in small: mean sojourn time ÷ that of PS, which uses no estimates. Blue: better than PS. Where sizes are skewed and estimates are bad, SRPTE and FSPE are far worse; FSPE+PS only in the corner.",
        "replications=10&policies=ps,srpte,fspe,fspe%2Bps&workload.count=3000&across=workload.sigma:list:0.125,0.25,0.5,1,2,4&up=workload.shape:list:0.125,0.177,0.25,0.5,1,2,4&show=ratio_ps",
    ),
    (
        "Error, heavy tail (Fig 3.4)",
        "Mean sojourn time relative to SRPT, which knows all sizes, as estimates worsen. PS and LAS use no estimates, so their lines are flat.",
        "replications=20&policies=ps,las,srpt,srpte,fspe,fspe%2Bps&workload.count=3000&workload.shape=0.25&across=workload.sigma:list:0.125,0.25,0.5,1,2,4&show=ratio_srpt",
    ),
    (
        "Size (Fig 3.3)",
        "From heavy-tailed (left) to nearly equal sizes (right). LAS is better than PS below shape 1 and worse above; for FIFO it is the reverse.",
        "replications=20&policies=fifo,ps,las,srpt,fspe,fspe%2Bps&workload.count=3000&across=workload.shape:factor:0.25:4:9&show=ratio_srpt",
    ),
    (
        "Load (Fig 3.6)",
        "Policies that know sizes, even roughly, stay close to SRPT at any load; PS and LAS do not.",
        "replications=20&policies=ps,las,srpt,srpte,fspe,fspe%2Bps&workload.count=3000&workload.shape=0.5&across=workload.load:list:0.5,0.6,0.7,0.8,0.9,0.95&show=ratio_srpt",
    ),
];

/// The setup of the preset at this position.
pub fn preset(world: SystemKind, position: usize) -> Setup {
    let all = presets(world);
    let query = all.get(position).or(all.last()).map_or("", |(.., query)| *query);
    Setup::read(world, query).unwrap_or_else(|fault| unreachable!("a preset is not understood: {}", fault.message))
}

/// The preset that a setup is.
pub fn preset_of(setup: &Setup) -> Option<usize> {
    let world = setup.base.kind();
    (0..presets(world).len()).find(|position| preset(world, *position) == *setup)
}

/// Sweeps whose results come with the page, each with its file beside it: those of the server, of which theory takes long.
pub fn shipped() -> impl Iterator<Item = (Sweep, String)> {
    let all = (0..SERVER.len()).map(|position| (preset(SystemKind::Server, position).sweep(), position + 1));
    all.filter_map(|(sweep, number)| Some((sweep.ok()?, format!("swept/server-{number}.csv"))))
}

/// The file beside the page that has the results of a sweep.
pub fn file_of(sweep: &Sweep) -> Option<String> {
    shipped().find(|(known, _)| known == sweep).map(|(_, file)| file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::cell;
    use schedscope_core::experiment::Column;

    #[test]
    fn every_preset_can_be_shown_and_is_known_again() {
        for world in SystemKind::ALL.iter().copied() {
            for (position, (name, ..)) in presets(world).iter().enumerate() {
                let setup = preset(world, position);
                assert!(setup.sweep().is_ok(), "{name}");
                assert_eq!(setup.shown().map(|quantity| quantity.column), Some(setup.column), "{name}");
                assert_eq!(preset_of(&setup), Some(position), "{name}");
            }
            assert_eq!(preset(world, usize::MAX), preset(world, presets(world).len() - 1));
        }
        assert_eq!(preset_of(&Setup::read(SystemKind::Server, "").unwrap()), None);
    }

    #[test]
    fn what_a_datacenter_opens_with_tells_its_policies_apart() {
        let mut setup = preset(SystemKind::Datacenter, 0);
        assert_eq!(setup.column, "median_sojourn", "the mean is that of a few long jobs, whoever places the short ones");
        setup.base.scenario.replications = 1;
        let grid = setup.sweep().unwrap();
        let place = Column::all(SystemKind::Datacenter).iter().position(|column| column.title == setup.column).unwrap();
        let values = |number: u64| {
            let rows = cell(&grid, number).rows;
            rows.iter().filter(|row| row.is_of_all()).map(|row| row.values[place].unwrap()).collect::<Vec<_>>()
        };
        let busy = values(grid.cells() - 1);
        let (least, most) = busy.iter().fold((f64::INFINITY, 0.0_f64), |(least, most), x| (least.min(*x), most.max(*x)));
        assert!(busy.len() == 4 && most > 2.0 * least, "{busy:?}");
    }
}
