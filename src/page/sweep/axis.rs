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
