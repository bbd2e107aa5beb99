//! The parts of the program that the browser fetches when they are wanted.
//!
//! Each function that is marked `part!` is a place where the build splits the module: what only it reaches is in a file of its own, what
//! several reach in shared ones, and a call fetches these first. Built without the feature `parts`, all is one module.
//!
//! A part is brought once; when that fails it can be brought again.

use super::cdn::Cdn;
use super::cluster::Cluster;
use super::datacenter::Datacenter;
use super::environment::kept_exercises;
use super::message::post_waits;
use super::network::Network;
use super::order::Order;
use super::played::{self, Pictured};
use super::race::Race;
use super::{ask, compare, embed, exercises, framed, learn, saved, scenes, sweep, traces, watch, worker};
use gloo::timers::future::TimeoutFuture;
use schedscope_core::experiment::SystemKind;
use schedscope_state::file::File;
use schedscope_state::part::Part;
use schedscope_state::room::{Opening, Room};
use schedscope_state::rooms;
use schedscope_state::sheet::Sheet;
use schedscope_state::state::{Action, Simulator, State};
use schedscope_state::view::View;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use wasm_bindgen_futures::spawn_local;
use yew::prelude::*;

/// Shows something of a state.
type Show = fn(&State, &Callback<Action>) -> Html;

/// What a part adds to the page.
pub struct Arrival {
    /// Its views.
    rooms: Vec<Rc<dyn Room>>,
    /// Shows the one that is shown.
    view: Show,
    /// What there is beside it, whatever is shown: what asks the workers, and dialogs.
    beside: Show,
}

/// A part could not be fetched.
#[derive(Debug)]
pub struct Missing;

