//! A canvas that is as sharp as the screen, and draws whenever its picture, its size or the theme changes.

use super::layers::Layers;
use super::surface;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use gloo::utils::{document, window};
use js_sys::Array;
use schedscope::sim::number;
use schedscope_chart::{self as chart, ChartError, Mode, Pen, Spot};
use schedscope_core::plot;
use schedscope_state::stage::Panes;
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, IntersectionObserver, IntersectionObserverEntry, ResizeObserver};
use yew::prelude::*;

/// What can be drawn.
#[derive(Clone)]
pub enum Picture {
    /// A picture of plain data.
    Plot(Rc<plot::Picture>),
    /// A picture that draws itself.
    Drawn(Rc<dyn Drawn>),
}

impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Plot(a), Self::Plot(b)) => Rc::ptr_eq(a, b),
            (Self::Drawn(a), Self::Drawn(b)) => a.same(&**b),
            _ => false,
        }
    }
}

/// A picture that draws itself. What is equal looks the same.
pub trait Draws: PartialEq + 'static {
    /// Draws it.
    ///
    /// # Errors
    /// If the surface refuses.
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError>;

    /// Draws it on a canvas, whose layers it may keep.
    ///
    /// # Errors
    /// If the browser refuses.
    fn paint(&self, canvas: &HtmlCanvasElement, _: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        surface::canvas(canvas, how, |pen| self.draw(pen))
    }
}

/// The same, whatever kind of picture it is.
pub trait Drawn {
    /// See [`Draws::draw`].
    ///
    /// # Errors
    /// If the surface refuses.
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError>;
    /// See [`Draws::paint`].
    ///
    /// # Errors
    /// If the browser refuses.
    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError>;
    /// Whether it is equal to another picture.
    fn same(&self, other: &dyn Drawn) -> bool;
    /// What it is.
    fn as_any(&self) -> &dyn Any;
}

impl<T: Draws> Drawn for T {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        Draws::draw(self, pen)
    }

    fn paint(&self, canvas: &HtmlCanvasElement, layers: &mut Layers, how: (Mode, f64)) -> Result<(), ChartError> {
        Draws::paint(self, canvas, layers, how)
    }

    fn same(&self, other: &dyn Drawn) -> bool {
        other.as_any().downcast_ref() == Some(self)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A pane of an answer.
struct OfAnswer<A: Panes> {
    shown: Rc<A>,
    pane: A::Pane,
}

impl<A: Panes> PartialEq for OfAnswer<A> {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.shown, &other.shown) && self.pane == other.pane
    }
}

impl<A: Panes + 'static> Draws for OfAnswer<A> {
    fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        self.shown.draw(self.pane, pen)
    }
}

impl Picture {
    /// One that draws itself.
    pub fn of(picture: impl Draws) -> Self {
        Self::Drawn(Rc::new(picture))
    }

    /// A pane of an answer.
    pub fn pane<A: Panes + 'static>(shown: &Rc<A>, pane: A::Pane) -> Self {
        Self::of(OfAnswer { shown: shown.clone(), pane })
    }

    /// What it shows, as plain data, where that has a form.
    pub fn data(&self) -> Option<Rc<plot::Picture>> {
        if let Self::Plot(picture) = self { Some(picture.clone()) } else { None }
    }

    /// Draws it.
    ///
    /// # Errors
    /// If the surface refuses.
    pub fn draw(&self, pen: &Pen<'_>) -> Result<(), ChartError> {
        match self {
            Self::Plot(picture) => chart::picture(pen, picture),
            Self::Drawn(drawn) => drawn.draw(pen),
        }
    }
}

/// Properties of [`Canvas`].
#[derive(Clone, PartialEq, Properties)]
pub struct Props {
    /// What is drawn.
    pub picture: Picture,
    /// The theme.
    pub mode: Mode,
    /// The picture in words, for screen readers.
    pub label: AttrValue,
    /// Identifier.
    #[prop_or_default]
    pub id: Option<AttrValue>,
    /// Key of the policy that it shows, if it shows one.
    #[prop_or_default]
    pub panel: Option<AttrValue>,
    /// Which of a view's pictures it is.
    #[prop_or_default]
    pub name: Option<AttrValue>,
    /// Hears where it was clicked, and how wide and high it is, in pixels of the page.
    #[prop_or_default]
    pub onpick: Option<Callback<Picked>>,
    /// Hears where the pointer is above it, likewise, and that it has left.
    #[prop_or_default]
    pub onhover: Option<Callback<Option<Picked>>>,
    /// What can be taken hold of in it and moved across.
    #[prop_or_default]
    pub drag: Option<Drag>,
    /// Hears how wide and high it is, in pixels of the page.
    #[prop_or_default]
    pub onsize: Option<Callback<(f64, f64)>>,
}

