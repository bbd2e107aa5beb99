//! What is asked: a scenario, one axis or two, and which figure is shown.

use super::axis::{Axis, Offer, Spacing, Wrong};
use crate::caption::caption;
use crate::edited::{Edited, hidden};
use crate::protocol::Fault;
use crate::stage::about;
use schedscope_core::experiment::sweep::{Dimension, Sweep, axis_number};
use schedscope_core::experiment::{Scenario, ScenarioError, SystemKind, query_value, without};
use schedscope_core::pictures::{Over, SweepQuantity};
use toml::Value;

/// The question.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// What all cells have in common, and what is being typed.
    pub base: Edited,
    /// What varies across, and perhaps upwards.
    pub axes: Vec<Axis>,
    /// The column of the results that is shown.
    pub column: &'static str,
}

/// What a link says beside its scenario: what varies along which axis, and what is shown.
const OF_SWEEP: [&str; 3] = ["across", "up", "show"];

/// The query of a link that sweeps a scenario, showing what it is compared in, if that can be shown.
pub fn swept(scenario: &Scenario, measure: Option<&str>) -> String {
    let known = measure.filter(|measure| SweepQuantity::all(scenario.kind()).iter().any(|quantity| quantity.column == *measure));
    known.into_iter().fold(scenario.to_query(), |query, measure| query + "&show=" + measure)
}

/// Most cells.
const MOST: usize = 500;

impl Setup {
    /// Reads the query of a link to a world.
    ///
    /// # Errors
    /// Names the key and value that are not understood, and what is allowed.
    pub fn read(world: SystemKind, query: &str) -> Result<Self, Fault> {
        let wrong =
            |key: &str, value: String, why: &str| Fault::from(ScenarioError::Link { key: key.to_owned(), value, why: why.to_owned() });
        let world = Some(world).filter(|world| *world != SystemKind::default());
        let base = Scenario::from_query_in(world, &without(query, &OF_SWEEP))?;
        let kind = base.kind();
        let mut axes = vec![];
        for key in ["across", "up"] {
            if let Some(text) = query_value(query, key) {
                let axis = Axis::read(kind, &text);
                axes.push(axis.ok_or_else(|| {
                    wrong(key, text, "allowed: FIELD:even:FROM:TO:COUNT, FIELD:factor:FROM:TO:COUNT or FIELD:list:VALUE,VALUE")
                })?);
            }
        }
        if axes.is_empty() {
            axes = Self::first(&base);
        }
        let (quantities, show) = (SweepQuantity::all(kind), query_value(query, "show"));
        let column = match &show {
            None => quantities.first(),
            Some(name) => quantities.iter().find(|quantity| quantity.column == *name),
        };
        match (column, axes.is_empty()) {
            (_, true) => Err(wrong("across", String::new(), "this world has no number that could vary")),
            (None, _) => Err(wrong("show", show.unwrap_or_default(), "allowed: the name of a column such as ratio_ps or mean_sojourn")),
            (Some(quantity), _) => {
                let setup = Self { base: base.into(), axes, column: quantity.column };
                // What policies are compared in at first, of all jobs, if it can be shown; on servers links that do not say mean the first
                // quantity.
                let of_all = |measure: &'static str| measure.rsplit_once('.').map_or(measure, |(_, title)| title);
                let measure = about(kind).filter(|_| kind != SystemKind::default()).map(|about| of_all(about.measure));
                let is_measure = |quantity: &&SweepQuantity| {
                    Some(quantity.column) == measure && quantity.over == Over::Nothing && setup.offers(quantity)
                };
                let first = || quantities.iter().find(is_measure);
                let usual = if show.is_none() { first().or_else(|| setup.shown()) } else { None };
                Ok(Self { column: usual.map_or(setup.column, |usual| usual.column), ..setup })
            }
        }
    }

