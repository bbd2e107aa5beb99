//! *Where does another policy become better?* The picture, what it says, and what is held against what.

use crate::web::canvas::{Picked, Picture, across, under};
use crate::web::controls::value_of;
use crate::web::export::Format;
use crate::web::figure::{self, Figure};
use crate::web::kept::kept;
use schedscope_chart::Mode;
use schedscope_core::experiment::Scenario;
use schedscope_core::pictures::names;
use schedscope_core::plot;
use schedscope_state::compare::{Change, Compare, Growing, Turn, Turned};
use schedscope_state::edited::Edit;
use schedscope_state::format;
use std::cell::Cell;
use std::rc::Rc;
use web_sys::HtmlCanvasElement;
use yew::prelude::*;

/// The picture with its sentence and its menus.
pub fn turning(compare: &Compare, mode: Mode, change: &Callback<Change>) -> Html {
    let (turn, asked, change) = (compare.turn.clone(), compare.asked(), change.clone());
    let (here, lit) = (turn.field.as_ref().and_then(|field| field.of(&asked)), compare.focus.lit.clone());
    kept((turn.clone(), asked.policies.clone(), here.map(f64::to_bits), lit.clone(), mode), move || {
        let picture = Rc::new(turn.picture(here, lit.as_deref()));
        let said = match &turn.fault {
            Some(fault) => fault.message.clone(),
            None => turn.sentence(|key| name(turn.basis.as_ref().unwrap_or(&asked), key)),
        };
        let (table, file) = (picture.clone(), picture.clone());
        let (light, moved) = (light(&turn, picture.clone(), &change), moved(&turn, picture.clone(), here, &change));
        let figure = Figure {
            id: "turn",
            title: "Where does another policy become better?",
            hint: said.clone().into(),
            picture: Picture::Plot(picture),
            summary: said.into(),
            table: Callback::from(move |()| figure::table(&table)),
            file: Callback::from(move |format| (format == Format::Csv).then(|| figure::csv(&file))),
            controls: menus(&turn, &asked, &change),
        };
        html! { <div class="turning" onpointerdown={moved.clone()} onpointermove={moved}>{ figure.pickable(mode, Some(light)) }</div> }
    })
}

/// A click on the name of a policy lights it alone.
fn light(turn: &Turn, picture: Rc<plot::Picture>, change: &Callback<Change>) -> Callback<Picked> {
    let (basis, change) = (turn.basis.clone(), change.clone());
    Callback::from(move |picked: Picked| {
        let words = under(&picture, picked).1;
        if let Some(key) = words.zip(basis.as_ref()).and_then(|(words, basis)| basis.policies.iter().find(|key| name(basis, key) == words))
        {
            change.emit(Change::Light(key.clone()));
        }
    })
}

/// The parameter goes with the pointer while that is pressed on the curves: `here` is where it is.
fn moved(turn: &Turn, picture: Rc<plot::Picture>, here: Option<f64>, change: &Callback<Change>) -> Callback<PointerEvent> {
    /// Pixels from the line at which it can be taken hold of.
    const NEAR: f64 = 24.0;
    let (growing, held) = (turn.field.clone(), Rc::new(Cell::new(false)));
    let change = change.clone();
    Callback::from(move |event: PointerEvent| {
        let canvas = event.target_dyn_into::<HtmlCanvasElement>().filter(|_| event.buttons() & 1 == 1 && here.is_some());
        let Some(canvas) = canvas else { return };
        let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        let at = |x: f64| across(&picture, ((x, f64::from(event.offset_y())), size));
        let x = f64::from(event.offset_x());
        if event.type_() == "pointerdown" {
            let reach = at(x - NEAR).zip(at(x + NEAR));
            held.set(here.zip(reach).is_some_and(|(here, (from, to))| (from..=to).contains(&here)));
            if held.get() {
                // The pointer is heard of beyond the edges, too; where it cannot be, the drag ends there.
                let _ = canvas.set_pointer_capture(event.pointer_id());
            }
        }
        let value = at(x).and_then(|value| Some(growing.as_ref()?.nearest(value, 2))).filter(|value| Some(*value) != here);
        // Who moves without having taken hold of it after a new picture came goes on with the drag.
        let value = value.filter(|_| held.get() || event.type_() == "pointermove" && canvas.has_pointer_capture(event.pointer_id()));
        if let Some((growing, value)) = growing.as_ref().zip(value) {
            change.emit(Change::Edit(Edit::Type(growing.name().to_owned(), format::plain(value))));
        }
    })
}

/// What a policy of a scenario is called among all that are compared.
fn name(asked: &Scenario, key: &str) -> String {
    let place = asked.policies.iter().position(|other| other == key);
    let all = asked.choices().map(|choices| names(&choices)).unwrap_or_default();
    place.and_then(|place| all.into_iter().nth(place)).unwrap_or_else(|| key.to_owned())
}

/// Which policy, against which, as what grows.
fn menus(turn: &Turn, asked: &Scenario, change: &Callback<Change>) -> Html {
    let (to, usual) = (turn.against(asked), turn.usual(asked));
    let others = asked.policies.iter().filter(|key| Some(*key) != to.as_ref());
    let tell = |turned: fn(String) -> Turned| change.reform(move |event: Event| Change::Turn(turned(value_of(&event))));
    let usual = usual.iter().map(|key| name(asked, key)).collect::<Vec<_>>().join(", ");
    let growing = turn.field.as_ref().map(Growing::name);
    let dragged = turn.field.as_ref().is_some_and(|field| field.of(asked).is_some_and(|here| field.holds(here)));
    let fields: Vec<Growing> = Growing::names(asked).into_iter().filter_map(|name| Growing::around(asked, name)).collect();
    html! {
        <p class="pair small">
            <select id="turn-policy" aria-label="Policy that may fall behind" onchange={tell(|key| Turned::Policy(Some(key).filter(|key| !key.is_empty())))}>
                <option value="" selected={turn.policy.is_none()}>{ usual }</option>
                { for others.map(|key| html! { <option value={key.clone()} selected={turn.policy.as_ref() == Some(key)}>{ name(asked, key) }</option> }) }
            </select>
            { " ÷ " }
            <select id="turn-to" aria-label="Policy that it is held against" onchange={tell(Turned::To)}>
                { for asked.policies.iter().map(|key| html! { <option value={key.clone()} selected={to.as_ref() == Some(key)}>{ name(asked, key) }</option> }) }
            </select>
            { " as " }
            <select id="turn-field" aria-label="What grows" onchange={tell(Turned::Field)}>
                if growing.is_none() {
                    <option value="" selected=true>{ "…" }</option>
                }
                { for fields.iter().map(|field| html! { <option value={field.name()} selected={growing == Some(field.name())}>{ field.symbol() }</option> }) }
            </select>
            { " grows." }
            if dragged {
                { " Drag the blue line." }
            }
        </p>
    }
}
