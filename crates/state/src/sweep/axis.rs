//! What varies: a field and its values, as a list or from one number to another.

use crate::edited::number_of;
use schedscope::sim::number;
use schedscope_core::experiment::{Form, Part, Scenario, SystemKind};
use std::sync::LazyLock;

/// How values follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// By equal steps.
    Even,
    /// By equal factors.
    Factor,
    /// As they are listed.
    List,
}

impl Spacing {
    /// Name in links, and in words.
    pub const ALL: [(Self, &str, &str); 3] =
        [(Self::Even, "even", "by equal steps"), (Self::Factor, "factor", "by equal factors"), (Self::List, "list", "as listed")];
}

/// An axis, as it was typed.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What varies.
    pub field: &'static Offer,
    /// How.
    pub spacing: Spacing,
    /// First value, last value and their number; of a list the values alone.
    pub texts: [String; 3],
}

/// What is wrong with one of the texts of an axis.
pub type Wrong = (usize, String);

/// Most values of an axis.
const MOST: usize = 50;

/// A number of a world that can vary.
#[derive(Debug, PartialEq)]
pub struct Offer {
    /// Its dotted name.
    pub name: String,
    /// In plain words.
    pub label: String,
    /// How formulas call it.
    pub symbol: &'static str,
    /// What it does.
    pub hint: &'static str,
    /// Whether it is a whole number.
    pub whole: bool,
    /// The axis that is offered at first, if it is the same for all scenarios.
    text: Option<&'static str>,
}

/// Numbers that have a control, with the axis that is offered at first.
const KNOWN: [&str; 6] = [
    "workload.shape:factor:0.125:4:6",
    "workload.sigma:list:0.125,0.25,0.5,1,2,4",
    "workload.load:even:0.5:0.95:10",
    "workload.timeshape:factor:0.125:4:6",
    "workload.count:factor:100:10000:5",
    "system.servers:list:1,2,4,8,16",
];

impl Offer {
    /// What can vary in a world.
    pub fn all(world: SystemKind) -> &'static [Self] {
        static ALL: LazyLock<Vec<(SystemKind, Vec<Offer>)>> =
            LazyLock::new(|| SystemKind::ALL.iter().map(|kind| (*kind, Offer::made(*kind))).collect());
        ALL.iter().find(|(kind, _)| *kind == world).map_or(&[], |(_, all)| all)
    }

    fn made(world: SystemKind) -> Vec<Self> {
        let number = |part: &&'static Part| matches!(part.form, Form::Whole | Form::Number);
        let parts: Vec<&'static Part> = Part::all(world).iter().filter(number).collect();
        let name = |text: &&'static str| text.split(':').next().unwrap_or_default();
        let known = KNOWN.iter().filter_map(|text| {
            let part = parts.iter().find(|part| part.path() == name(text))?;
            let usual = Self::of(part);
            // Of a load everyone asks the same.
            let as_usual = usual.name == "workload.load"
                || Scenario::new(world).default_of(&usual.name) == Scenario::default().default_of(&usual.name);
            Some(Self { text: Some(*text).filter(|_| as_usual), ..usual })
        });
        let others = parts.iter().filter(|part| KNOWN.iter().all(|text| name(text) != part.path()));
        known.chain(others.map(|part| Self::of(part))).collect()
    }

    fn of(part: &'static Part) -> Self {
        let (name, whole) = (part.path(), part.form == Form::Whole);
        Self { name, label: part.label.clone(), symbol: &part.symbol, hint: part.hint(), whole, text: None }
    }

    /// The axis that is offered at first: the usual one, or else from the number of a scenario on, if that is known.
    fn text(&self, base: &Scenario) -> String {
        let around = || {
            let values = match number_of(base, &self.name) {
                Some(x) if x > 0.0 && x <= 1.0 && !self.whole => [x / 4.0, x / 2.0, x],
                Some(x) if x > 0.0 => [x, 2.0 * x, 4.0 * x],
                _ => [1.0, 2.0, 4.0],
            };
            format!("{}:list:{}", self.name, values.map(|x| x.to_string()).join(","))
        };
        self.text.map_or_else(around, str::to_owned)
    }
}

