//! Where does it turn? The value of a parameter from which on one policy is worse than another, found by bisection: the same draws at
//! every value, and the paired interval of the ratio says how well the value is known.

use crate::field::Field;
use crate::format;
use crate::protocol::Fault;
use schedscope_core::experiment::sweep::CellResult;
use schedscope_core::experiment::{Column, Scenario, SystemKind};
use schedscope_core::pictures::looks;
use schedscope_core::plot::{Axis, Dash, Form, Line, Lines, Picture, Style};
use schedscope_engine::registry::Family;
use schedscope_engine::server::{Plan, Policy};
use schedscope_engine::world::WorkloadKind;

/// What is asked, and what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The parameter that grows.
    pub field: Field,
    /// The policy whose turn is looked for; none for the usual ones.
    pub policy: Option<String>,
    /// The policy that it is held against; none for the usual one.
    pub to: Option<String>,
    /// Number of the run: whatever changes what is asked raises it, and ends what runs.
    pub run: u32,
    /// What is simulated, but for the value: the policy that others are held against, then these.
    pub basis: Option<Scenario>,
    /// Values that the workers have got.
    pub wanted: Vec<f64>,
    /// What is known, by value.
    pub points: Vec<Point>,
    /// Why there is no answer.
    pub fault: Option<Fault>,
    /// How often the nearest values were halved.
    halved: u32,
}

/// The ratios of the policies at a value, each with the ends of its paired interval.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The value.
    pub value: f64,
    /// One a policy.
    pub ratios: Vec<Ratio>,
}

/// A ratio, and the ends of its paired interval if it has one.
pub type Ratio = (f64, Option<(f64, f64)>);

/// Where the ratio of a policy passes 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Crossing {
    /// At which value.
    pub at: f64,
    /// Where the ends of its paired interval do; an end of the axis where one does not.
    pub range: (f64, f64),
    /// Whether the policy falls behind there, or overtakes.
    pub behind: bool,
}

/// What can happen.
#[derive(Clone, Debug)]
pub enum Turned {
    /// Another parameter grows.
    Field(Field),
    /// Another policy is looked at.
    Policy(Option<String>),
    /// It is held against another.
    To(String),
    /// What a value of the run of this number came to.
    Told(u32, f64, Result<CellResult, Fault>),
}

/// How often the values next to a crossing are halved.
const HALVES: u32 = 4;
/// Policies that are looked at unless another is chosen.
const USUAL: [&str; 2] = ["srpte", "fspe+ps"];

impl Turn {
    /// Nothing is known.
    pub fn open() -> Self {
        Self { field: Field::Sigma, policy: None, to: None, run: 0, basis: None, wanted: vec![], points: vec![], fault: None, halved: 0 }
    }

    /// Values at the beginning: the ends of the axis and some between them.
    pub fn first(field: Field) -> [f64; 6] {
        if field == Field::Load { [0.5, 0.6, 0.7, 0.8, 0.9, 0.95] } else { [0.125, 0.25, 0.5, 1.0, 2.0, 4.0] }
    }

    /// Parameters that mean something in a scenario.
    pub fn fields(scenario: &Scenario) -> Vec<Field> {
        let Some(fields) = scenario.of::<Plan>() else { return vec![] };
        let workload = &fields.workload;
        let sigma = workload.errors.unwrap_or_default().spread();
        let shape = workload.kind() == WorkloadKind::Synthetic && workload.sizes.is_none();
        [(Field::Sigma, sigma), (Field::Load, true), (Field::Shape, shape)]
            .into_iter()
            .filter(|(_, means)| *means)
            .map(|(field, _)| field)
            .collect()
    }

    /// The policy that others are held against: the chosen one, else PS, else the first that knows no size.
    pub fn against(&self, asked: &Scenario) -> Option<String> {
        let there = |key: &str| asked.policies.iter().any(|policy| policy == key);
        let chosen = self.to.clone().filter(|to| there(to)).or_else(|| there("ps").then(|| "ps".to_owned()));
        chosen.or_else(|| asked.policies.iter().find(|key| family(key) == Some(Family::Blind)).cloned())
    }

