//! A pool of dedicated workers that share one compiled module.
//!
//! Workers are started when there is work for them. Work comes in *lanes*: tasks that one worker does, in order, since each
//! builds on the one before. To cancel, what waits is dropped; a simulation that runs cannot hear, so a worker that takes
//! long is ended.

use super::files::kept;
use super::message::{task_message, unpack};
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::Array;
use schedscope_page::file::File;
use schedscope_page::protocol::{Event, Reply, Request};
use std::cell::RefCell;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, ErrorEvent, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

#[wasm_bindgen]
extern "C" {
    /// Address of the JavaScript glue, whatever name the build gave it.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// Most workers that are ever started.
const MOST: usize = 8;

/// A task on its way.
pub struct Task {
    /// What is asked.
    pub request: Request,
    /// The file that it is about.
    pub file: Option<File>,
}

/// Tasks that one worker does in order.
pub type Tasks = Box<dyn ExactSizeIterator<Item = Task>>;

/// The pool; dropping it ends its workers.
pub struct Pool {
    inner: Rc<RefCell<Inner>>,
}

struct Inner {
    size: usize,
    /// Address of the script that starts a worker.
    script: String,
    workers: Vec<Slot>,
    /// What is to be done.
    lanes: Vec<Lane>,
    /// Most lanes that one worker takes.
    share: usize,
    /// Number of the next worker.
    next: u32,
    tell: Rc<dyn Fn(Event)>,
}

struct Lane {
    /// Which question it is about.
    generation: u32,
    tasks: Tasks,
    /// Number of the worker that has begun it.
    worker: Option<u32>,
}

struct Slot {
    number: u32,
    worker: Worker,
    ready: bool,
    /// Generation and task it works on.
    busy: Option<(u32, u32)>,
    _listeners: [EventListener; 2],
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        // The address is of no more use; whether the browser frees it now or later does not matter.
        let _ = Url::revoke_object_url(&self.script);
    }
}

impl Pool {
    /// A pool of as many workers as there are cores, up to eight. `tell` hears what they answer.
    ///
    /// # Errors
    /// If the browser cannot make the script that starts a worker.
    pub fn new(tell: Rc<dyn Fn(Event)>) -> Result<Self, JsValue> {
        let cores = gloo::utils::window().navigator().hardware_concurrency() as usize;
        // A module worker that fetches the glue and then takes the compiled module as its first message.
        let text = format!(
            "import init from \"{}\";\nself.onmessage = async (event) => {{ self.onmessage = null; await init({{ module_or_path: event.data }}); }};",
            GLUE.with(String::clone)
        );
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &kind)?;
        let script = Url::create_object_url_with_blob(&blob)?;
        let inner = Inner { size: cores.clamp(1, MOST), script, workers: vec![], lanes: vec![], share: 0, next: 0, tell };
        Ok(Self { inner: Rc::new(RefCell::new(inner)) })
    }

    /// Drops what waits and ends what runs; idle workers stay.
    pub fn cancel(&self) {
        let mut inner = self.inner.borrow_mut();
        inner.lanes.clear();
        inner.workers.retain(|slot| slot.busy.is_none());
    }

    /// Drops waiting tasks; a worker that is still at the same task after this many milliseconds is terminated.
    pub fn give_up(&self, patience: u32) {
        let mut inner = self.inner.borrow_mut();
        inner.lanes.clear();
        let busy: Vec<(u32, (u32, u32))> = inner.workers.iter().filter_map(|slot| Some((slot.number, slot.busy?))).collect();
        if busy.is_empty() {
            return;
        }
        let pool = Rc::downgrade(&self.inner);
        let end = move || {
            if let Some(pool) = pool.upgrade() {
                let still = |slot: &Slot| slot.busy.is_some_and(|task| busy.contains(&(slot.number, task)));
                pool.borrow_mut().workers.retain(|slot| !still(slot));
                pump(&pool);
            }
        };
        Timeout::new(patience, end).forget();
    }

    /// Adds the lanes of a question. Those with most to do come first.
    pub fn add(&self, generation: u32, lanes: Vec<Tasks>) {
        {
            let mut inner = self.inner.borrow_mut();
            inner.lanes.extend(lanes.into_iter().map(|tasks| Lane { generation, tasks, worker: None }));
            // All workers are to have some, also those that are still starting.
            inner.share = inner.lanes.len().div_ceil(inner.size.min(inner.lanes.len()).max(1));
        }
        pump(&self.inner);
    }
}

/// Gives waiting tasks to idle workers, starting new ones while there are too few.
fn pump(shared: &Rc<RefCell<Inner>>) {
    let failure = shared.borrow_mut().pump(&Rc::downgrade(shared));
    tell(shared, failure);
}

/// Passes an event on, when nothing of the pool is borrowed: its listener may ask for more.
fn tell(shared: &Rc<RefCell<Inner>>, event: Option<Event>) {
    let tell = shared.borrow().tell.clone();
    if let Some(event) = event {
        tell(event);
    }
}