    /// Reads a sweep file, as the command line takes it: of one axis of numbers or two.
    ///
    /// # Errors
    /// What is not understood, or what the page does not have.
    pub fn from_toml(text: &str) -> Result<Self, Fault> {
        let Sweep { scenario, dimensions, until } = Sweep::from_toml(text)?;
        let refused = |field: &str, why: String| {
            Fault::from(ScenarioError::value(field, &why, "one or two axes of numbers, each of one field; schedscope sweep takes any"))
        };
        if until.is_some() {
            return Err(refused("until", "a stop rule".to_owned()));
        }
        let kind = scenario.kind();
        let axis = |dimension: &Dimension| {
            let [name] = &dimension.names[..] else { return None };
            let field = Offer::all(kind).iter().find(|offer| offer.name == *name)?;
            let numbers: Option<Vec<String>> =
                dimension.points.iter().map(|point| Some(axis_number(point.first()?)?.to_string())).collect();
            Some(Axis { field, spacing: Spacing::List, texts: [numbers?.join(","), String::new(), String::new()] })
        };
        let names = || dimensions.iter().flat_map(|dimension| &dimension.names).cloned().collect::<Vec<_>>().join(", ");
        let axes: Option<Vec<Axis>> = dimensions.iter().rev().map(axis).collect();
        let axes = axes.filter(|axes| (1..=2).contains(&axes.len())).ok_or_else(|| refused("axes", names()))?;
        let column = SweepQuantity::all(kind).first().map_or("", |quantity| quantity.column);
        let setup = Self { base: scenario.into(), axes, column };
        Ok(Self { column: setup.shown().map_or(column, |shown| shown.column), ..setup })
    }

    /// The axes that a world has at first: errors on servers, elsewhere the load if there is one.
    fn first(base: &Scenario) -> Vec<Axis> {
        let kind = base.kind();
        let named = |name: &str| Offer::all(kind).iter().position(|offer| offer.name == name);
        let usual = if kind == SystemKind::Server { named("workload.sigma") } else { named("workload.load") };
        Axis::offered(base, usual.unwrap_or_default()).into_iter().collect()
    }

    /// Sweeps another scenario, over the same axes as far as its world has them.
    pub fn take(&mut self, base: Scenario) {
        let kind = base.kind();
        self.axes = std::mem::take(&mut self.axes).into_iter().filter_map(|axis| axis.in_world(kind)).collect();
        if self.axes.is_empty() {
            self.axes = Self::first(&base);
        }
        self.base.put(base);
        let base = &self.base.scenario;
        let kept: Vec<Axis> = self.axes.iter().filter(|axis| self.means(&axis.field.name)).cloned().collect();
        let all = || (0..).map_while(|position| Axis::offered(base, position));
        let first = || Self::first(base).into_iter().chain(all()).find(|axis| self.means(&axis.field.name));
        self.axes = if kept.is_empty() { first().into_iter().collect() } else { kept };
    }

    /// Whether a number of this name means something in all cells: of a file sizes and arrivals are its own.
    pub fn means(&self, name: &str) -> bool {
        hidden(&self.base.scenario, name).is_none()
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let mut query = self.base.scenario.to_query();
        for (key, axis) in ["&across=", "&up="].iter().zip(&self.axes) {
            query += key;
            query += &axis.write();
        }
        query + "&show=" + self.column
    }

    /// What is simulated, for a picture that is kept: the workload as far as it does not vary, jobs, replications and seed.
    pub fn caption(&self) -> String {
        caption(&self.base.scenario, |name| self.axes.iter().any(|axis| axis.field.name == name))
    }