    /// The policies whose turn is looked for: the chosen one, else those that say most, else up to two that guess.
    pub fn policies(&self, asked: &Scenario) -> Vec<String> {
        let against = self.against(asked);
        let others = || asked.policies.iter().filter(|key| Some(*key) != against.as_ref());
        if let Some(chosen) = self.policy.as_ref().filter(|policy| others().any(|key| key == *policy)) {
            return vec![chosen.clone()];
        }
        self.usual(asked)
    }

    /// The policies that say most, unless one is chosen.
    pub fn usual(&self, asked: &Scenario) -> Vec<String> {
        let against = self.against(asked);
        let others = || asked.policies.iter().filter(|key| Some(*key) != against.as_ref());
        let usual: Vec<String> = others().filter(|key| USUAL.contains(&key.as_str())).cloned().collect();
        if usual.is_empty() { others().filter(|key| family(key) == Some(Family::Estimated)).take(2).cloned().collect() } else { usual }
    }

    /// Follows the question of the view, once its answer is complete, with so many replications where something is drawn. What runs
    /// about another question ends.
    pub fn follow(&mut self, asked: &Scenario, replications: u32, complete: bool) {
        let fields = Self::fields(asked);
        if let Some(field) = fields.first().filter(|_| !fields.contains(&self.field)) {
            self.change(Turned::Field(*field));
        }
        let basis = self.against(asked).map(|to| {
            let policies = std::iter::once(to).chain(self.policies(asked)).collect();
            // Where errors are drawn, draws differ.
            let replications = if self.field == Field::Sigma { replications } else { asked.replications };
            let mut basis = Scenario { replications, policies, ..asked.clone() };
            self.field.clear(&mut basis);
            basis
        });
        let basis = basis.filter(|basis| basis.policies.len() > 1 && !fields.is_empty());
        if basis == self.basis {
            return;
        }
        if !self.wanted.is_empty() {
            (self.run, self.wanted) = (self.run + 1, vec![]);
            // What was not finished is asked again if the question comes back.
            self.basis = None;
        }
        if complete {
            let wanted = if basis.is_some() { Self::first(self.field).to_vec() } else { vec![] };
            *self = Self { run: self.run + 1, basis, wanted, points: vec![], fault: None, halved: 0, ..self.clone() };
        }
    }

    /// The scenario at a value.
    pub fn scenario(&self, value: f64) -> Option<Scenario> {
        let mut scenario = self.basis.clone()?;
        self.field.set(&mut scenario, &format::plain(value)).ok()?;
        Some(scenario)
    }

    /// Changes something.
    pub fn change(&mut self, change: Turned) {
        match change {
            Turned::Field(field) if field != self.field => {
                *self = Self { field, policy: self.policy.take(), to: self.to.take(), run: self.run + 1, ..Self::open() };
            }
            Turned::Policy(policy) => self.policy = policy,
            Turned::To(to) => self.to = Some(to),
            Turned::Told(run, value, result) if run == self.run => self.told(value, result),
            Turned::Field(_) | Turned::Told(..) => {}
        }
    }

    fn told(&mut self, value: f64, result: Result<CellResult, Fault>) {
        self.wanted.retain(|wanted| *wanted != value);
        match result.map(|cell| point(value, &cell)) {
            Ok(point) => {
                let place = self.points.partition_point(|known| known.value < value);
                self.points.insert(place, point);
            }
            Err(fault) => {
                self.fault = Some(fault);
                self.wanted.clear();
                return;
            }
        }
        if self.wanted.is_empty() && self.halved < HALVES {
            self.halved += 1;
            self.wanted = self.halves();
        }
    }

    /// Values half way between those next to each crossing.
    fn halves(&self) -> Vec<f64> {
        let count = self.points.first().map_or(0, |point| point.ratios.len());
        let mut halves: Vec<f64> = vec![];
        for policy in 0..count {
            let pair = self.points.windows(2).find(|pair| passes(ratio(&pair[0], policy), ratio(&pair[1], policy)));
            if let Some([from, to]) = pair {
                let half = self.between(from.value, to.value, 0.5);
                let rounded = format!("{half:.4}").parse().unwrap_or(half);
                if !halves.contains(&rounded) && rounded > from.value && rounded < to.value {
                    halves.push(rounded);
                }
            }
        }
        halves
    }

    /// A value between two others: by ratio, of a load by difference.
    fn between(&self, from: f64, to: f64, part: f64) -> f64 {
        if self.field == Field::Load { from + part * (to - from) } else { from * libm::pow(to / from, part) }
    }

