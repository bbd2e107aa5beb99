/// One figure of a report: of a policy, beside the times of its jobs.
#[derive(Debug)]
pub struct Column<R> {
    /// What it is called in every file.
    pub title: &'static str,
    /// What it is.
    pub about: &'static str,
    /// What people call it, if not by its title.
    pub words: Option<&'static str>,
    /// What it is measured in.
    pub unit: Unit,
    /// What its values are.
    pub kind: ColumnKind,
    /// Which of two values is the better one.
    pub better: Better,
    /// Its heading in a short table, if it stands there.
    pub heading: Option<&'static str>,
    /// The value; absent where it does not exist.
    pub of: fn(&R) -> Option<f64>,
}

/// What a figure is measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// A plain number: a ratio, or a count.
    One,
    /// A fraction of a whole, from 0 to 1.
    Fraction,
    /// The workload's unit of time: seconds, unless sizes have no unit.
    Time,
    /// Seconds.
    Seconds,
    /// Jobs.
    Jobs,
}

/// What the values of a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    /// Whole numbers.
    Whole,
    /// Numbers.
    Real,
    /// 1 for true, 0 for false.
    Truth,
}

/// Which of two values is the better one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// The smaller.
    Less,
    /// The larger.
    More,
    /// Neither: it says how a result came about.
    Neither,
}

impl<R> Column<R> {
    /// A number of which neither less nor more is better.
    pub const fn new(title: &'static str, unit: Unit, of: fn(&R) -> Option<f64>, about: &'static str) -> Self {
        Self { title, about, words: None, unit, kind: ColumnKind::Real, better: Better::Neither, heading: None, of }
    }

    /// The same, of which less is better.
    #[must_use]
    pub const fn less(self) -> Self {
        Self { better: Better::Less, ..self }
    }

    /// The same, of which more is better.
    #[must_use]
    pub const fn more(self) -> Self {
        Self { better: Better::More, ..self }
    }

    /// The same, of whole numbers.
    #[must_use]
    pub const fn whole(self) -> Self {
        Self { kind: ColumnKind::Whole, ..self }
    }

    /// The same, called so by people.
    #[must_use]
    pub const fn called(self, words: &'static str) -> Self {
        Self { words: Some(words), ..self }
    }

    /// The same, in the short table under this heading.
    #[must_use]
    pub const fn headed(self, heading: &'static str) -> Self {
        Self { heading: Some(heading), ..self }
    }
}
