/// Where values lie along one side of a panel.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub title: String,
    /// How values are spaced.
    pub spacing: Spacing,
    /// First and last value; without one, those that there are.
    pub range: Option<(f64, f64)>,
    /// Values to write at the axis; without any, round ones.
    pub marks: Vec<f64>,
    /// What is written at these instead of their values; empty for these.
    pub words: Vec<String>,
    /// What is measured, for narrow pictures; without it, the title up to its first comma or bracket.
    pub brief: Option<String>,
    /// Whether values are whole numbers, between which nothing is written.
    pub whole: bool,
    /// Whether marks are written one less: values are one more than what they stand for, so that zero has a logarithm.
    pub shifted: bool,
}

/// How values are spaced along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spacing {
    /// Equal differences are equal distances.
    Linear,
    /// Equal ratios are equal distances.
    Logarithmic,
}

impl Axis {
    /// Equal differences are equal distances.
    pub fn linear(title: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            spacing: Spacing::Linear,
            range: None,
            marks: vec![],
            words: vec![],
            brief: None,
            whole: false,
            shifted: false,
        }
    }

    /// Equal ratios are equal distances.
    pub fn logarithmic(title: impl Into<String>) -> Self {
        Self { spacing: Spacing::Logarithmic, ..Self::linear(title) }
    }

    /// The axis from one value to another.
    #[must_use]
    pub fn within(self, from: f64, to: f64) -> Self {
        Self { range: Some((from, to)), ..self }
    }

    /// The axis with these values written at it.
    #[must_use]
    pub fn marked(self, marks: &[f64]) -> Self {
        Self { marks: marks.to_vec(), ..self }
    }

    /// The axis with these words at these values.
    #[must_use]
    pub fn worded(self, marks: Vec<(f64, String)>) -> Self {
        let (marks, words) = marks.into_iter().unzip();
        Self { marks, words, ..self }
    }

    /// The axis with another title for narrow pictures.
    #[must_use]
    pub fn briefly(self, brief: impl Into<String>) -> Self {
        Self { brief: Some(brief.into()), ..self }
    }
}