    /// Where a line through these values first passes 1, from the left or from a value on.
    fn passing(&self, values: &[(f64, f64)]) -> Option<(f64, bool)> {
        let pair = values.windows(2).find(|pair| passes(pair[0].1, pair[1].1))?;
        let (a, b) = (libm::log(pair[0].1), libm::log(pair[1].1));
        Some((self.between(pair[0].0, pair[1].0, a / (a - b)), b > a))
    }

    /// Where the ratio of a policy first passes 1.
    pub fn crossing(&self, policy: usize) -> Option<Crossing> {
        // Before the whole axis is known nobody can say where an interval ends.
        if self.points.len() < Self::first(self.field).len() {
            return None;
        }
        let of = |pick: fn(&Ratio) -> f64| {
            let values = self.points.iter().filter_map(|point| Some((point.value, pick(point.ratios.get(policy)?))));
            values.collect::<Vec<(f64, f64)>>()
        };
        let (at, behind) = self.passing(&of(|(ratio, _)| *ratio))?;
        let [first, .., last] = Self::first(self.field);
        let ends = (of(|(ratio, ends)| ends.map_or(*ratio, |(low, _)| low)), of(|(ratio, ends)| ends.map_or(*ratio, |(_, high)| high)));
        // The upper end of the ratio passes 1 before a policy falls behind, the lower end after.
        let (before, after) = if behind { (ends.1, ends.0) } else { (ends.0, ends.1) };
        let low = self.passing(&before).map(|(at, _)| at).filter(|low| *low <= at).unwrap_or(first);
        let high = self.passing(&after).map(|(at, _)| at).filter(|high| *high >= at).unwrap_or(last);
        Some(Crossing { at, range: (low, high), behind })
    }

    /// The ratios over the values, with their intervals, where they pass 1, and the value `here` of the scenario. The policy `lit` alone
    /// has its colour.
    pub fn picture(&self, here: Option<f64>, lit: Option<&str>) -> Picture {
        let Some((to, policies)) = self.basis.as_ref().and_then(|basis| basis.policies.split_first()) else {
            return Picture::note("no two policies to hold against each other");
        };
        let choices: Vec<Policy> = policies.iter().filter_map(|key| key.parse().ok()).collect();
        let looks = looks(&choices.iter().map(Policy::choice).collect::<Vec<_>>());
        let style = |i: usize| {
            let style = Style::from(looks[i]);
            if lit.is_some_and(|lit| lit != choices[i].to_string() && lit != to) { style.pale() } else { style }
        };
        let mut lines: Vec<Line> = choices.iter().enumerate().map(|(i, policy)| self.line(i, &policy.name(), style(i))).collect();
        for i in 0..choices.len() {
            if let Some(Crossing { at, range, .. }) = self.crossing(i) {
                let bar = Style { dash: Dash::Solid, marked: false, ..style(i) };
                lines.push(Line::new("", bar, vec![(range.0, 1.0), (range.1, 1.0)]));
                lines.push(Line::new("", bar, vec![(at, 1.0)]).formed(Form::Rings));
            }
        }
        let about = self.field.about();
        let values = Self::first(self.field);
        let title = format!("{} {}", about.label.to_lowercase(), about.symbol);
        let x = if self.field == Field::Load { Axis::linear(title) } else { Axis::logarithmic(title) };
        let name = to.parse::<Policy>().map_or_else(|_| to.clone(), |policy| policy.name());
        let all = self.points.iter().flat_map(|point| &point.ratios).map(|(ratio, _)| *ratio).filter(|ratio| ratio.is_finite());
        let (least, most) = all.fold((0.8, 1.25), |(least, most): (f64, f64), ratio| (least.min(ratio), most.max(ratio)));
        let y = Axis::logarithmic(format!("mean sojourn ÷ that of {name}"))
            .briefly(format!("÷ {name}"))
            .within(least.max(0.05) * 0.85, most.min(20.0) * 1.2);
        let mark = here.map(|here| (here, format!("your value: {}", format::plain(here))));
        let lines = Lines { mark, ..Lines::new(x.within(values[0], values[5]).marked(&values), y, lines) };
        Picture::single("", lines.level(1.0, format!("= {name}")))
    }