impl Inner {
    fn pump(&mut self, shared: &Weak<RefCell<Self>>) -> Option<Event> {
        for position in 0..self.workers.len() {
            let slot = &self.workers[position];
            if !slot.ready || slot.busy.is_some() {
                continue;
            }
            let Some(Task { request, file }) = self.task_for(slot.number) else { continue };
            let slot = &mut self.workers[position];
            slot.busy = Some((request.generation, request.task));
            if slot.worker.post_message(&task_message(&request, file.as_ref().and_then(kept).as_ref())).is_err() {
                return self.lose(position, "the browser did not deliver a task to a worker".to_owned());
            }
        }
        let starting = self.workers.iter().filter(|slot| !slot.ready).count();
        let open = self.lanes.iter().filter(|lane| lane.worker.is_none()).count();
        let missing = open.saturating_sub(starting).min(self.size.saturating_sub(self.workers.len()));
        for _ in 0..missing {
            match self.hire(shared.clone()) {
                Ok(slot) => self.workers.push(slot),
                Err(_) => return self.abandon("this browser cannot start a worker"),
            }
        }
        None
    }

    /// The next task of a worker: of the lane that has most left to do, among its own and those that no worker has begun.
    fn task_for(&mut self, number: u32) -> Option<Task> {
        let may_begin = self.lanes.iter().filter(|lane| lane.worker == Some(number)).count() < self.share;
        let mine = |lane: &Lane| lane.worker.map_or(may_begin, |worker| worker == number) && lane.tasks.len() > 0;
        // Of equals the first.
        let lane = self.lanes.iter_mut().rev().filter(|lane| mine(lane)).max_by_key(|lane| lane.tasks.len())?;
        lane.worker = Some(number);
        lane.tasks.next()
    }

    /// Starts a worker.
    fn hire(&mut self, shared: Weak<RefCell<Self>>) -> Result<Slot, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(&self.script, &options)?;
        let number = self.next;
        self.next += 1;
        let pool = shared.clone();
        let on_message = EventListener::new(&worker, "message", move |event| {
            if let (Some(pool), Some(event)) = (pool.upgrade(), event.dyn_ref::<MessageEvent>())
                && let Some(reply) = unpack::<Reply>(&event.data())
            {
                hear(&pool, number, reply);
            }
        });
        let on_error = EventListener::new(&worker, "error", move |event| {
            if let Some(pool) = shared.upgrade() {
                let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
                hear(&pool, number, Reply::Panicked(message));
            }
        });
        worker.post_message(&wasm_bindgen::module())?;
        Ok(Slot { number, worker, ready: false, busy: None, _listeners: [on_message, on_error] })
    }

    /// Takes note of what a worker says; what its owner should hear comes back.
    fn hear(&mut self, number: u32, reply: Reply) -> Option<Event> {
        // A worker that was ended may still be heard.
        let position = self.workers.iter().position(|slot| slot.number == number)?;
        let slot = &mut self.workers[position];
        let busy = match &reply {
            Reply::Ready => {
                slot.ready = true;
                return None;
            }
            Reply::Panicked(message) if slot.ready => return self.lose(position, message.clone()),
            Reply::Panicked(_) => return self.abandon("a worker could not start"),
            Reply::Progress { .. } => slot.busy,
            Reply::Done(_) | Reply::Part(_) | Reply::Theory(_) | Reply::Cell(_) | Reply::Surveyed(_) | Reply::Story(_) => slot.busy.take(),
            Reply::Invalid(_) => {
                let busy = slot.busy.take();
                self.drop_rest(busy);
                busy
            }
        };
        busy.map(|(generation, task)| Event { generation, task, reply })
    }

    /// Drops what is left of a task's question. A newer question, which may have come while that task ran, stays.
    fn drop_rest(&mut self, busy: Option<(u32, u32)>) {
        self.lanes.retain(|lane| busy.is_none_or(|(generation, _)| lane.generation != generation));
    }

    /// Lets a worker go that is of no more use, and the rest of the question with it.
    fn lose(&mut self, position: usize, message: String) -> Option<Event> {
        let busy = self.workers.swap_remove(position).busy;
        self.drop_rest(busy);
        let (generation, task) = busy?;
        Some(Event { generation, task, reply: Reply::Panicked(message) })
    }

    /// Lets all workers go that have not started: there is no use in trying again before the next question.
    fn abandon(&mut self, message: &str) -> Option<Event> {
        self.workers.retain(|slot| slot.ready);
        let Task { request, .. } = self.lanes.drain(..).find_map(|mut lane| lane.tasks.next())?;
        Some(Event { generation: request.generation, task: request.task, reply: Reply::Panicked(message.to_owned()) })
    }
}

fn hear(shared: &Rc<RefCell<Inner>>, number: u32, reply: Reply) {
    let event = shared.borrow_mut().hear(number, reply);
    pump(shared);
    tell(shared, event);
}