    /// The sweep, the axis across last, so that it varies fastest.
    ///
    /// # Errors
    /// What is wrong with which axis.
    pub fn sweep(&self) -> Result<Sweep, (usize, Wrong)> {
        let mut dimensions = vec![];
        for (i, axis) in self.axes.iter().enumerate() {
            let values = axis.values().map_err(|wrong| (i, wrong))?;
            let value = |x: f64| if axis.field.whole { Value::Integer(x as i64) } else { Value::Float(x) };
            dimensions.insert(
                0,
                Dimension { names: vec![axis.field.name.clone()], points: values.into_iter().map(|x| vec![value(x)]).collect() },
            );
        }
        if self.axes.len() == 2 && self.axes[0].field.name == self.axes[1].field.name {
            return Err((1, (0, "this varies across already; allowed: another field".to_owned())));
        }
        let cells: usize = dimensions.iter().map(|dimension| dimension.points.len()).product();
        if cells > MOST {
            return Err((1, (2, format!("there are {cells} cells; allowed: up to {MOST} (the command line has no such bound)"))));
        }
        Ok(Sweep { scenario: self.base.scenario.clone(), dimensions, until: None })
    }

    /// Whether something can be shown: a ratio needs the policy that others are divided by, a heat map is of ratios.
    pub fn offers(&self, quantity: &SweepQuantity) -> bool {
        let policies = &self.base.scenario.policies;
        match quantity.over {
            Over::Nothing => self.axes.len() < 2,
            Over::Bound => self.axes.len() < 2 || policies.len() > 1,
            Over::Policy(key) => policies.len() > 1 && (key.is_empty() || policies.iter().any(|policy| policy == key)),
        }
    }

