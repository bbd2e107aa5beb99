//! Has the workers simulate the jobs of a file with estimates twice as bad, behind the answer about them.

use super::turner::SETTLED;
use crate::web::pool::{Task, alone, use_asked};
use schedscope_state::compare::{Compare, Twice};
use schedscope_state::file::File;
use schedscope_state::protocol::{Reply, Wanted};
use schedscope_state::queue::Class;
use yew::prelude::*;

/// Keeps a worker at the question while the view is `active`; a file's own errors are of the spread `sigma`.
#[hook]
pub fn use_twice(compare: &Compare, sigma: Option<f64>, file: Option<File>, active: bool, tell: Callback<Twice>) {
    let asked = compare.asks_twice(sigma).filter(|asked| active && compare.twice.as_ref().is_none_or(|known| known.asked != *asked));
    use_asked(asked.clone(), SETTLED, move |owner| {
        let Some(asked) = asked else { return };
        let lane = alone(Task { number: 0, scenario: asked.to_query().into(), wanted: Wanted::Cell, file });
        // Where there is no answer the sentence ends with its first half.
        owner.ask(Class::Behind, vec![lane], move |_, reply| {
            if let Reply::Cell(cell) = reply {
                tell.emit(Twice::told(asked.clone(), &cell));
            }
        });
    });
}
