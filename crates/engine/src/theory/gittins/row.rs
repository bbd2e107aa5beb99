//! One row of a table: the jobs of one estimate, by age.

use super::super::cells::Cells;

/// Sizes that are less likely than exp(−this), next to the likeliest, are not followed.
const NEGLIGIBLE: f64 = 60.0;
/// Equal cells below the least size that is followed.
const HEAD: usize = 16;
/// Laws with a formula have ranks that turn less often.
const OFTEN: usize = 16;

/// Values at the ends of cells: first of [`HEAD`] equal ones from age 0 on, then of those of the law.
#[derive(Clone, Debug)]
pub struct RankRow {
    /// The cell of the law that follows the head.
    first: usize,
    /// Whether sizes were cut off above: values then grow with the age from there on, as 1/hazard does under log-normal errors.
    cut: bool,
    pub rank: Vec<f32>,
    pub remaining: Vec<f32>,
    /// Numbers of values next to which a job's may turn.
    turns: Vec<u32>,
}

impl RankRow {
    /// The value at an age, which lies at `cell` of the law; linear inside cells.
    pub fn at(&self, values: &[f32], age: f64, cell: f64, ages: &[f64]) -> f64 {
        let head = ages[self.first];
        let value = |i: usize| f64::from(values[i]);
        let between = |i: usize, part: f64| value(i) + (value(i + 1) - value(i)) * part;
        let last = values.len() - 1;
        if age < head {
            let cell = age / head * HEAD as f64;
            let i = (cell as usize).min(HEAD - 1);
            return between(i, cell - i as f64);
        }
        let cells = last - HEAD;
        let end = ages[self.first + cells];
        if age >= end {
            return if self.cut { value(last) * (age / end) } else { value(last) };
        }
        let i = ((cell as usize).max(self.first) - self.first).min(cells - 1);
        let (from, to) = (ages[self.first + i], ages[self.first + i + 1]);
        between(HEAD + i, ((age - from) / (to - from)).clamp(0.0, 1.0))
    }

    /// The ages between two next to which values may turn.
    pub fn turns(&self, ages: &[f64], from: f64, to: f64, visit: impl FnMut(f64)) {
        let age = |place: &u32| match *place as usize {
            i if i < HEAD => ages[self.first] * (i as f64 / HEAD as f64),
            i => ages[self.first + i - HEAD],
        };
        let next = self.turns.partition_point(|place| age(place) <= from);
        self.turns[next..].iter().map(age).take_while(|age| *age < to).for_each(visit);
    }
}

/// Where values turn, or begin or cease to stay, in either of two curves, and where they end; everywhere if they do so often, since
/// those of a job between two rows may then turn where neither does.
fn turns(curves: [&[f32]; 2]) -> Vec<u32> {
    let course = |values: &[f32], i: usize| values[i + 1].total_cmp(&values[i]);
    let turns = |i: &usize| curves.iter().any(|values| course(values, *i) != course(values, i - 1));
    let end = curves[0].len() - 1;
    let inner: Vec<usize> = (1..end).filter(turns).collect();
    let inner = if inner.len() > OFTEN { (1..end).collect() } else { inner };
    inner.into_iter().chain([end]).map(|i| i as u32).collect()
}

/// Makes rows, in buffers that they share.
pub struct Builder<'a> {
    cells: &'a Cells,
    ages: &'a [f64],
    logs: Vec<f64>,
    mass: Vec<f64>,
    place: Vec<f64>,
    hull: Vec<Block>,
}

/// Cells that are best served in one go.
#[derive(Clone, Copy)]
struct Block {
    /// Service per job present at its beginning, and the part of the jobs that complete in it.
    service: f64,
    completed: f64,
    single: bool,
}

impl Block {
    fn slope(&self) -> f64 {
        self.service / self.completed
    }
}

impl<'a> Builder<'a> {
    pub fn new(cells: &'a Cells, ages: &'a [f64]) -> Self {
        let logs: Vec<f64> = cells.mass.iter().map(|mass| libm::log(*mass)).collect();
        Self { cells, ages, mass: vec![0.0; logs.len()], place: vec![0.5; logs.len()], logs, hull: vec![] }
    }

    /// The row of jobs whose estimate is exp(`w`).
    pub fn row(&mut self, w: f64, sigma: f64) -> RankRow {
        let likelihood = |cell: usize| {
            let z = (w - self.cells.middle(cell)) / sigma;
            self.logs[cell] - z * z / 2.0
        };
        let most = (0..self.mass.len()).map(likelihood).fold(f64::NEG_INFINITY, f64::max);
        let follows = |cell: &usize| likelihood(*cell) > most - NEGLIGIBLE;
        let (first, last) = ((0..self.mass.len()).find(follows).unwrap_or(0), (0..self.mass.len()).rfind(follows).unwrap_or(0));
        for cell in first..=last {
            let tilt = self.cells.tilt(cell, w, sigma);
            self.mass[cell] = libm::exp(likelihood(cell) - most) * tilt.mass;
            self.place[cell] = tilt.place;
        }
        let cut = last + 1 < self.mass.len();
        let (mut rank, mut remaining) = (vec![0.0; HEAD + last + 2 - first], vec![0.0; HEAD + last + 2 - first]);
        self.hull.clear();
        // From right to left: jobs larger than the cell's lower end, and what they still need from there on.
        let (mut alive, mut work, mut single) = (0.0, 0.0, false);
        let mut push = |i: usize, length: f64, mass: f64, place: f64| {
            let service = length * (alive + mass * place);
            alive += mass;
            work += service;
            let mut block = Block { service, completed: mass, single: true };
            // A tie merges, and so does a cell in which nobody completes.
            while let Some(next) = self.hull.pop_if(|next| next.slope() <= block.slope()) {
                block = Block { service: block.service + next.service, completed: block.completed + next.completed, single: false };
            }
            let slope = block.slope();
            // Where it is best to serve one cell at a time, its slope is that of its middle.
            if single && block.single {
                rank[i + 1] = (f64::midpoint(f64::from(rank[i + 1]), slope)) as f32;
            }
            single = block.single;
            self.hull.push(block);
            (rank[i], remaining[i]) = (slope as f32, (work / alive) as f32);
        };
        for cell in (first..=last).rev() {
            push(HEAD + cell - first, self.ages[cell + 1] - self.ages[cell], self.mass[cell], self.place[cell]);
        }
        let length = self.ages[first] / HEAD as f64;
        (0..HEAD).rev().for_each(|i| push(i, length, 0.0, 0.0));
        let end = rank.len() - 1;
        (rank[end], remaining[end]) = (rank[end - 1], remaining[end - 1]);
        let turns = turns([&rank, &remaining]);
        RankRow { first, cut, rank, remaining, turns }
    }
}