    /// What can be shown, and its title, each title once: the first policy may be one that has a ratio of its own.
    pub fn offered(&self) -> Vec<(&'static SweepQuantity, String)> {
        let mut offered: Vec<(&'static SweepQuantity, String)> = vec![];
        for quantity in SweepQuantity::all(self.base.kind()).iter().filter(|quantity| self.offers(quantity)) {
            let title = quantity.title(&self.base.scenario);
            match offered.iter_mut().find(|(_, known)| *known == title) {
                // Of two that are the same the one that is shown.
                Some(same) if quantity.column == self.column => same.0 = quantity,
                Some(_) => {}
                None => offered.push((quantity, title)),
            }
        }
        offered
    }

    /// What is shown: what was chosen, or else the first that can be.
    pub fn shown(&self) -> Option<&'static SweepQuantity> {
        let offered = || SweepQuantity::all(self.base.kind()).iter().filter(|quantity| self.offers(quantity));
        offered().find(|quantity| quantity.column == self.column).or_else(|| offered().next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &str) -> Result<Setup, Fault> {
        Setup::read(SystemKind::Server, query)
    }

    const QUERY: &str =
        "v=1&replications=2&policies=ps,srpt&across=workload.sigma:list:0.5,1&up=workload.load:even:0.5:0.9:3&show=ratio_ps";

    #[test]
    fn links_are_written_as_they_were_read() {
        assert_eq!(read(QUERY).unwrap().write(), QUERY);
        let plain = read("").unwrap();
        assert_eq!((plain.axes.len(), plain.column, plain.base.scenario), (1, "ratio_ps", Scenario::default()));
    }

    #[test]
    fn the_file_that_the_page_saves_is_read_again() {
        let setup = read(QUERY).unwrap();
        let again = Setup::from_toml(&setup.sweep().unwrap().to_toml()).unwrap();
        assert_eq!((again.sweep(), again.column), (setup.sweep(), setup.column));
        for (text, field) in [
            ("seed = 2", "axes"),
            ("policies = [\"ps\"]\nuntil = { half_width = 0.05, max = 50 }\n[axes]\n\"workload.load\" = [0.5, 0.9]", "until"),
            ("[axes]\n\"workload.sizes\" = [\"deterministic\", \"weibull\"]", "axes"),
            ("[axes]\nload = 2", ""),
        ] {
            let fault = Setup::from_toml(text).unwrap_err();
            assert!(fault.field.as_deref().unwrap_or_default() == field && !fault.message.is_empty(), "{text}: {fault:?}");
        }
    }

    #[test]
    fn a_picture_that_is_kept_says_what_is_simulated() {
        let said = read(QUERY).unwrap().caption();
        assert!(said.ends_with(", 2 replications, seed 1") && said.contains("jobs") && !said.contains("load"), "{said}");
    }

    #[test]
    fn says_what_is_wrong_with_a_link() {
        for (query, key, words) in [
            ("across=seed", "across", "FIELD:even:FROM:TO:COUNT"),
            ("show=nothing", "show", "the name of a column"),
            ("workload.sigma=much", "workload.sigma", "expected a number"),
        ] {
            let fault = read(query).unwrap_err();
            assert_eq!(fault.field.as_deref(), Some(key), "{query}");
            assert!(fault.message.contains(words), "{query}: {}", fault.message);
        }
    }

    #[test]
    fn the_axis_across_varies_fastest() {
        let sweep = read(QUERY).unwrap().sweep().unwrap();
        assert_eq!(sweep.cells(), 6);
        let names: Vec<&str> = sweep.dimensions.iter().map(|dimension| dimension.names[0].as_str()).collect();
        assert_eq!(names, ["workload.load", "workload.sigma"]);
        let at = |cell: u64| {
            let scenario = sweep.scenario(cell).unwrap();
            ["workload.sigma", "workload.load"].map(|field| axis_number(&scenario.get(field).unwrap()).unwrap())
        };
        assert_eq!([at(0), at(1), at(2)], [[0.5, 0.5], [1.0, 0.5], [0.5, 0.7]]);
    }

    #[test]
    fn two_axes_are_of_two_fields_and_not_too_many_cells() {
        let wrong = |query: &str| read(query).unwrap().sweep().unwrap_err();
        let (axis, (part, message)) = wrong("across=workload.load:list:0.5&up=workload.load:list:0.6");
        assert!((axis, part) == (1, 0) && message.contains("another field"), "{message}");
        let (axis, (part, message)) = wrong("across=workload.sigma:even:1:2:50&up=workload.load:even:0.1:0.9:11");
        assert!((axis, part) == (1, 2) && message.contains("there are 550 cells; allowed: up to 500"), "{message}");
        let (axis, _) = wrong("across=workload.sigma:list:1&up=workload.load:list:x");
        assert_eq!(axis, 1);
    }

    #[test]
    fn nothing_is_offered_twice() {
        for world in SystemKind::ALL.iter().copied() {
            for position in 0..crate::sweep::presets(world).len() {
                let setup = crate::sweep::preset(world, position);
                let titles: Vec<String> = setup.offered().into_iter().map(|(_, title)| title).collect();
                assert!((1..titles.len()).all(|i| !titles[..i].contains(&titles[i])), "{world}: {titles:?}");
            }
        }
        let columns = |query: &str| read(query).unwrap().offered().into_iter().map(|(quantity, _)| quantity.column).collect::<Vec<_>>();
        assert_eq!(columns(QUERY), ["ratio_ps", "ratio_srpt", "ratio_bound"]);
        assert_eq!(columns(&QUERY.replace("ratio_ps", "ratio_first")), ["ratio_first", "ratio_srpt", "ratio_bound"], "a link to it stays");
        assert_eq!(columns(&QUERY.replace("ps,srpt", "las,ps")), ["ratio_ps", "ratio_first", "ratio_bound"]);
    }

    #[test]
    fn what_cannot_be_shown_gives_way_to_what_can() {
        let shown = |query: &str| read(query).unwrap().shown().map(|quantity| quantity.column);
        assert_eq!(shown(QUERY), Some("ratio_ps"));
        assert_eq!(shown("policies=fifo,srpt&show=ratio_ps"), Some("ratio_srpt"), "nobody to divide by");
        assert_eq!(shown("policies=fifo&show=ratio_ps"), Some("mean_sojourn"));
        let map = "policies=fifo&across=workload.sigma:list:0.5,1&up=workload.load:list:0.5,0.9";
        assert_eq!(shown(map), None, "a map compares");
        assert_eq!(shown(&map.replace("fifo", "fifo,las")), Some("ratio_first"));
    }
}
