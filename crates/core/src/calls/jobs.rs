use super::Refusal;
use schedscope::registry::nearest;
use schedscope::workload::Ids;
use schedscope::{Job, JobError, Workload};
use std::collections::{BTreeMap, HashMap};

/// Titles of the columns of jobs.
pub const COLUMNS: [&str; 5] = ["arrival", "size", "estimate", "weight", "id"];

/// What all ids have to be together.
const UNIQUE: &str = "an id of its own for each job";

/// What jobs are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Names {
    /// Numbers.
    Numbers(Vec<u64>),
    /// Texts.
    Texts(Vec<String>),
}

impl Names {
    /// What an id may be.
    pub const ALLOWED: &str = "whole numbers, 0 or more, or texts";

    fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Texts(texts) => texts.len(),
        }
    }
}

/// Jobs column by column, an entry a job, in the unit of time of the caller.
#[derive(Debug, Default)]
pub struct Columns<'a> {
    /// When each arrives.
    pub arrival: Option<&'a [f64]>,
    /// The work that each needs.
    pub size: Option<&'a [f64]>,
    /// What the sizes are believed to be; without it they are known.
    pub estimate: Option<&'a [f64]>,
    /// Their weights; without it all are 1.
    pub weight: Option<&'a [f64]>,
    /// What they are called; without it by their places from 0.
    pub id: Option<Names>,
}

impl Columns<'_> {
    /// What the numbers of a column have to be.
    pub const NUMBERS: &'static str = "numbers, one a job";

    /// The jobs, of which no value has been looked at.
    ///
    /// # Errors
    /// If arrivals or sizes are missing, if a column is longer than another, or if two jobs are called by the same text.
    pub fn jobs(self) -> Result<Jobs, Refusal> {
        let Self { arrival, size, estimate, weight, id } = self;
        let needed = |column: Option<_>, name: &str| column.ok_or_else(|| Refusal::of(name, "not given", Self::NUMBERS));
        let (arrival, size): (&[f64], &[f64]) = (needed(arrival, "arrival")?, needed(size, "size")?);
        let count = arrival.len();
        let as_many = |name: &str, found: Option<usize>| match found.filter(|found| *found != count) {
            Some(found) => Err(Refusal::of(name, format!("{found} values"), &format!("as many as there are of arrival, {count}"))),
            None => Ok(()),
        };
        as_many("size", Some(size.len()))?;
        as_many("estimate", estimate.map(<[f64]>::len))?;
        as_many("weight", weight.map(<[f64]>::len))?;
        as_many("id", id.as_ref().map(Names::len))?;
        let mut jobs: Vec<Job> = arrival.iter().zip(size).map(|(arrival, size)| Job::new(*arrival, *size)).collect();
        if let Some(estimate) = estimate {
            jobs.iter_mut().zip(estimate).for_each(|(job, estimate)| job.estimate = *estimate);
        }
        if let Some(weight) = weight {
            jobs.iter_mut().zip(weight).for_each(|(job, weight)| job.weight = *weight);
        }
        let texts = match id {
            None => vec![],
            Some(Names::Numbers(numbers)) => {
                jobs.iter_mut().zip(numbers).for_each(|(job, number)| job.id = number);
                vec![]
            }
            Some(Names::Texts(texts)) => {
                unique(&texts)?;
                jobs.iter_mut().zip(1..).for_each(|(job, number)| job.id = number);
                texts
            }
        };
        Ok(Jobs { jobs, texts })
    }
}

fn unique(texts: &[String]) -> Result<(), Refusal> {
    let mut places: HashMap<&str, usize> = HashMap::with_capacity(texts.len());
    for (place, text) in texts.iter().enumerate() {
        if let Some(first) = places.insert(text, place) {
            let message = format!("the jobs at places {first} and {place} have the same id, {text}; allowed: {UNIQUE}");
            return Err(Refusal::saying(message, "id", text, UNIQUE));
        }
    }
    Ok(())
}

/// What is said of columns with these titles of which one is misspelt; others than [`COLUMNS`] are no concern of ours.
pub fn misspelt<'a>(titles: impl Iterator<Item = &'a str> + Clone) -> Option<Refusal> {
    titles.clone().filter(|title| !COLUMNS.contains(title)).find_map(|title| {
        let meant = nearest(title, COLUMNS.into_iter())?;
        let found = || format!("a column of jobs (did you mean \"{meant}\"?)");
        titles.clone().all(|other| other != meant).then(|| Refusal::of(title, found(), &COLUMNS.join(", ")))
    })
}

/// Jobs, of which those that are called by texts have the numbers from 1 on.
#[derive(Clone, Debug)]
pub struct Jobs {
    jobs: Vec<Job>,
    texts: Vec<String>,
}

impl Jobs {
    /// The jobs as a workload.
    ///
    /// # Errors
    /// If there is none, if one has a value that it may not have, or if two have the same number.
    pub fn workload(self) -> Result<Workload, Refusal> {
        let Self { jobs, texts } = self;
        match Workload::new(jobs) {
            Ok(workload) if texts.is_empty() => Ok(workload),
            Ok(workload) => Ok(workload.called(Ids::new((1..).zip(texts).collect::<BTreeMap<u64, String>>()))),
            Err(error) => Err(refused(&error, &texts)),
        }
    }
}

fn refused(error: &JobError, texts: &[String]) -> Refusal {
    match error {
        JobError::Value { id, place, field, value, allowed } => {
            let name = texts.get(*place).cloned().unwrap_or_else(|| id.to_string());
            Refusal::saying(format!("{field} of job {name} is {value}; allowed: {allowed}"), field, value.to_string(), allowed)
        }
        JobError::Duplicate { id, .. } => Refusal::saying(error.to_string(), "id", id.to_string(), UNIQUE),
        JobError::Empty => Refusal::saying(error.to_string(), "jobs", "none", "one or more"),
        _ => Refusal { message: error.to_string(), field: None, value: None, allowed: None },
    }
}
