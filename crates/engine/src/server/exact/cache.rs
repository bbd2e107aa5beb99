//! Answers that take up to a second, kept for when they are asked for again: beside every policy, and for every picture.

use super::question::{Answer, Curve, Queue, sees};
use crate::formula::{RankRule, Setting};
use crate::theory::soap::{self, Sojourn};
use crate::theory::{TheoryError, TooMuch, mean_sojourn, table_mean_sojourn};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Most answers that are kept; the oldest goes first.
const MOST: usize = 64;

type Found = Result<Option<Arc<Sojourn>>, TooMuch>;

static KNOWN: Mutex<VecDeque<(Answer, Queue, Found)>> = Mutex::new(VecDeque::new());

/// Mean sojourn times; none if theory does not know them. Those by size are of ranks only. The same whether they were kept or not.
///
/// # Errors
/// If they take too much.
pub fn sojourn(answer: Answer, queue: &Queue, setting: impl Fn() -> Setting) -> Found {
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((.., found)) = known().iter().find(|(asked, of, _)| *asked == answer && of == queue) {
        return found.clone();
    }
    let of_all = |mean: f64| mean.is_finite().then(|| Sojourn { mean, by_size: vec![] });
    let found = match &answer {
        Answer::Form(form) => mean_sojourn(*form, &queue.law, queue.load).map(of_all),
        Answer::Table(table, sigma) => table_mean_sojourn(*table, &queue.law, *sigma, queue.load).map(of_all),
        Answer::Rank(rule) => of_rank(rule, queue, &setting()),
    };
    let found = match found {
        Ok(found) => Ok(found.map(Arc::new)),
        Err(TheoryError::TooMuch(why)) => Err(why),
        Err(_) => Ok(None),
    };
    let mut known = known();
    known.push_back((answer, *queue, found.clone()));
    if known.len() > MOST {
        known.pop_front();
    }
    found
}

fn of_rank(rule: &RankRule, queue: &Queue, setting: &Setting) -> Result<Option<Sojourn>, TheoryError> {
    let Some(sees) = sees(rule).filter(|sees| queue.knows(*sees)) else { return Ok(None) };
    let compiled = rule.formula.compile(setting);
    let weights = queue.weights();
    soap::mean_sojourn(&queue.jobs(&weights), sees, |seen| Curve(compiled.of_job(&queue.job(seen))))
}