#[cfg(feature = "parts")]
impl From<wasm_split_helpers::SplitLoaderError> for Missing {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// A function whose body is in a part of this name.
macro_rules! part {
    ($(#[doc = $doc:literal])* $visibility:vis $name:ident, ($($argument:ident: $type:ty)?) -> $out:ty, $body:expr) => {
        $(#[doc = $doc])*
        #[cfg(feature = "parts")]
        #[allow(unsafe_code)]
        #[wasm_split_helpers::wasm_split($name, fallible)]
        $visibility fn $name($($argument: $type)?) -> Result<$out, Missing> {
            Ok($body)
        }

        $(#[doc = $doc])*
        #[cfg(not(feature = "parts"))]
        #[allow(clippy::unused_async)]
        $visibility async fn $name($($argument: $type)?) -> Result<$out, Missing> {
            Ok($body)
        }
    };
}

part!(
    /// The table in a text of this name, or in the beginning of a file.
    pub(super) table,
    (text: (String, String, Option<File>)) -> Option<Sheet>,
    match text {
        (name, text, None) => Sheet::read(&name, &text),
        (_, text, Some(file)) => Sheet::of_beginning(file, &text),
    }
);
part!(
    /// The jobs of a table as the text of a file.
    pub(super) table_jobs,
    (sheet: Rc<Sheet>) -> Option<String>,
    sheet.reading().ok().map(|reading| reading.csv)
);
part!(
    /// *Compare* and *Sweep* of every world.
    questions,
    (opening: Opening) -> Arrival,
    Arrival { rooms: rooms::questions(opening), view: question, beside: |state, dispatch| html! { <>{ compare::asks(state, dispatch) }{ sweep::asks(state, dispatch) }</> } }
);
part!(
    /// *Watch* of the cluster.
    cluster,
    (opening: Opening) -> Arrival,
    world::<Cluster>(opening)
);
part!(
    /// *Watch* of the datacenter.
    datacenter,
    (opening: Opening) -> Arrival,
    world::<Datacenter>(opening)
);
part!(
    /// *Watch* of an order.
    order,
    (opening: Opening) -> Arrival,
    world::<Order>(opening)
);
part!(
    /// *Watch* of the network.
    network,
    (opening: Opening) -> Arrival,
    world::<Network>(opening)
);
part!(
    /// *Watch* of the CDN.
    cdn,
    (opening: Opening) -> Arrival,
    world::<Cdn>(opening)
);
part!(
    /// Virtual time in *Watch* of the server.
    virtual_time,
    () -> Arrival,
    Arrival { rooms: vec![], view: watch::virtual_view, beside: |_, _| Html::default() }
);
part!(
    /// *Watch* of jobs of the server that are drawn.
    race,
    (opening: Opening) -> Arrival,
    world::<Race>(opening)
);
part!(
    /// *Traces*.
    files,
    () -> Arrival,
    Arrival { rooms: vec![], view: traces::view, beside: traces::behind }
);
part!(
    /// *Exercises*.
    tasks,
    () -> Arrival,
    Arrival { rooms: rooms::exercises(kept_exercises()), view: exercises::view, beside: exercises::behind }
);
part!(
    /// *Learn*.
    tour,
    () -> Arrival,
    Arrival { rooms: rooms::learn(), view: learn::view, beside: learn::behind }
);
part!(
    /// What belongs to every view and is opened by a button.
    sharing,
    () -> Arrival,
    Arrival { rooms: vec![], view: |_, _| Html::default(), beside: shared }
);
part!(
    /// What a figure and the page around it say to each other.
    talk,
    () -> Arrival,
    Arrival { rooms: vec![], view: |_, _| Html::default(), beside: framed::talk }
);
part!(
    /// What workers run.
    pub(crate) engines,
    () -> (),
    worker::run()
);

part!(
    /// What theory says, for workers that are asked.
    pub(crate) theory,
    () -> worker::Says,
    worker::theory as worker::Says
);

part!(
    /// What programs in JavaScript ask, for the worker that is asked.
    pub(crate) calls,
    () -> worker::Answers,
    worker::called as worker::Answers
);

/// Begins to serve as a worker. As long as the engines cannot be fetched the page is told, and it is tried again.
pub(crate) async fn serve() {
    /// Milliseconds until then.
    const REST: u32 = 3000;
    while engines().await.is_err() {
        post_waits();
        TimeoutFuture::new(REST).await;
    }
}

fn question(state: &State, dispatch: &Callback<Action>) -> Html {
    match state.view {
        View::Sweep(world) => sweep::view(state, world, dispatch),
        _ => compare::view(state, dispatch),
    }
}

fn shared(state: &State, dispatch: &Callback<Action>) -> Html {
    html! { <>{ scenes::bar(state, dispatch) }{ embed::dialog(state, dispatch) }{ ask::dialog(state, dispatch) }{ scenes::dialog(state, dispatch) }{ saved::list(state, dispatch) }</> }
}

fn world<S: Pictured>(opening: Opening) -> Arrival {
    Arrival { rooms: rooms::played::<S>(opening), view: played::view::<S>, beside: played::asks::<S> }
}

thread_local! {
    /// The parts that are here, and how they are shown.
    static HERE: RefCell<Vec<(Part, Show, Show)>> = const { RefCell::new(vec![]) };
    /// Those that are on their way.
    static COMING: RefCell<Vec<Part>> = const { RefCell::new(vec![]) };
    /// Who hears what workers wait for, and whether they do.
    static PAGE: RefCell<Option<Callback<Action>>> = const { RefCell::new(None) };
    static SIMULATOR: Cell<Simulator> = const { Cell::new(Simulator::Here) };
}

/// Fetches a part.
async fn fetched(part: Part, opening: Opening) -> Result<Arrival, Missing> {
    match part {
        Part::Questions => questions(opening).await,
        Part::World(SystemKind::Cluster) => cluster(opening).await,
        Part::World(SystemKind::Datacenter) => datacenter(opening).await,
        Part::World(SystemKind::Ordering) => order(opening).await,
        Part::World(SystemKind::Network) => network(opening).await,
        Part::World(SystemKind::Cdn) => cdn(opening).await,
        Part::World(SystemKind::Server) => race(opening).await,
        Part::Virtual => virtual_time().await,
        Part::Traces => files().await,
        Part::Exercises => tasks().await,
        Part::Learn => tour().await,
        Part::Sharing => sharing().await,
        Part::Framed => talk().await,
    }
}

/// Brings a part to the page, unless it is here or on its way, or says that it could not be had.
fn bring(part: Part, opening: Opening, dispatch: &Callback<Action>) {
    let known = HERE.with_borrow(|here| here.iter().any(|(known, ..)| *known == part));
    if known || COMING.with_borrow(|coming| coming.contains(&part)) {
        return;
    }
    COMING.with_borrow_mut(|coming| coming.push(part));
    let dispatch = dispatch.clone();
    spawn_local(async move {
        let fetched = fetched(part, opening).await;
        COMING.with_borrow_mut(|coming| coming.retain(|known| *known != part));
        match fetched {
            Ok(Arrival { rooms, view, beside }) => {
                HERE.with_borrow_mut(|here| here.push((part, view, beside)));
                dispatch.emit(Action::Arrived(part, rooms));
            }
            Err(Missing) => dispatch.emit(Action::Failed(part, true)),
        }
    });
}

/// Brings the part of a view that somebody comes near to.
pub fn nears(state: &State, dispatch: &Callback<Action>) -> Callback<View> {
    let (opening, dispatch) = (state.opening(), dispatch.clone());
    Callback::from(move |view: View| {
        if let Some(part) = Part::of(view) {
            bring(part, opening, &dispatch);
        }
    })
}

/// Tells the page whether workers have what they simulate with, when that is another thing than before.
pub fn simulates(simulator: Simulator) {
    if let Some(dispatch) = PAGE.with_borrow(Clone::clone).filter(|_| SIMULATOR.replace(simulator) != simulator) {
        dispatch.emit(Action::Simulator(simulator));
    }
}

/// Brings what a state wants.
#[hook]
pub fn use_parts(state: &State, dispatch: &Callback<Action>) {
    PAGE.replace(Some(dispatch.clone()));
    let (opening, dispatch) = (state.opening(), dispatch.clone());
    let wanted = state.wanted();
    // Whenever something is shown: what could not be fetched may be wanted once more before there was an effect of its absence.
    use_effect(move || wanted.into_iter().for_each(|part| bring(part, opening, &dispatch)));
}

/// The view that is shown, if it is in a part that is here.
pub fn view(part: Part, state: &State, dispatch: &Callback<Action>) -> Option<Html> {
    let show = HERE.with_borrow(|here| here.iter().find(|(known, ..)| *known == part).map(|(_, view, _)| *view));
    show.filter(|_| state.has(part)).map(|show| show(state, dispatch))
}

/// What the parts that are here have beside the view.
pub fn beside(state: &State, dispatch: &Callback<Action>) -> Html {
    let all: Vec<Show> = HERE.with_borrow(|here| here.iter().filter(|(part, ..)| state.has(*part)).map(|(.., beside)| *beside).collect());
    all.into_iter().map(|show| show(state, dispatch)).collect()
}
