//! Where does it turn? The value of a parameter from which on one policy is worse than another, found by bisection: the same draws at
//! every value, and the paired interval of the ratio says how well the value is known.

use crate::edited::hidden;
use crate::format;
use crate::protocol::Fault;
use crate::sweep::Offer;
use schedscope_core::experiment::sweep::{CellResult, Row, axis_number};
use schedscope_core::experiment::{Column, Measure, Scenario, SystemKind};
use schedscope_core::pictures::looks;
use schedscope_core::plot::{Axis, Dash, Form, Line, Lines, Picture, Style};
use schedscope_engine::registry::{Choice, Family};
use schedscope_engine::server::Plan;
use schedscope_engine::world::{Better, WorkloadKind};
use toml::Value;

/// What is asked, and what is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    /// The world.
    world: SystemKind,
    /// The parameter that grows, once one is chosen or means most.
    pub field: Option<Growing>,
    /// The policy whose turn is looked for; none for the usual ones.
    pub policy: Option<String>,
    /// The policy that it is held against; none for the usual one.
    pub to: Option<String>,
    /// Number of the run: whatever changes what is asked raises it, and ends what runs.
    pub run: u32,
    /// What is simulated, but for the value: the policy that others are held against, then these.
    pub basis: Option<Scenario>,
    /// In what they are compared.
    pub measure: Option<Measure>,
    /// Values that the workers have got.
    pub wanted: Vec<f64>,
    /// What is known, by value.
    pub points: Vec<Point>,
    /// Why there is no answer.
    pub fault: Option<Fault>,
    /// How often the nearest values were halved.
    halved: u32,
}

/// A parameter that grows.
#[derive(Clone, Debug, PartialEq)]
pub struct Growing {
    /// What can vary.
    pub offer: &'static Offer,
    /// Values at the beginning: the ends of the axis and some between them.
    pub values: Vec<f64>,
}

impl Growing {
    /// The number of a scenario of this dotted name, with values around its own.
    pub fn around(scenario: &Scenario, name: &str) -> Option<Self> {
        let offer = Offer::all(scenario.kind()).iter().find(|offer| offer.name == name)?;
        let values = match name {
            LOAD => vec![0.5, 0.6, 0.7, 0.8, 0.9, 0.95],
            "workload.sigma" | "workload.shape" => vec![0.125, 0.25, 0.5, 1.0, 2.0, 4.0],
            _ => {
                let own = value_of(scenario, name).filter(|own| *own > 0.0)?;
                // A fraction has no values above its own that are sure to be allowed.
                let factors: &[f64] = if own <= 1.0 && !offer.whole { &[0.25, 0.5, 0.75, 1.0] } else { &[0.25, 0.5, 1.0, 2.0, 4.0] };
                let scaled = factors.iter().map(|factor| if offer.whole { libm::round(own * factor).max(1.0) } else { own * factor });
                let mut values: Vec<f64> = scaled.collect();
                values.dedup();
                values
            }
        };
        (values.len() > 2).then_some(Self { offer, values })
    }

    /// Its name.
    pub fn name(&self) -> &'static str {
        &self.offer.name
    }

    /// How formulas call it, or else what it is called.
    pub fn symbol(&self) -> &'static str {
        if self.offer.symbol.is_empty() { &self.offer.label } else { self.offer.symbol }
    }

    /// Whether steps are by difference, as those of a load are.
    fn is_linear(&self) -> bool {
        self.ends().0 <= 0.0 || self.ends().1 / self.ends().0 < 4.0
    }

    fn ends(&self) -> (f64, f64) {
        self.values.first().copied().zip(self.values.last().copied()).unwrap_or((1.0, 1.0))
    }

    /// Its value in a scenario.
    pub fn of(&self, scenario: &Scenario) -> Option<f64> {
        value_of(scenario, self.name())
    }

    /// The scenario with this value, or without one.
    fn put(&self, scenario: &mut Scenario, value: Option<f64>) -> Option<()> {
        let value = value.map(|value| if self.offer.whole { Value::Integer(value as i64) } else { Value::Float(value) });
        scenario.set(self.name(), value).ok()
    }

    /// A value between two others: by ratio, or by difference.
    fn between(&self, from: f64, to: f64, part: f64) -> f64 {
        if self.is_linear() { from + part * (to - from) } else { from * libm::pow(to / from, part) }
    }
}

