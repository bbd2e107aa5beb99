//! The page's one pool of workers, and the hook through which views ask it.
//!
//! A worker is a thread of its own with an instance of the page's module; they share the compiled code. There are at most as many as cores
//! but one, which is the page's, or two, so that a question need not wait for what is done behind the answer before; they are started when
//! there is work for them. Figures of one page share them, and let them go when they have nothing to do. What they do next is decided by the
//! [`queue`]: each part of a view that asks something is an [`Owner`] with one question at a time, and a view that is left frees what it
//! asked.

use super::environment::{frames, is_figure};
use super::files::{keep, kept};
use super::message::{read_reply, task_message, waits};
use super::parts::simulates;
use gloo::events::EventListener;
use gloo::timers::callback::Timeout;
use js_sys::Array;
use schedscope_state::file::File;
use schedscope_state::inquiry::{Phase, Progress, Question, Told};
use schedscope_state::protocol::{Event, Reply, Request, Wanted};
use schedscope_state::queue::{self, Class, Given, Queue};
use schedscope_state::state::Simulator;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use wasm_bindgen::prelude::*;
use web_sys::{Blob, BlobPropertyBag, ErrorEvent, MessageEvent, Url, WorkerOptions, WorkerType};
use yew::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Address of the JavaScript glue, whatever name the build gave it.
    #[wasm_bindgen(thread_local_v2, js_namespace = ["import", "meta"], js_name = url)]
    static GLUE: String;
}

/// Milliseconds that a worker may spend on a task that is not wanted any more or gives way: to start another takes about as long.
const PATIENCE: u32 = 150;

thread_local! {
    static POOL: RefCell<Pool> = RefCell::new(Pool::new());
}

/// A task on its way.
#[derive(Clone)]
pub struct Task {
    /// Its number in the question.
    pub number: u32,
    /// The scenario, as the query of a link.
    pub scenario: Rc<str>,
    /// What is to be known.
    pub wanted: Wanted,
    /// The file that it is about.
    pub file: Option<File>,
}

/// Tasks that one worker does in order.
pub type Tasks = queue::Tasks<Task>;

/// Who hears what workers say: about which task, and what.
type Tell = Rc<dyn Fn(u32, Reply)>;

/// What is to be told to whom.
type Said = (Tell, u32, Reply);

/// Who asks: one question at a time, until it is dropped.
pub struct Owner(u32);

impl Default for Owner {
    fn default() -> Self {
        Self(POOL.with_borrow_mut(|pool| {
            pool.owners += 1;
            pool.owners
        }))
    }
}

impl Owner {
    /// Asks a question in place of the one before; `tell` hears what workers say about its tasks.
    pub fn ask(&self, class: Class, lanes: Vec<Tasks>, tell: impl Fn(u32, Reply) + 'static) {
        POOL.with_borrow_mut(|pool| {
            pool.queue.ask(self.0, class, lanes);
            pool.tells.insert(self.0, Rc::new(tell));
        });
        pump();
    }

    /// Frees what was asked.
    pub fn free(&self) {
        let _tell = POOL.with_borrow_mut(|pool| {
            pool.queue.free(self.0);
            pool.tells.remove(&self.0)
        });
        pump();
    }
}

impl Drop for Owner {
    fn drop(&mut self) {
        self.free();
    }
}

/// Keeps the pool at a question, if there is one: `ask` is called once it has been the same for `rest` milliseconds. Another question,
/// none, and the end of the component free it.
#[hook]
pub fn use_asked<Q: PartialEq + 'static>(question: Option<Q>, rest: u32, ask: impl FnOnce(&Owner) + 'static) {
    let owner = use_memo((), |()| Owner::default());
    use_effect_with(question, move |question| {
        let asks = owner.clone();
        let timer = question.is_some().then(|| Timeout::new(rest, move || ask(&asks)));
        move || {
            drop(timer);
            owner.free();
        }
    });
}

/// Keeps the pool at the question of an inquiry while it is `active`: a task for each policy. The first is asked at once, others when they
/// have been the same for `rest` milliseconds.
#[hook]
pub fn use_inquiry(progress: Progress, question: Question, active: bool, rest: u32, tell: Callback<Told>) {
    let Progress { generation, phase, answered } = progress;
    let asked = (active && matches!(phase, Phase::Waiting | Phase::Running)).then_some(generation);
    use_asked(asked, if answered { rest } else { 0 }, move |owner| {
        let Question { scenario, file, wanted, class } = question;
        // A scenario without policies is still looked at, so that its error is shown.
        let tasks = scenario.policies.len().max(1) as u32;
        let scenario: Rc<str> = scenario.to_query().into();
        let lane = |number| alone(Task { number, scenario: scenario.clone(), wanted, file: file.clone() });
        tell.emit(Told::Started(generation));
        owner.ask(class, (0..tasks).map(lane).collect(), move |task, reply| tell.emit(Told::Heard(Event { generation, task, reply })));
    });
}

