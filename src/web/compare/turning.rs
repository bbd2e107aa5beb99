//! *Where does it turn?* The picture, what it says, and what is held against what.

use crate::chart::Mode;
use crate::page::compare::{Change, Compare, Turn, Turned};
use crate::page::field::Field;
use crate::page::state::Action;
use crate::web::canvas::Picture;
use crate::web::controls::value_of;
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::kept::kept;
use schedscope_engine::server::Policy;
use std::rc::Rc;
use yew::prelude::*;

/// The picture with its sentence and its menus.
pub fn turning(compare: &Compare, mode: Mode, dispatch: &Callback<Action>) -> Html {
    let (turn, asked, dispatch) = (compare.turn.clone(), compare.asked(), dispatch.clone());
    let (here, lit) = (turn.field.get(&asked), compare.focus.lit.clone());
    kept((turn.clone(), asked.policies.clone(), here.map(f64::to_bits), lit.clone(), mode), move || {
        let picture = Rc::new(turn.picture(here, lit.as_deref()));
        let said = match &turn.fault {
            Some(fault) => fault.message.clone(),
            None => turn.sentence(|key| name(key).to_owned()),
        };
        let (table, file) = (picture.clone(), picture.clone());
        Figure {
            id: "turn",
            title: "Where does it turn?",
            hint: said.clone().into(),
            picture: Picture::Plot(picture),
            summary: said.into(),
            table: Callback::from(move |()| figure::table(&table)),
            file: Callback::from(move |format| (format == Format::Csv).then(|| figure::csv(&file))),
            controls: menus(&turn, &asked, &dispatch),
        }
        .view(mode)
    })
}

fn name(key: &str) -> &str {
    key.parse::<Policy>().map_or(key, |policy| policy.row().name)
}

/// Which policy, against which, as what grows.
fn menus(turn: &Turn, asked: &crate::experiment::Scenario, dispatch: &Callback<Action>) -> Html {
    let (to, usual) = (turn.against(asked), turn.usual(asked));
    let others = asked.policies.iter().filter(|key| Some(*key) != to.as_ref());
    let tell = |turned: fn(String) -> Turned| dispatch.reform(move |event: Event| Action::Compare(Change::Turn(turned(value_of(&event)))));
    let usual = usual.iter().map(|key| name(key)).collect::<Vec<_>>().join(", ");
    let field = |name: String| {
        let known = [Field::Load, Field::Shape].into_iter().find(|field| field.about().name == name);
        Turned::Field(known.unwrap_or(Field::Sigma))
    };
    html! {
        <p class="pair small">
            <select id="turn-policy" aria-label="Policy that may fall behind" onchange={tell(|key| Turned::Policy(Some(key).filter(|key| !key.is_empty())))}>
                <option value="" selected={turn.policy.is_none()}>{ usual }</option>
                { for others.map(|key| html! { <option value={key.clone()} selected={turn.policy.as_ref() == Some(key)}>{ name(key).to_owned() }</option> }) }
            </select>
            { " ÷ " }
            <select id="turn-to" aria-label="Policy that it is held against" onchange={tell(Turned::To)}>
                { for asked.policies.iter().map(|key| html! { <option value={key.clone()} selected={to.as_ref() == Some(key)}>{ name(key).to_owned() }</option> }) }
            </select>
            { " as " }
            <select id="turn-field" aria-label="What grows" onchange={tell(field)}>
                { for Turn::fields(asked).into_iter().map(|field| html! { <option value={field.about().name} selected={field == turn.field}>{ field.about().symbol }</option> }) }
            </select>
            { " grows; line: you are here" }
        </p>
    }
}