    fn line(&self, policy: usize, name: &str, style: Style) -> Line {
        let points = self.points.iter().filter_map(|point| Some((point.value, *point.ratios.get(policy)?)));
        let banded = points.map(|(value, (ratio, ends))| (value, ratio, ends.unwrap_or((ratio, ratio))));
        Line::with_band(name, style, banded)
    }

    /// What is known, in one sentence; `name` is what a policy is called.
    pub fn sentence(&self, name: impl Fn(&str) -> String) -> String {
        let Some((to, policies)) = self.basis.as_ref().and_then(|basis| basis.policies.split_first()) else {
            return "Choose a policy that guesses and one to hold it against.".to_owned();
        };
        if self.points.len() < Self::first(self.field).len() {
            return "Looking for it …".to_owned();
        }
        let symbol = self.field.about().symbol;
        let last = format::plain(Self::first(self.field)[5]);
        let (to, mut said) = (name(to), false);
        let parts = policies.iter().enumerate().map(|(i, key)| {
            let own = name(key);
            let Some(Crossing { at, range, behind }) = self.crossing(i) else {
                let ahead = self.points.last().is_some_and(|point| ratio(point, i) < 1.0);
                return format!("{own} is not {} than {to} up to {symbol} = {last}", if ahead { "worse" } else { "better" });
            };
            let drawn = self.points.iter().any(|point| point.ratios.get(i).is_some_and(|(_, ends)| ends.is_some()));
            let [first, .., end] = Self::first(self.field);
            let low = if range.0 == first { format!("< {first}") } else { format::digits(range.0, 2) };
            let high = if range.1 == end { format!("> {end}") } else { format::digits(range.1, 2) };
            let ends = if drawn { format!(" [{low}, {high}]") } else { String::new() };
            let verb = if behind { "worse" } else { "better" };
            let sentence = if said {
                format!("{own} is {verb} from {}{ends} on", format::digits(at, 2))
            } else {
                format!("{own} is {verb} than {to} from {symbol} = {}{ends} on", format::digits(at, 2))
            };
            said = true;
            sentence
        });
        format!("{}.", parts.collect::<Vec<_>>().join(", "))
    }
}

fn family(key: &str) -> Option<Family> {
    key.parse::<Policy>().ok().map(|policy| policy.row().family)
}

fn ratio(point: &Point, policy: usize) -> f64 {
    point.ratios.get(policy).map_or(f64::NAN, |(ratio, _)| *ratio)
}

/// Whether 1 lies between two ratios.
fn passes(from: f64, to: f64) -> bool {
    from.is_finite() && to.is_finite() && (from < 1.0) != (to < 1.0)
}