/// Most workers at a time: a core is the page's, and figures of one page share the others. With two cores there are two workers, since the
/// page waits for them more than they for it.
pub fn workers() -> usize {
    let cores = gloo::utils::window().navigator().hardware_concurrency() as usize;
    let sharing = if is_figure() { frames() } else { 1 };
    (cores.saturating_sub(1).max(2) / sharing).max(1)
}

/// A lane of one task.
pub fn alone(task: Task) -> Tasks {
    Box::new(std::iter::once(task))
}

struct Pool {
    queue: Queue<Task>,
    /// Workers by number, those that are starting included.
    workers: BTreeMap<u32, Worker>,
    /// Address of the script that starts a worker, once one has been started.
    script: Option<String>,
    /// Who hears about the question of an owner.
    tells: BTreeMap<u32, Tell>,
    /// Number of the last owner.
    owners: u32,
    /// How often a worker was heard.
    heard: u32,
}

/// A worker, which ends when it is dropped.
struct Worker {
    thread: web_sys::Worker,
    /// Whether it has its engines.
    simulator: Simulator,
    _listeners: [EventListener; 2],
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.thread.terminate();
    }
}

/// Lets workers of a figure go that have had nothing to do for a while.
fn rest() {
    /// Milliseconds until then.
    const REST: u32 = 2000;
    if !is_figure() {
        return;
    }
    let heard = POOL.with_borrow_mut(|pool| {
        pool.heard += 1;
        pool.heard
    });
    let leave = move || {
        POOL.with_borrow_mut(|pool| {
            if pool.heard == heard {
                let Pool { queue, workers, .. } = pool;
                queue.dismiss().iter().for_each(|worker| drop(workers.remove(worker)));
            }
        });
    };
    Timeout::new(REST, leave).forget();
}

/// Gives waiting tasks to idle workers, and starts and ends workers as the queue wants it.
fn pump() {
    let said = POOL.with_borrow_mut(Pool::pump);
    tell(said);
}

/// Passes on what is told when nothing of the pool is borrowed: who hears it may ask for more.
fn tell(said: Vec<Said>) {
    said.into_iter().for_each(|(tell, task, reply)| tell(task, reply));
}

/// Takes note of whether a worker has its engines: the page is told that they are awaited as long as one worker waits.
fn note(worker: u32, simulator: Simulator) {
    let awaited = POOL.with_borrow_mut(|pool| {
        if let Some(worker) = pool.workers.get_mut(&worker) {
            worker.simulator = simulator;
        }
        pool.workers.values().any(|worker| worker.simulator == Simulator::Awaited)
    });
    simulates(if awaited { Simulator::Awaited } else { Simulator::Here });
}

/// Takes note of what a worker says.
fn hear(worker: u32, reply: Reply) {
    let progress = matches!(reply, Reply::Progress { .. });
    let said = POOL.with_borrow_mut(|pool| pool.hear(worker, reply));
    if !progress {
        pump();
        rest();
    }
    tell(said);
}

/// Ends workers that were to leave and have not completed their tasks.
fn end(leaving: &[(u32, u32)]) {
    POOL.with_borrow_mut(|pool| {
        let Pool { queue, workers, .. } = pool;
        leaving.iter().filter(|(worker, number)| queue.end(*worker, *number)).for_each(|(worker, _)| {
            workers.remove(worker);
        });
    });
    pump();
}

impl Pool {
    fn new() -> Self {
        Self { queue: Queue::new(workers()), workers: BTreeMap::new(), script: None, tells: BTreeMap::new(), owners: 0, heard: 0 }
    }

