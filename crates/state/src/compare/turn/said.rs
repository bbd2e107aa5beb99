//! What is known, as a picture and as a sentence.

use super::{Crossing, Turn, ratio};
use crate::format;
use schedscope::registry::Choice;
use schedscope::world::Better;
use schedscope_core::experiment::SystemKind;
use schedscope_core::pictures::{looks, names};
use schedscope_core::plot::{Axis, Dash, Form, Line, Lines, Picture, Style};

impl Turn {
    /// The ratios over the values, with their intervals, where they pass 1, and the value `here` of the scenario. The policy `lit` alone
    /// has its colour.
    pub fn picture(&self, here: Option<f64>, lit: Option<&str>) -> Picture {
        let Some(field) = &self.field else { return Picture::note("choose a parameter") };
        let Some((to, policies)) = self.basis.as_ref().and_then(|basis| basis.policies.split_first()) else {
            return Picture::note("no two policies to hold against each other");
        };
        let choices: Vec<Choice> = policies.iter().filter_map(|key| self.world.choice(key).ok()).collect();
        let looks = looks(&choices);
        // The first is that which others are held against.
        let all: Vec<Choice> = std::iter::once(to).chain(policies).filter_map(|key| self.world.choice(key).ok()).collect();
        let mut called = names(&all).into_iter();
        let name = called.next().unwrap_or_default();
        let style = |i: usize| {
            let style = Style::from(looks[i]);
            if lit.is_some_and(|lit| lit != choices[i].written() && lit != to) { style.pale() } else { style }
        };
        let mut lines: Vec<Line> = called.enumerate().map(|(i, name)| self.line(i, &name, style(i))).collect();
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
        let mark = here.filter(|here| field.holds(*here)).map(|here| (here, format!("your value: {}", format::plain(here))));
        let lines = Lines { mark, ..Lines::new(x.within(from, upto).marked(&field.allowed().collect::<Vec<_>>()), y, lines) };
        Picture::single("", lines.level(1.0, format!("= {name}")))
    }

    fn line(&self, policy: usize, name: &str, style: Style) -> Line {
        let points = self.points.iter().filter_map(|point| Some((point.value, *point.ratios.get(policy)?)));
        let banded = points.map(|(value, (ratio, ends))| (value, ratio, ends.unwrap_or((ratio, ratio))));
        Line::with_band(name, style, banded)
    }

    /// Whether a policy is better at all values, or worse, with its whole intervals; `more` says whether more is better.
    fn throughout(&self, policy: usize, more: bool) -> Option<&'static str> {
        let ends = || self.points.iter().filter_map(|point| point.ratios.get(policy)).map(|(ratio, ends)| ends.unwrap_or((*ratio, *ratio)));
        if ends().all(|(_, high)| high < 1.0) {
            return Some(if more { "worse" } else { "better" });
        }
        ends().all(|(low, _)| low > 1.0).then_some(if more { "better" } else { "worse" })
    }

    /// What is known, in one sentence; `name` is what a policy is called.
    pub fn sentence(&self, name: impl Fn(&str) -> String) -> String {
        if self.field.is_none() {
            return "Choose a parameter to see where one policy overtakes another.".to_owned();
        }
        let Some((to, policies)) = self.basis.as_ref().and_then(|basis| basis.policies.split_first()) else {
            return match self.world {
                SystemKind::Server => "Choose a policy that guesses and one to hold it against.".to_owned(),
                _ => "Choose two policies to hold against each other.".to_owned(),
            };
        };
        let Some(field) = self.field.as_ref().filter(|field| self.points.len() >= field.allowed().count()) else {
            return "Looking for it …".to_owned();
        };
        let (symbol, (first, end)) = (field.symbol(), field.ends());
        let last = format::plain(end);
        let more = self.measure.is_some_and(|measure| measure.column.better == Better::More);
        let (to, mut said, mut throughout) = (name(to), false, None);
        let parts = policies.iter().enumerate().map(|(i, key)| {
            let own = name(key);
            if self.points.iter().all(|point| ratio(point, i).is_nan()) {
                return format!("{own} has nothing to compare with {to}");
            }
            let Some(Crossing { at, range, behind }) = self.crossing(i) else {
                let before = throughout;
                throughout = self.throughout(i, more);
                return match throughout {
                    None => {
                        let ahead = self.points.last().is_some_and(|point| ratio(point, i) < 1.0);
                        format!("{own} is not {} than {to} up to {symbol} = {last}", if ahead == more { "better" } else { "worse" })
                    }
                    Some(_) if before == throughout => format!("so is {own}"),
                    Some(verb) => format!("{own} is {verb} than {to} at every {symbol} tried, from {first} to {last}"),
                };
            };
            let drawn = self.points.iter().any(|point| point.ratios.get(i).is_some_and(|(_, ends)| ends.is_some()));
            // Of whole numbers the first from which on it is so.
            let written = |value: f64| if field.offer.whole { format::plain(libm::ceil(value)) } else { format::digits(value, 2) };
            let low = if range.0 == first { format!("< {first}") } else { written(range.0) };
            let high = if range.1 == end { format!("> {end}") } else { written(range.1) };
            let ends = if drawn { format!(" [{low}, {high}]") } else { String::new() };
            let verb = if behind == more { "better" } else { "worse" };
            let sentence = if said {
                format!("{own} is {verb} from {}{ends} on", written(at))
            } else {
                format!("{own} is {verb} than {to} from {symbol} = {}{ends} on", written(at))
            };
            said = true;
            sentence
        });
        format!("{}.", parts.collect::<Vec<_>>().join(", "))
    }
}