/// Something in a picture that follows the pointer while that is pressed.
#[derive(Clone, PartialEq)]
pub struct Drag {
    /// Whether it is taken hold of at this place.
    pub takes: Callback<Picked, bool>,
    /// Hears where the pointer is, from where it took hold on.
    pub moves: Callback<Picked>,
}

/// A place in a picture, and how wide and high that is, in pixels of the page.
pub type Picked = ((f64, f64), (f64, f64));

/// What is at a place in a picture: the nearest point of a curve, and a text that stands there.
pub fn under(picture: &plot::Picture, (at, (width, height)): Picked) -> (Option<Spot>, Option<String>) {
    let size = (width.round().max(1.0) as u32, height.round().max(1.0) as u32);
    let (spot, texts) = surface::measured(size, text_scale(), |pen| {
        // What cannot be drawn has no place either.
        let _ = chart::picture(pen, picture);
        chart::spot(pen, picture, at)
    });
    let holds = |[left, top, right, bottom]: &[f64; 4]| (*left..=*right).contains(&at.0) && (*top..=*bottom).contains(&at.1);
    (spot, texts.into_iter().find(|(_, place)| holds(place)).map(|(words, _)| words))
}

/// The value across at a place in a picture of curves.
pub fn across(picture: &plot::Picture, ((x, _), (width, height)): Picked) -> Option<f64> {
    let size = (width.round().max(1.0) as u32, height.round().max(1.0) as u32);
    surface::measured(size, text_scale(), |pen| chart::value_across(pen, picture, x)).0
}

/// How much larger than usual texts are: the reader's choice, or the stage's. The style sheet says it as `--letters`.
pub fn text_scale() -> f64 {
    let root = document().document_element().and_then(|root| window().get_computed_style(&root).ok().flatten());
    let pixels = |name: &str| root.as_ref().and_then(|style| number(style.get_property_value(name).ok()?.trim_end_matches("px")));
    pixels("--letters").or_else(|| pixels("font-size")).map_or(1.0, |size| size / 16.0)
}

/// Size in pixels of the screen, and how many of them make a pixel in texts and strokes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Size {
    width: u32,
    height: u32,
    scale: f64,
}

impl Size {
    const NONE: Self = Self { width: 0, height: 0, scale: 1.0 };

    fn of(canvas: &HtmlCanvasElement) -> Self {
        let (width, height) = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        let most = f64::from(ChartError::MOST);
        let wanted = window().device_pixel_ratio();
        let scale = wanted.min(most / width.max(1.0)).min(most / height.max(1.0));
        Self { width: (width * scale).round() as u32, height: (height * scale).round() as u32, scale: scale * text_scale() }
    }
}

/// Milliseconds for which a picture must be the same before it is drawn where it is out of sight.
const REST: u32 = 250;

/// What a canvas says of itself while it does not show its picture yet.
const DUE: &str = "data-due";

/// Tells whether something of a canvas is on the screen; until the browser has said so it is. To ask for its place in each frame would
/// have the page laid out once more.
#[hook]
fn use_sight(node: &NodeRef) -> Rc<RefCell<bool>> {
    let seen = use_mut_ref(|| true);
    let (node, tells) = (node.clone(), seen.clone());
    use_effect_with((), move |()| {
        let heard = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            if let Ok(entry) = entries.get(entries.length().saturating_sub(1)).dyn_into::<IntersectionObserverEntry>() {
                tells.replace(entry.is_intersecting());
            }
        });
        let observer = IntersectionObserver::new(heard.as_ref().unchecked_ref()).ok();
        if let (Some(observer), Some(canvas)) = (&observer, node.cast::<HtmlCanvasElement>()) {
            observer.observe(&canvas);
        }
        move || {
            if let Some(observer) = observer {
                observer.disconnect();
            }
            drop(heard);
        }
    });
    seen
}