    fn pump(&mut self) -> Vec<Said> {
        let mut said = vec![];
        while let Some(Given { worker, generation, task }) = self.queue.give() {
            let Task { number, scenario, wanted, file } = task;
            let request = Request { generation, task: number, scenario: scenario.to_string(), wanted };
            let message = task_message(&request, file.as_ref().and_then(kept).as_ref());
            if self.workers.get(&worker).is_none_or(|worker| worker.thread.post_message(&message).is_err()) {
                said.extend(self.lose(worker, "the browser did not deliver a task to a worker"));
            }
        }
        while let Some(worker) = self.queue.hire() {
            match self.start(worker) {
                Ok(thread) => {
                    self.workers.insert(worker, thread);
                }
                Err(_) => said.extend(self.abandon("this browser cannot start a worker")),
            }
        }
        let leaving = self.queue.leaving();
        if !leaving.is_empty() {
            Timeout::new(PATIENCE, move || end(&leaving)).forget();
        }
        said
    }

    /// Starts the worker of this number.
    fn start(&mut self, number: u32) -> Result<Worker, JsValue> {
        let script = match &self.script {
            Some(script) => script,
            None => self.script.insert(script()?),
        };
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let thread = web_sys::Worker::new_with_options(script, &options)?;
        let on_message = EventListener::new(&thread, "message", move |event| {
            let Some(data) = event.dyn_ref::<MessageEvent>().map(MessageEvent::data) else { return };
            if waits(&data) {
                note(number, Simulator::Awaited);
                return;
            }
            note(number, Simulator::Here);
            // A panic is told as a text.
            let (reply, made) = match data.as_string() {
                Some(message) => (Some(Reply::Panicked(message)), None),
                None => read_reply(&data).map_or((None, None), |(reply, made)| (Some(reply), made)),
            };
            match (reply, made) {
                (Some(Reply::Made { left_out, .. }), Some(file)) => hear(number, Reply::Made { number: keep(file).number, left_out }),
                (Some(reply), _) => hear(number, reply),
                (None, _) => {}
            }
        });
        let on_error = EventListener::new(&thread, "error", move |event| {
            let message = event.dyn_ref::<ErrorEvent>().map(ErrorEvent::message).unwrap_or_default();
            hear(number, Reply::Panicked(message));
        });
        let worker = Worker { thread, simulator: Simulator::Here, _listeners: [on_message, on_error] };
        worker.thread.post_message(&wasm_bindgen::module())?;
        Ok(worker)
    }

    /// What is to be told of what a worker says. One that was ended may still be heard.
    fn hear(&mut self, worker: u32, reply: Reply) -> Vec<Said> {
        let heard = match &reply {
            Reply::Ready => {
                self.queue.ready(worker);
                None
            }
            Reply::Panicked(_) if !self.workers.contains_key(&worker) => None,
            Reply::Panicked(message) if self.queue.is_ready(worker) => return self.lose(worker, message),
            Reply::Panicked(_) => return self.abandon("a worker could not start"),
            Reply::Progress { .. } => self.queue.at(worker).map(|(owner, task)| (owner, task.number)),
            _ => self.queue.done(worker).map(|(owner, task)| (owner, task.number)),
        };
        let Some((owner, task)) = heard else { return vec![] };
        if matches!(reply, Reply::Invalid(_)) {
            self.queue.fail(owner);
        }
        self.tells.get(&owner).map(|tell| (tell.clone(), task, reply)).into_iter().collect()
    }

    /// Lets a worker go that is of no more use.
    fn lose(&mut self, worker: u32, message: &str) -> Vec<Said> {
        self.workers.remove(&worker);
        let lost = self.queue.lose(worker);
        self.broken(lost, message)
    }

    /// Lets all workers go that have not started: there is no use in trying again before the next question.
    fn abandon(&mut self, message: &str) -> Vec<Said> {
        let lost = self.queue.abandon();
        self.workers.retain(|worker, _| self.queue.is_ready(*worker));
        self.broken(lost, message)
    }

    fn broken(&self, lost: Vec<(u32, Task)>, message: &str) -> Vec<Said> {
        let said = |(owner, task): (u32, Task)| Some((self.tells.get(&owner)?.clone(), task.number, Reply::Panicked(message.to_owned())));
        lost.into_iter().filter_map(said).collect()
    }
}

/// Address of a module that fetches the glue and then takes the compiled code as its first message.
fn script() -> Result<String, JsValue> {
    let text = format!(
        "import init from \"{}\";\nself.onmessage = async (event) => {{ self.onmessage = null; await init({{ module_or_path: event.data }}); }};",
        GLUE.with(String::clone)
    );
    let kind = BlobPropertyBag::new();
    kind.set_type("text/javascript");
    let blob = Blob::new_with_str_sequence_and_options(&Array::of1(&text.into()), &kind)?;
    Url::create_object_url_with_blob(&blob)
}