/// The ratios of a cell to its first policy.
fn point(value: f64, cell: &CellResult) -> Point {
    let place = |title: &str| Column::all(SystemKind::Server).iter().position(|column| column.title == title);
    let [ratio, low, high] = ["ratio_first", "ratio_first_low", "ratio_first_high"].map(place);
    let of = |row: &schedscope_core::experiment::sweep::Row| {
        let value = |place: Option<usize>| place.and_then(|place| row.values.get(place).copied().flatten());
        (value(ratio).unwrap_or(f64::NAN), value(low).zip(value(high)))
    };
    Point { value, ratios: cell.rows.iter().skip(1).map(of).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use schedscope_core::experiment::sweep::Row;

    fn asked() -> Scenario {
        Scenario::from_query("replications=4&policies=fifo,ps,srpt,srpte,fspe%2Bps&workload.count=500").unwrap()
    }

    fn open() -> Turn {
        let mut turn = Turn::open();
        turn.follow(&asked(), 4, true);
        turn
    }

    /// A cell in which the ratios are these, each within 10 %.
    fn cell(ratios: &[f64]) -> CellResult {
        let place = |title: &str| Column::all(SystemKind::Server).iter().position(|column| column.title == title).unwrap();
        let row = |ratio: f64| {
            let mut values = vec![None; Column::all(SystemKind::Server).len()];
            values[place("ratio_first")] = Some(ratio);
            values[place("ratio_first_low")] = Some(ratio / 1.1);
            values[place("ratio_first_high")] = Some(ratio * 1.1);
            Row { policy: String::new(), class: None, values }
        };
        CellResult { cell: 0, rows: std::iter::once(1.0).chain(ratios.iter().copied()).map(row).collect() }
    }

    /// Answers until nothing is asked any more; gives how many values that took.
    fn answer(turn: &mut Turn, ratios: impl Fn(f64) -> Vec<f64>) -> usize {
        let mut asked = 0;
        while let Some(value) = turn.wanted.first().copied() {
            turn.change(Turned::Told(turn.run, value, Ok(cell(&ratios(value)))));
            asked += 1;
        }
        asked
    }

    #[test]
    fn those_that_guess_are_held_against_ps() {
        let turn = open();
        let basis = turn.basis.clone().unwrap();
        assert_eq!(basis.policies, ["ps", "srpte", "fspe+ps"]);
        assert_eq!(turn.wanted, Turn::first(Field::Sigma));
        assert_eq!(Field::Sigma.get(&turn.scenario(2.0).unwrap()), Some(2.0));
        let blind = Scenario::from_query("policies=fifo,las,fspe").unwrap();
        assert_eq!((turn.against(&blind).as_deref(), turn.policies(&blind)), (Some("fifo"), vec!["fspe".to_owned()]));
    }

    #[test]
    fn bisection_finds_where_a_policy_falls_behind_with_an_interval() {
        let mut turn = open();
        // The first passes 1 at 0.9, the second never.
        let values = answer(&mut turn, |sigma| vec![sigma / 0.9, 0.5]);
        assert_eq!(values, 6 + 4, "one more value a halving");
        let Crossing { at, range, behind } = turn.crossing(0).unwrap();
        assert!(behind && (at - 0.9).abs() < 0.005, "{at}");
        assert!((range.0 - 0.9 / 1.1).abs() < 0.01 && (range.1 - 0.9 * 1.1).abs() < 0.01, "{range:?}");
        assert_eq!(turn.crossing(1), None);
        let said = turn.sentence(str::to_uppercase);
        assert_eq!(said, "SRPTE is worse than PS from σ = 0.90 [0.82, 0.99] on, FSPE+PS is not worse than PS up to σ = 4.");
    }

    #[test]
    fn an_interval_that_leaves_the_axis_ends_there() {
        let mut turn = open();
        turn.change(Turned::Field(Field::Load));
        turn.follow(&asked(), 4, true);
        answer(&mut turn, |load| vec![1.0 - 0.2 * (load - 0.7), 2.0]);
        let Crossing { at, range, behind } = turn.crossing(0).unwrap();
        assert!(!behind && (at - 0.7).abs() < 0.01 && range == (0.5, 0.95), "{at} {range:?}");
        assert!(turn.sentence(str::to_uppercase).starts_with("SRPTE is better than PS from ρ = 0.70 [< 0.5, > 0.95] on"));
    }

    #[test]
    fn another_scenario_ends_what_runs_and_the_slider_of_the_parameter_does_not() {
        let mut turn = open();
        let run = turn.run;
        let mut other = asked();
        Field::Sigma.set(&mut other, "3").unwrap();
        turn.follow(&other, 4, false);
        assert_eq!((turn.run, turn.wanted.len()), (run, 6), "the value itself is where you are, not what is asked");
        turn.change(Turned::Told(run, 0.5, Ok(cell(&[1.0, 1.0]))));
        Field::Load.set(&mut other, "0.8").unwrap();
        turn.follow(&other, 4, false);
        assert_eq!((turn.run, turn.wanted.len(), turn.points.len()), (run + 1, 0, 1), "what is known stays in view");
        turn.change(Turned::Told(run, 1.0, Ok(cell(&[1.0, 1.0]))));
        assert_eq!(turn.points.len(), 1, "too late");
        turn.follow(&other, 4, true);
        assert_eq!((turn.wanted.len(), turn.points.len()), (6, 0));
    }

    #[test]
    fn a_file_has_no_shape_and_errors_of_another_kind_no_sigma() {
        let fields = |query: &str| Turn::fields(&Scenario::from_query(query).unwrap());
        assert_eq!(fields("seed=1"), [Field::Sigma, Field::Load, Field::Shape]);
        assert_eq!(fields("workload.path=a.tsv"), [Field::Sigma, Field::Load]);
        assert_eq!(fields("workload.errors={ bias = 2.0 }"), [Field::Load, Field::Shape]);
    }
}
