//! What varies: a field and its values, as a list or from one number to another.

use crate::page::field::Field;
use schedscope_engine::sim::number;

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
    pub field: Field,
    /// How.
    pub spacing: Spacing,
    /// First value, last value and their number; of a list the values alone.
    pub texts: [String; 3],
}

/// What is wrong with one of the texts of an axis.
pub type Wrong = (usize, String);

/// Most values of an axis.
const MOST: usize = 50;

impl Axis {
    /// What can vary, with the axis that is offered at first.
    pub const OFFERS: [(Field, &str); 6] = [
        (Field::Shape, "workload.shape:factor:0.125:4:6"),
        (Field::Sigma, "workload.sigma:list:0.125,0.25,0.5,1,2,4"),
        (Field::Load, "workload.load:even:0.5:0.95:10"),
        (Field::Timeshape, "workload.timeshape:factor:0.125:4:6"),
        (Field::Count, "workload.count:factor:100:10000:5"),
        (Field::Servers, "system.servers:list:1,2,4,8,16"),
    ];

    /// The axis that is offered at first for the field at this position.
    pub fn offered(position: usize) -> Option<Self> {
        Self::read(Self::OFFERS.get(position)?.1)
    }

    /// What varies, in words.
    pub fn title(&self) -> String {
        let about = self.field.about();
        format!("{} ({})", about.label, about.symbol)
    }

    /// Where its field is among those that can vary.
    pub fn position(&self) -> usize {
        Self::OFFERS.iter().position(|(field, _)| *field == self.field).unwrap_or_default()
    }

    /// Reads `FIELD:SPACING:FROM:TO:COUNT` or `FIELD:list:VALUE,VALUE,…`.
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let (name, spacing) = (parts.next()?, parts.next()?);
        let field = Self::OFFERS.iter().find(|(field, _)| field.about().name == name)?.0;
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
        format!("{}:{spacing}:{}", self.field.about().name, texts.join(":"))
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
                _ => return Err(wrong(0, "up to 50 numbers with commas between them")),
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
        let values: Vec<f64> = if self.field.whole() { values.into_iter().map(libm::round).collect() } else { values };
        match (1..values.len()).find(|i| values[..*i].contains(&values[*i])) {
            Some(twice) => Err((0, format!("{} is there twice; allowed: each value once", values[twice]))),
            None => Ok(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<f64>, Wrong> {
        Axis::read(text).unwrap().values()
    }

    #[test]
    fn what_is_offered_is_read_and_written_the_same() {
        for (position, (field, text)) in Axis::OFFERS.iter().enumerate() {
            let axis = Axis::offered(position).unwrap();
            assert_eq!((axis.field, axis.position(), axis.write()), (*field, position, (*text).to_owned()));
            assert!(axis.values().unwrap().len() > 1, "{text}");
        }
        assert_eq!(Axis::offered(Axis::OFFERS.len()), None);
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
            ("workload.sigma:list:1,x", 0, "numbers with commas"),
            ("workload.sigma:list:1,2,1", 0, "1 is there twice"),
            ("system.servers:even:1:2:5", 0, "is there twice"),
        ] {
            let (wrong, message) = values(text).unwrap_err();
            assert!(wrong == part && message.contains(words), "{text}: {wrong} {message}");
        }
        assert!(values(&format!("workload.sigma:list:{}", (0..51).map(|x| x.to_string()).collect::<Vec<_>>().join(","))).is_err());
    }

    #[test]
    fn what_is_no_axis_is_refused() {
        for text in ["", "workload.load", "seed:list:1,2", "workload.load:odd:1:2:3", "workload.load:even:1:2:3:4"] {
            assert_eq!(Axis::read(text), None, "{text}");
        }
    }
}