/// The value of a number of a scenario, given or by default.
fn value_of(scenario: &Scenario, name: &str) -> Option<f64> {
    scenario.get(name).as_ref().and_then(axis_number).or_else(|| scenario.default_of(name))
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
    /// The parameter of this name grows.
    Field(String),
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
/// The same in worlds in which no policy says most.
const MOST: usize = 3;
const LOAD: &str = "workload.load";

impl Turn {
    /// Nothing is known.
    pub const fn open(world: SystemKind) -> Self {
        Self {
            world,
            field: None,
            policy: None,
            to: None,
            run: 0,
            basis: None,
            measure: None,
            wanted: vec![],
            points: vec![],
            fault: None,
            halved: 0,
        }
    }

    /// Names of the parameters that mean something in a scenario, those that mean most first.
    pub fn fields(scenario: &Scenario) -> Vec<&'static str> {
        let world = scenario.kind();
        let names = || Offer::all(world).iter().map(|offer| offer.name.as_str());
        let Some(fields) = scenario.of::<Plan>() else {
            let grows = |name: &&str| hidden(scenario, name).is_none() && Growing::around(scenario, name).is_some();
            let (load, others): (Vec<&str>, Vec<&str>) = names().filter(grows).partition(|name| *name == LOAD);
            return load.into_iter().chain(others).collect();
        };
        let workload = &fields.workload;
        let sigma = workload.errors.unwrap_or_default().spread();
        let shape = workload.kind() == WorkloadKind::Synthetic && workload.sizes.is_none();
        let means = [("workload.sigma", sigma), (LOAD, true), ("workload.shape", shape)];
        means.into_iter().filter(|(_, means)| *means).map(|(name, _)| name).collect()
    }

    /// The parameter that grows unless another is chosen: the error, else the load; none where there is neither, since it may take long.
    fn usual_field(scenario: &Scenario) -> Option<Growing> {
        let first = Self::fields(scenario).first().copied().filter(|name| scenario.kind() == SystemKind::Server || *name == LOAD);
        Growing::around(scenario, first?)
    }

    /// The policy that others are held against: the chosen one, else PS, else the first that knows no size.
    pub fn against(&self, asked: &Scenario) -> Option<String> {
        let there = |key: &str| asked.policies.iter().any(|policy| policy == key);
        let chosen = self.to.clone().filter(|to| there(to));
        if asked.kind() != SystemKind::Server {
            return chosen.or_else(|| asked.policies.first().cloned());
        }
        let chosen = chosen.or_else(|| there("ps").then(|| "ps".to_owned()));
        chosen.or_else(|| asked.policies.iter().find(|key| family(asked, key) == Some(Family::Blind)).cloned())
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
        if asked.kind() != SystemKind::Server {
            return others().take(MOST).cloned().collect();
        }
        let usual: Vec<String> = others().filter(|key| USUAL.contains(&key.as_str())).cloned().collect();
        if usual.is_empty() {
            others().filter(|key| family(asked, key) == Some(Family::Estimated)).take(2).cloned().collect()
        } else {
            usual
        }
    }

    /// Follows the question of the view and its measure, once its answer is complete, with so many replications where something is
    /// drawn. What runs about another question ends.
    pub fn follow(&mut self, asked: &Scenario, measure: Option<Measure>, replications: u32, complete: bool) {
        let fields = Self::fields(asked);
        let known = |growing: &Growing| fields.contains(&growing.name());
        if !self.field.as_ref().is_some_and(known) {
            let usual = Self::usual_field(asked).map_or_else(String::new, |growing| growing.name().to_owned());
            self.grow(asked, &usual);
        }
        let basis = self.field.as_ref().zip(self.against(asked)).and_then(|(field, to)| {
            let policies = std::iter::once(to).chain(self.policies(asked)).collect();
            // Where errors are drawn, draws differ.
            let replications = if field.name() == "workload.sigma" { replications } else { asked.replications };
            let mut basis = Scenario { replications, policies, ..asked.clone() };
            field.put(&mut basis, None)?;
            Some(basis)
        });
        let basis = basis.filter(|basis| basis.policies.len() > 1);
        if basis == self.basis && measure == self.measure {
            return;
        }
        if !self.wanted.is_empty() {
            (self.run, self.wanted) = (self.run + 1, vec![]);
            // What was not finished is asked again if the question comes back.
            self.basis = None;
        }
        if complete {
            let wanted = self.field.as_ref().filter(|_| basis.is_some()).map_or(vec![], |field| field.values.clone());
            *self = Self { run: self.run + 1, basis, measure, wanted, points: vec![], fault: None, halved: 0, ..self.clone() };
        }
    }

    /// Another parameter grows, or none.
    fn grow(&mut self, asked: &Scenario, name: &str) {
        if self.field.as_ref().map(Growing::name) != Some(name) {
            let field = Growing::around(asked, name);
            *self = Self { field, policy: self.policy.take(), to: self.to.take(), run: self.run + 1, ..Self::open(self.world) };
        }
    }

    /// The scenario at a value.
    pub fn scenario(&self, value: f64) -> Option<Scenario> {
        let mut scenario = self.basis.clone()?;
        self.field.as_ref()?.put(&mut scenario, Some(value))?;
        Some(scenario)
    }

    /// Changes something, where this is asked.
    pub fn change(&mut self, change: Turned, asked: &Scenario) {
        match change {
            Turned::Field(name) => self.grow(asked, &name),
            Turned::Policy(policy) => self.policy = policy,
            Turned::To(to) => self.to = Some(to),
            Turned::Told(run, value, result) if run == self.run => self.told(value, result),
            Turned::Told(..) => {}
        }
    }

    fn told(&mut self, value: f64, result: Result<CellResult, Fault>) {
        self.wanted.retain(|wanted| *wanted != value);
        match result.map(|cell| point(self.world, self.measure, value, &cell)) {
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
                let Some(field) = &self.field else { break };
                let half = field.between(from.value, to.value, 0.5);
                let rounded = format!("{half:.4}").parse().unwrap_or(half);
                if !halves.contains(&rounded) && rounded > from.value && rounded < to.value {
                    halves.push(rounded);
                }
            }
        }
        halves
    }

    /// Where a line through these values first passes 1, from the left or from a value on.
    fn passing(&self, values: &[(f64, f64)]) -> Option<(f64, bool)> {
        let pair = values.windows(2).find(|pair| passes(pair[0].1, pair[1].1))?;
        let (a, b) = (libm::log(pair[0].1), libm::log(pair[1].1));
        Some((self.field.as_ref()?.between(pair[0].0, pair[1].0, a / (a - b)), b > a))
    }

    /// Where the ratio of a policy first passes 1.
    pub fn crossing(&self, policy: usize) -> Option<Crossing> {
        // Before the whole axis is known nobody can say where an interval ends.
        let field = self.field.as_ref().filter(|field| self.points.len() >= field.values.len())?;
        let of = |pick: fn(&Ratio) -> f64| {
            let values = self.points.iter().filter_map(|point| Some((point.value, pick(point.ratios.get(policy)?))));
            values.collect::<Vec<(f64, f64)>>()
        };
        let (at, behind) = self.passing(&of(|(ratio, _)| *ratio))?;
        let (first, last) = field.ends();
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
        let Some(field) = &self.field else { return Picture::note("choose what grows") };
        let Some((to, policies)) = self.basis.as_ref().and_then(|basis| basis.policies.split_first()) else {
            return Picture::note("no two policies to hold against each other");
        };
        let choices: Vec<Choice> = policies.iter().filter_map(|key| self.world.choice(key).ok()).collect();
        let looks = looks(&choices);
        let style = |i: usize| {
            let style = Style::from(looks[i]);
            if lit.is_some_and(|lit| lit != choices[i].written() && lit != to) { style.pale() } else { style }
        };
        let mut lines: Vec<Line> = choices.iter().enumerate().map(|(i, policy)| self.line(i, &policy.name(), style(i))).collect();
        for i in 0..choices.len() {
            if let Some(Crossing { at, range, .. }) = self.crossing(i) {
                let bar = Style { dash: Dash::Solid, marked: false, ..style(i) };
                lines.push(Line::new("", bar, vec![(range.0, 1.0), (range.1, 1.0)]));
                lines.push(Line::new("", bar, vec![(at, 1.0)]).formed(Form::Rings));
            }
        }
        let title = format!("{} {}", field.offer.label.to_lowercase(), field.offer.symbol);
        let (from, upto) = field.ends();
        let x = if field.is_linear() { Axis::linear(title.trim()) } else { Axis::logarithmic(title.trim()) };
        let name = self.world.choice(to).map_or_else(|_| to.clone(), |policy| policy.name());
        let measured = match self.measure {
            Some(measure) if !measure.is_mean() => format!("{} over all replications", measure.words(self.world)),
            _ => "mean sojourn".to_owned(),
        };
        let all = self.points.iter().flat_map(|point| &point.ratios).map(|(ratio, _)| *ratio).filter(|ratio| ratio.is_finite());
        let (least, most) = all.fold((0.8, 1.25), |(least, most): (f64, f64), ratio| (least.min(ratio), most.max(ratio)));
        // On one server what is 20 times better or worse is far from where it turns.
        let lowest = if self.world == SystemKind::Server { 0.05 } else { 1e-9 };
        let y = Axis::logarithmic(format!("{measured} ÷ that of {name}"))
            .briefly(format!("÷ {name}"))
            .within(least.max(lowest) * 0.85, most.min(1.0 / lowest) * 1.2);
        let mark = here.filter(|here| (from..=upto).contains(here)).map(|here| (here, format!("your value: {}", format::plain(here))));
        let lines = Lines { mark, ..Lines::new(x.within(from, upto).marked(&field.values), y, lines) };
        Picture::single("", lines.level(1.0, format!("= {name}")))
    }

    fn line(&self, policy: usize, name: &str, style: Style) -> Line {
        let points = self.points.iter().filter_map(|point| Some((point.value, *point.ratios.get(policy)?)));
        let banded = points.map(|(value, (ratio, ends))| (value, ratio, ends.unwrap_or((ratio, ratio))));
        Line::with_band(name, style, banded)
    }

    /// What is known, in one sentence; `name` is what a policy is called.
    pub fn sentence(&self, name: impl Fn(&str) -> String) -> String {
        if self.field.is_none() {
            return "Choose what grows: how do policies compare as it does?".to_owned();
        }
        let Some((to, policies)) = self.basis.as_ref().and_then(|basis| basis.policies.split_first()) else {
            return match self.world {
                SystemKind::Server => "Choose a policy that guesses and one to hold it against.".to_owned(),
                _ => "Choose two policies to hold against each other.".to_owned(),
            };
        };
        let Some(field) = self.field.as_ref().filter(|field| self.points.len() >= field.values.len()) else {
            return "Looking for it …".to_owned();
        };
        let (symbol, (first, end)) = (field.symbol(), field.ends());
        let last = format::plain(end);
        let more = self.measure.is_some_and(|measure| measure.column.better == Better::More);
        let (to, mut said) = (name(to), false);
        let parts = policies.iter().enumerate().map(|(i, key)| {
            let own = name(key);
            let Some(Crossing { at, range, behind }) = self.crossing(i) else {
                let ahead = self.points.last().is_some_and(|point| ratio(point, i) < 1.0);
                return format!("{own} is not {} than {to} up to {symbol} = {last}", if ahead == more { "better" } else { "worse" });
            };
            let drawn = self.points.iter().any(|point| point.ratios.get(i).is_some_and(|(_, ends)| ends.is_some()));
            let low = if range.0 == first { format!("< {first}") } else { format::digits(range.0, 2) };
            let high = if range.1 == end { format!("> {end}") } else { format::digits(range.1, 2) };
            let ends = if drawn { format!(" [{low}, {high}]") } else { String::new() };
            let verb = if behind == more { "better" } else { "worse" };
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

fn family(asked: &Scenario, key: &str) -> Option<Family> {
    asked.kind().choice(key).ok().map(|policy| policy.row().family)
}

fn ratio(point: &Point, policy: usize) -> f64 {
    point.ratios.get(policy).map_or(f64::NAN, |(ratio, _)| *ratio)
}

/// Whether 1 lies between two ratios.
fn passes(from: f64, to: f64) -> bool {
    from.is_finite() && to.is_finite() && (from < 1.0) != (to < 1.0)
}

/// The ratios of a cell to its first policy: of mean sojourn times with their intervals.
fn point(world: SystemKind, measure: Option<Measure>, value: f64, cell: &CellResult) -> Point {
    let place = |title: &str| Column::all(world).iter().position(|column| column.title == title);
    let at = |row: &Row, place: Option<usize>| place.and_then(|place| row.values.get(place).copied().flatten());
    let ratios = match measure.filter(|measure| !measure.is_mean()) {
        None => {
            let [ratio, low, high] = ["ratio_first", "ratio_first_low", "ratio_first_high"].map(place);
            let of = |row: &Row| (at(row, ratio).unwrap_or(f64::NAN), at(row, low).zip(at(row, high)));
            cell.rows.iter().filter(|row| row.is_of_all()).skip(1).map(of).collect()
        }
        Some(measure) => {
            let (column, class) = (place(&measure.column.title), measure.class.map(|class| world.class(class)));
            let wanted = |row: &&Row| class.as_ref().map_or_else(|| row.is_of_all(), |class| row.class.as_ref() == Some(class));
            let mut values = cell.rows.iter().filter(wanted).map(|row| at(row, column).unwrap_or(f64::NAN));
            let first = values.next().unwrap_or(f64::NAN);
            values.map(|value| (value / first, None)).collect()
        }
    };
    Point { value, ratios }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked() -> Scenario {
        Scenario::from_query("replications=4&policies=fifo,ps,srpt,srpte,fspe%2Bps&workload.count=500").unwrap()
    }

    fn mean() -> Option<Measure> {
        Measure::first(SystemKind::Server)
    }

    fn open() -> Turn {
        let mut turn = Turn::open(SystemKind::Server);
        turn.follow(&asked(), mean(), 4, true);
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
        let mut values = 0;
        while let Some(value) = turn.wanted.first().copied() {
            turn.change(Turned::Told(turn.run, value, Ok(cell(&ratios(value)))), &asked());
            values += 1;
        }
        values
    }

    #[test]
    fn those_that_guess_are_held_against_ps() {
        let turn = open();
        let basis = turn.basis.clone().unwrap();
        assert_eq!(basis.policies, ["ps", "srpte", "fspe+ps"]);
        let sigma = turn.field.clone().unwrap();
        assert_eq!((sigma.name(), &turn.wanted), ("workload.sigma", &sigma.values));
        assert_eq!(sigma.of(&turn.scenario(2.0).unwrap()), Some(2.0));
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
        turn.change(Turned::Field(LOAD.to_owned()), &asked());
        turn.follow(&asked(), mean(), 4, true);
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
        other.set("workload.sigma", Some(Value::Float(3.0))).unwrap();
        turn.follow(&other, mean(), 4, false);
        assert_eq!((turn.run, turn.wanted.len()), (run, 6), "the value itself is where you are, not what is asked");
        turn.change(Turned::Told(run, 0.5, Ok(cell(&[1.0, 1.0]))), &other);
        other.set(LOAD, Some(Value::Float(0.8))).unwrap();
        turn.follow(&other, mean(), 4, false);
        assert_eq!((turn.run, turn.wanted.len(), turn.points.len()), (run + 1, 0, 1), "what is known stays in view");
        turn.change(Turned::Told(run, 1.0, Ok(cell(&[1.0, 1.0]))), &other);
        assert_eq!(turn.points.len(), 1, "too late");
        turn.follow(&other, mean(), 4, true);
        assert_eq!((turn.wanted.len(), turn.points.len()), (6, 0));
    }

    #[test]
    fn a_file_has_no_shape_and_errors_of_another_kind_no_sigma() {
        let fields = |query: &str| Turn::fields(&Scenario::from_query(query).unwrap());
        assert_eq!(fields("seed=1"), ["workload.sigma", LOAD, "workload.shape"]);
        assert_eq!(fields("workload.path=a.tsv"), ["workload.sigma", LOAD]);
        assert_eq!(fields("workload.errors={ bias = 2.0 }"), [LOAD, "workload.shape"]);
    }

    #[test]
    fn other_worlds_turn_as_the_load_grows_or_what_the_reader_chooses() {
        let asked = Scenario::from_query("replications=2&policies=fair,hfsp,fifo&system.kind=cluster&workload.count=5").unwrap();
        let mut turn = Turn::open(SystemKind::Cluster);
        turn.follow(&asked, Measure::first(SystemKind::Cluster), 2, true);
        assert_eq!(turn.basis.as_ref().unwrap().policies, ["fair", "hfsp", "fifo"]);
        assert_eq!(turn.scenario(0.6).unwrap().get(LOAD), Some(Value::Float(0.6)));
        let orders =
            Scenario::from_query("replications=2&policies=greedy,dp&system.kind=ordering&workload.graph=random&workload.count=8").unwrap();
        let cost = Measure::named(SystemKind::Ordering, "cost");
        let mut turn = Turn::open(SystemKind::Ordering);
        turn.follow(&orders, cost, 2, true);
        assert!(turn.field.is_none() && turn.wanted.is_empty() && turn.sentence(str::to_owned).starts_with("Choose what grows"));
        turn.change(Turned::Field("workload.count".to_owned()), &orders);
        turn.follow(&orders, cost, 2, true);
        assert_eq!(turn.wanted, [2.0, 4.0, 8.0, 16.0, 32.0], "around its own");
        assert!(turn.scenario(7.0).unwrap().get("workload.count") == Some(Value::Integer(7)));
        let columns = Column::all(SystemKind::Ordering);
        let row = |value: f64| Row {
            policy: String::new(),
            class: None,
            values: columns.iter().map(|column| (column.title == "cost").then_some(value)).collect(),
        };
        let told = CellResult { cell: 0, rows: vec![row(4.0), row(3.0)] };
        turn.change(Turned::Told(turn.run, turn.wanted[0], Ok(told)), &orders);
        assert_eq!(turn.points[0].ratios, [(0.75, None)]);
    }
}
