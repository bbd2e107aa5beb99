//! *Exercises*: the gallery, and the exercise that is open: its task, its pictures, the means to answer it, and the code of who has
//! solved it.

mod answer;
mod challenge;
mod focus;
mod gallery;
mod picture;
mod view;

pub use answer::choice_of_jobs;
pub use view::view;

use crate::pool::use_inquiry;
use schedscope_core::experiment::Report;
use schedscope_page::exercises::{Change, Exercises};
use schedscope_page::inquiry::{Inquiry, Question};
use schedscope_page::protocol::Wanted;
use schedscope_page::queue::Class;
use yew::prelude::*;

/// Milliseconds for which a formula must rest before it is simulated: one writes it letter by letter.
const REST: u32 = 400;

/// Asks the workers about the load of the exercise that is open, once somebody waits for what they find.
#[hook]
pub fn use_workers(exercises: &Exercises, here: bool, tell: Callback<Change>) {
    let work = exercises.work.as_ref();
    let idle = Inquiry::<Report>::open();
    let inquiry = work.map_or(&idle, |work| &work.inquiry);
    let scenario = work.and_then(|work| work.question()).unwrap_or_default();
    let question = Question { scenario, file: None, wanted: Wanted::Summary, class: Class::Now };
    use_inquiry(inquiry.standing(), question, here && work.is_some_and(|work| work.runs()), REST, tell.reform(Change::Told));
}
