//! When parts of a view are made: only when what they show changes, only when they are opened, or after the rest. While a slider
//! moves, a view is made anew many times a second: tables and texts that it does not touch cost a comparison.

use gloo::timers::callback::Timeout;
use web_sys::HtmlElement;
use yew::prelude::*;

/// Properties of [`Kept`].
#[derive(Properties)]
struct KeptProps<T: PartialEq> {
    shown: T,
    view: Callback<(), Html>,
}

impl<T: PartialEq> PartialEq for KeptProps<T> {
    fn eq(&self, other: &Self) -> bool {
        self.shown == other.shown
    }
}

#[component]
fn Kept<T: PartialEq + 'static>(props: &KeptProps<T>) -> Html {
    props.view.emit(())
}

/// A part that is made anew only when what it shows is no longer equal to what it was. For what is behind an `Rc` its address
/// will do: the part holds on to it.
pub fn kept<T: PartialEq + 'static>(shown: T, view: impl Fn() -> Html + 'static) -> Html {
    html! { <Kept<T> {shown} view={Callback::from(move |()| view())} /> }
}

/// Properties of [`Later`].
#[derive(Clone, PartialEq, Properties)]
struct LaterProps {
    view: Callback<(), Html>,
}

#[component]
fn Later(props: &LaterProps) -> Html {
    let due = use_state_eq(|| false);
    let make = due.setter();
    use_effect_with((), move |()| {
        let timer = Timeout::new(0, move || make.set(true));
        move || drop(timer)
    });
    if *due { props.view.emit(()) } else { Html::default() }
}

/// A part that is made in a task of its own, after what is beside it: the first picture does not wait for it, and the page's thread is
/// free in between.
pub fn later(view: impl Fn() -> Html + 'static) -> Html {
    html! { <Later view={Callback::from(move |()| view())} /> }
}

/// Properties of [`Disclosure`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// Identifier.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// How it is styled.
    pub class: AttrValue,
    /// What is always there.
    pub summary: Html,
    /// What can be opened, in words.
    pub label: AttrValue,
    /// Makes that.
    pub view: Callback<(), Html>,
}

/// Something that is made when it is opened.
#[component]
pub fn Disclosure(props: &Props) -> Html {
    let open = use_state_eq(|| false);
    let ontoggle = {
        let open = open.setter();
        Callback::from(move |event: Event| {
            open.set(event.target_dyn_into::<HtmlElement>().is_some_and(|details| details.has_attribute("open")));
        })
    };
    html! {
        <details class={props.class.clone()} id={props.id.clone()} {ontoggle}>
            { props.summary.clone() }
            if *open {
                <div class="scroll" tabindex="0" role="region" aria-label={props.label.clone()}>{ props.view.emit(()) }</div>
            }
        </details>
    }
}