impl Axis {
    /// The axis that is offered at first for the number at this position in the world of a scenario.
    pub fn offered(base: &Scenario, position: usize) -> Option<Self> {
        let world = base.kind();
        Self::read(world, &Offer::all(world).get(position)?.text(base))
    }

    /// What varies, in words.
    pub fn title(&self) -> String {
        let Offer { label, symbol, .. } = self.field;
        if symbol.is_empty() { label.clone() } else { format!("{label} ({symbol})") }
    }

    /// Where its number is among those that can vary in a world.
    pub fn position(&self, world: SystemKind) -> Option<usize> {
        Offer::all(world).iter().position(|offer| offer.name == self.field.name)
    }

    /// The same in another world, if that has such a number.
    pub fn in_world(self, world: SystemKind) -> Option<Self> {
        self.position(world).map(|position| Self { field: &Offer::all(world)[position], ..self })
    }

    /// Reads `FIELD:SPACING:FROM:TO:COUNT` or `FIELD:list:VALUE,VALUE,…` of a world.
    pub fn read(world: SystemKind, text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let (name, spacing) = (parts.next()?, parts.next()?);
        let field = Offer::all(world).iter().find(|offer| offer.name == name)?;
        let spacing = Spacing::ALL.iter().find(|(_, key, _)| *key == spacing)?.0;
        let mut next = || parts.next().unwrap_or_default().to_owned();
        let texts = [next(), next(), next()];
        parts.next().is_none().then_some(Self { field, spacing, texts })
    }

    /// The same as text.
    pub fn write(&self) -> String {
        let spacing = Spacing::ALL.iter().find(|(spacing, ..)| *spacing == self.spacing).map_or("", |(_, key, _)| key);
        let used = if self.spacing == Spacing::List { 1 } else { 3 };
        // A link has neither spaces nor what else may have been typed.
        let plain = |text: &String| text.chars().filter(|c| c.is_ascii_alphanumeric() || ".,-+".contains(*c)).collect::<String>();
        let texts: Vec<String> = self.texts[..used].iter().map(plain).collect();
        format!("{}:{spacing}:{}", self.field.name, texts.join(":"))
    }

