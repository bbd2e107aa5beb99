//! A pool of dedicated workers that share one compiled module.
//!
//! Workers are started when there is work for them. To cancel, the queue is emptied and busy workers are ended, since a
//! simulation that runs cannot hear; idle ones stay.

use super::protocol::{Reply, Request, task_message, unpack};
use super::runner::Question;
use gloo::events::EventListener;
use js_sys::Array;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, File, MessageEvent, Url, Worker, WorkerOptions, WorkerType};

#[wasm_bindgen]
extern "C" {
    /// Address of the JavaScript glue, whatever name the build gave it.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// Most workers that are ever started.
const MOST: usize = 8;

/// What the pool tells its owner.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Which question it is about.
    pub generation: u32,
    /// Which task of it.
    pub task: u32,
    /// What the worker said.
    pub reply: Reply,
}

/// The pool; dropping it ends its workers.
pub struct Pool {
    inner: Rc<RefCell<Inner>>,
}

struct Inner {
    size: usize,
    /// Address of the script that starts a worker.
    script: String,
    workers: Vec<Slot>,
    queue: VecDeque<Job>,
    /// Number of the next worker.
    next: u32,
    tell: Rc<dyn Fn(Event)>,
}

/// A task on its way.
struct Job {
    request: Request,
    file: Option<File>,
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
            "import init from {:?};\nself.onmessage = async (event) => {{ self.onmessage = null; await init({{ module_or_path: event.data }}); }};",
            GLUE.with(String::clone)
        );
        let kind = BlobPropertyBag::new();
        kind.set_type("text/javascript");
        let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &kind)?;
        let script = Url::create_object_url_with_blob(&blob)?;
        let inner = Inner { size: cores.clamp(1, MOST), script, workers: vec![], queue: VecDeque::new(), next: 0, tell };
        Ok(Self { inner: Rc::new(RefCell::new(inner)) })
    }

    /// Drops what waits and ends what runs.
    pub fn cancel(&self) {
        let mut inner = self.inner.borrow_mut();
        inner.queue.clear();
        inner.workers.retain(|slot| slot.busy.is_none());
    }

    /// Queues a task for each policy of a question. A scenario without policies is still looked at, so that its error is shown.
    pub fn start(&self, generation: u32, question: &Question) {
        let Question { scenario, file, wanted } = question;
        let tasks = scenario.policies.len().max(1) as u32;
        let scenario = scenario.to_query();
        let request = |task| Request { generation, task, scenario: scenario.clone(), wanted: *wanted };
        self.inner.borrow_mut().queue.extend((0..tasks).map(|task| Job { request: request(task), file: file.clone() }));
        pump(&self.inner);
    }
}

/// Gives waiting tasks to idle workers, starting new ones while there are too few.
fn pump(shared: &Rc<RefCell<Inner>>) {
    let failure = shared.borrow_mut().pump(&Rc::downgrade(shared));
    tell(shared, failure);
}

/// Passes an event on, when nothing of the pool is borrowed: whoever hears it may ask for more.
fn tell(shared: &Rc<RefCell<Inner>>, event: Option<Event>) {
    let tell = shared.borrow().tell.clone();
    if let Some(event) = event {
        tell(event);
    }
}

impl Inner {
    fn pump(&mut self, shared: &Weak<RefCell<Self>>) -> Option<Event> {
        while let Some(position) = self.workers.iter().position(|slot| slot.ready && slot.busy.is_none()) {
            let Job { request, file } = self.queue.pop_front()?;
            let slot = &mut self.workers[position];
            slot.busy = Some((request.generation, request.task));
            if slot.worker.post_message(&task_message(&request, file.as_ref())).is_err() {
                return self.lose(position, "the browser did not deliver a task to a worker".to_owned());
            }
        }
        let starting = self.workers.iter().filter(|slot| !slot.ready).count();
        let missing = self.queue.len().saturating_sub(starting).min(self.size.saturating_sub(self.workers.len()));
        for _ in 0..missing {
            match self.hire(shared.clone()) {
                Ok(slot) => self.workers.push(slot),
                Err(_) => return self.give_up("this browser cannot start a worker"),
            }
        }
        None
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
        let on_error = EventListener::new(&worker, "error", move |_| {
            if let Some(pool) = shared.upgrade() {
                hear(&pool, number, Reply::Panicked("it may have run out of memory".to_owned()));
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
            Reply::Panicked(_) => return self.give_up("a worker could not start"),
            Reply::Progress { .. } => slot.busy,
            Reply::Done(_) => slot.busy.take(),
            Reply::Invalid(_) => {
                self.queue.clear();
                self.workers[position].busy.take()
            }
        };
        busy.map(|(generation, task)| Event { generation, task, reply })
    }

    /// Lets a worker go that is of no more use, and the rest of the question with it.
    fn lose(&mut self, position: usize, message: String) -> Option<Event> {
        self.queue.clear();
        let (generation, task) = self.workers.swap_remove(position).busy?;
        Some(Event { generation, task, reply: Reply::Panicked(message) })
    }

    /// Lets all workers go that have not started: there is no use in trying again before the next question.
    fn give_up(&mut self, message: &str) -> Option<Event> {
        self.workers.retain(|slot| slot.ready);
        let Job { request, .. } = self.queue.drain(..).next()?;
        Some(Event { generation: request.generation, task: request.task, reply: Reply::Panicked(message.to_owned()) })
    }
}

fn hear(shared: &Rc<RefCell<Inner>>, number: u32, reply: Reply) {
    let event = shared.borrow_mut().hear(number, reply);
    pump(shared);
    tell(shared, event);
}
