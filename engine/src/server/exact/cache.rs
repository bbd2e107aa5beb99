//! Answers that take up to half a second, kept for when they are asked for again: by every replication, and every policy beside.

use super::question::Queue;
use crate::theory::{Form, SizeLaw, Table, mean_sojourn, table_mean_sojourn};
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

/// What was asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Asked {
    Form(Form),
    /// With the spread of errors.
    Table(Table, f64),
}

/// Most answers that are kept; the oldest goes first.
const MOST: usize = 256;

type Known = VecDeque<(Asked, SizeLaw, f64, Option<f64>)>;

static KNOWN: Mutex<Known> = Mutex::new(VecDeque::new());

/// A mean sojourn time; none if there is no steady state. The same whether it was kept or not.
pub fn mean(asked: Asked, queue: &Queue) -> Option<f64> {
    let key = (asked, queue.law, queue.load);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(found) = known().iter().find(|(asked, law, load, _)| (*asked, *law, *load) == key) {
        return found.3;
    }
    let mean = match asked {
        Asked::Form(form) => mean_sojourn(form, &queue.law, queue.load),
        Asked::Table(table, sigma) => table_mean_sojourn(table, &queue.law, sigma, queue.load),
    };
    let mean = mean.ok().filter(|mean| mean.is_finite());
    let mut known = known();
    known.push_back((asked, queue.law, queue.load, mean));
    if known.len() > MOST {
        known.pop_front();
    }
    mean
}