    /// Its values.
    ///
    /// # Errors
    /// Which text is wrong, and what is allowed.
    pub fn values(&self) -> Result<Vec<f64>, Wrong> {
        let wrong = |part: usize, allowed: &str| (part, format!("\"{}\"; allowed: {allowed}", self.texts[part]));
        let read = |part: usize| {
            let found = number(self.texts[part].trim()).filter(|x| x.is_finite());
            found.ok_or_else(|| wrong(part, "a number"))
        };
        let values = if self.spacing == Spacing::List {
            let values: Option<Vec<f64>> = self.texts[0].split(',').map(|text| number(text.trim()).filter(|x| x.is_finite())).collect();
            match values {
                Some(values) if values.len() <= MOST => values,
                _ => return Err(wrong(0, "up to 50 numbers separated by commas")),
            }
        } else {
            let (from, to, count) = (read(0)?, read(1)?, read(2)?);
            if !(1.0..=MOST as f64).contains(&count) || count.fract() != 0.0 {
                return Err(wrong(2, "a whole number, 1 to 50"));
            }
            if self.spacing == Spacing::Factor && !(from > 0.0 && to > 0.0) {
                return Err(wrong(usize::from(from > 0.0), "a number above 0, where values follow by equal factors"));
            }
            let at = |i: usize| {
                let part = i as f64 / (count - 1.0).max(1.0);
                let exact = match self.spacing {
                    Spacing::Factor => from * libm::pow(to / from, part),
                    _ => from + (to - from) * part,
                };
                // No more digits than one would type.
                number(&format!("{exact:.4e}")).unwrap_or(exact)
            };
            (0..count as usize).map(at).collect()
        };
        let values: Vec<f64> = if self.field.whole { values.into_iter().map(libm::round).collect() } else { values };
        match (1..values.len()).find(|i| values[..*i].contains(&values[*i])) {
            Some(twice) => Err((0, format!("{} appears twice; allowed: each value once", values[twice]))),
            None => Ok(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<f64>, Wrong> {
        Axis::read(SystemKind::Server, text).unwrap().values()
    }

    #[test]
    fn what_is_offered_is_read_and_written_the_same() {
        for world in SystemKind::ALL {
            let base = Scenario::new(*world);
            for (position, offer) in Offer::all(*world).iter().enumerate() {
                let (axis, text) = (Axis::offered(&base, position).unwrap(), offer.text(&base));
                assert_eq!((axis.position(*world), &axis.write()), (Some(position), &text));
                assert!(axis.values().unwrap().len() > 1, "{text}");
            }
            assert_eq!(Axis::offered(&base, Offer::all(*world).len()), None);
        }
        let of_servers = KNOWN.iter().map(|text| Some(*text));
        assert!(Offer::all(SystemKind::Server).iter().map(|offer| offer.text).take(6).eq(of_servers));
    }

    #[test]
    fn an_axis_begins_where_the_scenario_is() {
        let base = Scenario::from_query("system.kind=cdn&workload.count=3000").unwrap();
        let count = Offer::all(SystemKind::Cdn).iter().position(|offer| offer.name == "workload.count").unwrap();
        assert_eq!(Axis::offered(&base, count).unwrap().values().unwrap(), [3000.0, 6000.0, 12_000.0]);
    }

    #[test]
    fn an_axis_goes_to_a_world_that_has_its_number() {
        let axis = |text| Axis::read(SystemKind::Server, text).unwrap();
        assert!(axis("workload.load:list:0.5").in_world(SystemKind::Cluster).is_some());
        assert_eq!(axis("system.servers:list:1,2").in_world(SystemKind::Cluster), None);
    }

    #[test]
    fn values_follow_by_steps_or_factors_or_as_listed() {
        assert_eq!(values("workload.load:even:0.5:0.9:5").unwrap(), [0.5, 0.6, 0.7, 0.8, 0.9]);
        assert_eq!(values("workload.shape:factor:0.125:4:6").unwrap(), [0.125, 0.25, 0.5, 1.0, 2.0, 4.0]);
        assert_eq!(values("workload.sigma:list:4,1,0.5").unwrap(), [4.0, 1.0, 0.5]);
        assert_eq!(values("workload.count:factor:100:1000:3").unwrap(), [100.0, 316.0, 1000.0], "whole, and as one would type it");
        assert_eq!(values("workload.load:even:0.5:0.9:1").unwrap(), [0.5]);
    }

    #[test]
    fn says_which_text_is_wrong_and_what_is_allowed() {
        for (text, part, words) in [
            ("workload.load:even:low:0.9:5", 0, "\"low\"; allowed: a number"),
            ("workload.load:even:0.5:inf:5", 1, "\"inf\"; allowed: a number"),
            ("workload.load:even:0.5:0.9:0", 2, "1 to 50"),
            ("workload.load:even:0.5:0.9:51", 2, "1 to 50"),
            ("workload.load:even:0.5:0.9:2.5", 2, "a whole number"),
            ("workload.shape:factor:0:4:6", 0, "above 0"),
            ("workload.shape:factor:1:-4:6", 1, "above 0"),
            ("workload.sigma:list:1,x", 0, "numbers separated by commas"),
            ("workload.sigma:list:1,2,1", 0, "1 appears twice"),
            ("system.servers:even:1:2:5", 0, "appears twice"),
        ] {
            let (wrong, message) = values(text).unwrap_err();
            assert!(wrong == part && message.contains(words), "{text}: {wrong} {message}");
        }
        assert!(values(&format!("workload.sigma:list:{}", (0..51).map(|x| x.to_string()).collect::<Vec<_>>().join(","))).is_err());
    }

    #[test]
    fn what_is_no_axis_is_refused() {
        for text in ["", "workload.load", "seed:list:1,2", "workload.load:odd:1:2:3", "workload.load:even:1:2:3:4"] {
            assert_eq!(Axis::read(SystemKind::Server, text), None, "{text}");
        }
    }
}