/// The canvas. The style sheet says how large it is.
#[component]
pub fn Canvas(props: &Props) -> Html {
    let node = use_node_ref();
    let size = use_state_eq(|| Size::NONE);
    let layers = use_mut_ref(Layers::default);
    let sight = use_sight(&node);
    {
        let (node, size, onsize) = (node.clone(), size.setter(), props.onsize.clone());
        use_effect_with((), move |()| {
            let measure = {
                let node = node.clone();
                move || {
                    if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                        size.set(Size::of(&canvas));
                        if let Some(onsize) = &onsize {
                            onsize.emit((f64::from(canvas.client_width()), f64::from(canvas.client_height())));
                        }
                    }
                }
            };
            measure();
            let observed = Closure::<dyn FnMut()>::new(measure.clone());
            let observer = ResizeObserver::new(observed.as_ref().unchecked_ref()).ok();
            if let (Some(observer), Some(canvas)) = (&observer, node.cast::<HtmlCanvasElement>()) {
                observer.observe(&canvas);
            }
            // Zooming changes the pixels of the screen, but not necessarily those of the page.
            let zoomed = EventListener::new(&window(), "resize", move |_| measure());
            move || {
                if let Some(observer) = observer {
                    observer.disconnect();
                }
                drop((observed, zoomed));
            }
        });
    }
    {
        let (node, layers, drawn) = (node.clone(), layers.clone(), use_mut_ref(|| false));
        use_effect_with((props.picture.clone(), props.mode, *size), move |(picture, mode, size)| {
            let (picture, mode, size) = (picture.clone(), *mode, *size);
            let seen = *sight.borrow();
            let paint = {
                let drawn = drawn.clone();
                let node = node.clone();
                move || {
                    let Some(canvas) = node.cast::<HtmlCanvasElement>() else { return };
                    // An attribute that is there can be taken away.
                    let _ = canvas.remove_attribute(DUE);
                    if size.width == 0 || size.height == 0 {
                        return;
                    }
                    drawn.replace(true);
                    if let Err(error) = draw(&canvas, &picture, mode, size, &mut layers.borrow_mut()) {
                        gloo::console::warn!(error.to_string());
                    }
                }
            };
            // Pictures that come together are drawn one by one the first time: the page's thread is free in between.
            let first = !*drawn.borrow();
            let later = if first || !seen {
                if let Some(canvas) = node.cast::<HtmlCanvasElement>() {
                    // An element takes any attribute.
                    let _ = canvas.set_attribute(DUE, "");
                }
                Some(Timeout::new(if first { 0 } else { REST }, paint))
            } else {
                paint();
                None
            };
            move || drop(later)
        });
    }
    let picked = {
        let node = node.clone();
        move |event: &MouseEvent| {
            let canvas = node.cast::<HtmlCanvasElement>()?;
            let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
            Some(((f64::from(event.offset_x()), f64::from(event.offset_y())), size))
        }
    };
    let (onpointerdown, onpointermove, dragged) = use_drag(props.drag.clone());
    let onclick = props.onpick.clone().map(|onpick| {
        let picked = picked.clone();
        // What was dragged was not clicked.
        Callback::from(move |event: MouseEvent| picked(&event).filter(|_| !*dragged.borrow()).into_iter().for_each(|at| onpick.emit(at)))
    });
    let onmousemove = props.onhover.clone().map(|onhover| Callback::from(move |event: MouseEvent| onhover.emit(picked(&event))));
    let onmouseleave = props.onhover.clone().map(|onhover| onhover.reform(|_: MouseEvent| None));
    html! {
        <canvas
            ref={node} {onclick} {onmousemove} {onmouseleave} {onpointerdown} {onpointermove} role="img"
            class={classes!(props.onpick.is_some().then_some("pickable"), props.drag.is_some().then_some("draggable"))} aria-label={props.label.clone()} id={props.id.clone()} data-panel={props.panel.clone()} data-picture={props.name.clone()}
        />
    }
}

/// Hears a pointer, where there is something to hear.
type OnPointer = Option<Callback<PointerEvent>>;

/// Hears a pointer that is pressed, and that moves; and whether the last press took hold of something.
#[hook]
fn use_drag(drag: Option<Drag>) -> (OnPointer, OnPointer, Rc<RefCell<bool>>) {
    let dragged = use_mut_ref(|| false);
    let place = |event: &PointerEvent| {
        let canvas = event.target_dyn_into::<HtmlCanvasElement>()?;
        let size = (f64::from(canvas.client_width()), f64::from(canvas.client_height()));
        Some((((f64::from(event.offset_x()), f64::from(event.offset_y())), size), canvas))
    };
    let down = drag.clone().map(|drag| {
        let dragged = dragged.clone();
        Callback::from(move |event: PointerEvent| {
            let took = place(&event).filter(|(at, _)| event.button() == 0 && drag.takes.emit(*at));
            dragged.replace(took.is_some());
            if let Some((at, canvas)) = took {
                // The pointer is heard of beyond the edges, too; where it cannot be, the drag ends there.
                let _ = canvas.set_pointer_capture(event.pointer_id());
                drag.moves.emit(at);
            }
        })
    });
    let moved = drag.map(|drag| {
        let dragged = dragged.clone();
        Callback::from(move |event: PointerEvent| {
            if let Some((at, _)) = place(&event).filter(|_| event.buttons() & 1 == 1 && *dragged.borrow()) {
                drag.moves.emit(at);
            }
        })
    });
    (down, moved, dragged)
}

fn draw(canvas: &HtmlCanvasElement, picture: &Picture, mode: Mode, size: Size, layers: &mut Layers) -> Result<(), ChartError> {
    // Setting a size clears and allocates anew, even if it is the same.
    if canvas.width() != size.width {
        canvas.set_width(size.width);
    }
    if canvas.height() != size.height {
        canvas.set_height(size.height);
    }
    match picture {
        Picture::Plot(picture) => surface::canvas(canvas, (mode, size.scale), |pen| chart::picture(pen, picture)),
        Picture::Drawn(drawn) => drawn.paint(canvas, layers, (mode, size.scale)),
    }
}
