//! The files that the user has handed over. The page's state knows them by name and number; a browser's `File` is a reference, so that
//! those of a visit can be kept. The last one is kept for the next visit, too.

use super::environment;
use super::parts::{self, Missing};
use super::shelf;
use gloo::utils::window;
use js_sys::{Array, Date};
use schedscope_state::file::{self, Moment, Reads};
use schedscope_state::scenes;
use schedscope_state::sheet::{Sheet, is_foreign};
use schedscope_state::state::{Action, Setting};
use schedscope_state::traces::{Change, Kept, Traces};
use std::cell::RefCell;
use std::rc::Rc;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, File, HtmlInputElement, Response};
use yew::prelude::*;

/// Under which name the browser keeps the file.
const FILE: &str = "file";
/// Says that it keeps one: looked up sooner than the database.
const KEPT: &str = "schedscope.file";

thread_local! {
    static FILES: RefCell<Vec<File>> = const { RefCell::new(vec![]) };
}

/// Keeps a file, and says how the state knows it.
pub fn keep(file: File) -> file::File {
    FILES.with_borrow_mut(|files| {
        let known = file::File { name: file.name(), number: files.len(), columns: None };
        files.push(file);
        known
    })
}

/// The browser's own of a file that was kept.
pub fn kept(file: &file::File) -> Option<File> {
    FILES.with_borrow(|files| files.get(file.number).cloned())
}

/// A file with this text.
pub fn written(name: &str, text: &str) -> Option<File> {
    File::new_with_str_sequence(&Array::of1(&text.into()), name).ok()
}

/// Hears the text of the file that is chosen in an `<input type=file>`.
pub fn chosen_text(tell: &Callback<String>) -> Callback<Event> {
    let tell = tell.clone();
    Callback::from(move |event: Event| {
        let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
        if let Some(file) = input.files().and_then(|files| files.get(0)) {
            let tell = tell.clone();
            spawn_local(async move {
                if let Some(text) = text_of(&file).await {
                    tell.emit(text);
                }
            });
        }
        // The same file may be chosen again, when it has changed.
        input.set_value("");
    })
}

/// Takes a file that was dropped or chosen: as scenes, exercises or a scenario, as jobs or tasks, or as a table of jobs whose
/// columns have to be asked for.
pub fn take(file: File, reads: Reads, dispatch: Callback<Action>) {
    /// Bytes that tell which it is.
    const HEAD: f64 = 65_536.0;
    /// Bytes of a table that the page reads itself.
    const SMALL: f64 = 1e6;
    /// Bytes of the largest table.
    const MOST: f64 = 1e8;
    let name = file.name();
    if name.to_lowercase().ends_with(".toml") {
        spawn_local(async move {
            let Some(text) = text_of(&file).await else { return };
            if text.contains("[[scene]]") {
                dispatch.emit(Action::Scenes(scenes::Change::Draft(text)));
                dispatch.emit(Action::Scenes(scenes::Change::Open));
            } else if text.contains("[[exercise]]") {
                dispatch.emit(Action::ExercisesFile(text));
            } else {
                dispatch.emit(Action::ScenarioFile(text));
            }
        });
        return;
    }
    let table = ["csv", "tsv", "txt"].iter().any(|extension| name.to_lowercase().ends_with(&format!(".{extension}")));
    if reads == Reads::Tasks || !table || file.size() > MOST {
        dispatch.emit(Action::File(keep(file)));
        return;
    }
    spawn_local(async move {
        let head = match file.slice_with_f64_and_f64(0.0, HEAD) {
            Ok(head) => text_of(&head).await,
            Err(_) => None,
        };
        let table = match head.filter(|head| is_foreign(&name, head)) {
            Some(_) if file.size() <= SMALL => match text_of(&file).await {
                Some(text) => parts::table((name, text, None)).await,
                None => Ok(None),
            },
            Some(head) => parts::table((name, head, Some(keep(file.clone())))).await,
            None => Ok(None),
        };
        dispatch.emit(match table {
            Ok(Some(sheet)) => Action::Traces(Change::Table(Some(Rc::new(remembered(sheet))))),
            Ok(None) => Action::File(keep(file)),
            Err(Missing) => Action::Traces(Change::Refused(UNREAD.to_owned())),
        });
    });
}

/// That what reads tables is not here.
pub const UNREAD: &str = "What reads tables could not be loaded. Check the connection and try again.";

/// The table in a text, with its columns as they were chosen the last time.
pub fn sheet(name: &str, text: &str) -> Option<Sheet> {
    Sheet::read(name, text).map(remembered)
}

/// A table with its columns as they were chosen the last time.
pub fn remembered(mut sheet: Sheet) -> Sheet {
    if let Some(chosen) = environment::columns(&sheet.signature()) {
        sheet.recall(&chosen);
    }
    sheet
}

/// The text of a file beside the page.
pub async fn fetched(file: &str) -> Option<String> {
    let response: Response = JsFuture::from(window().fetch_with_str(file)).await.ok()?.dyn_into().ok()?;
    if !response.ok() {
        return None;
    }
    JsFuture::from(response.text().ok()?).await.ok()?.as_string()
}

async fn text_of(blob: &Blob) -> Option<String> {
    JsFuture::from(blob.text()).await.ok()?.as_string()
}

/// The file that was kept on an earlier visit, and since when.
pub async fn restored() -> Option<(file::File, Moment)> {
    environment::stored(KEPT)?;
    let record = shelf::get(FILE).await?;
    let file: File = shelf::field(&record, "file").dyn_into().ok()?;
    let since = shelf::field(&record, "since").as_f64()?;
    let columns = shelf::field(&record, "columns").as_string();
    Some((file::File { columns, ..keep(file) }, environment::moment(&Date::new(&since.into()))))
}

/// Writes the jobs of a table whose columns are known to a file; a large one is left to a worker.
#[hook]
pub fn use_mapped(traces: &Traces, dispatch: Callback<Action>) {
    let sheet = traces.mapped.clone();
    use_effect_with(sheet.as_ref().map(Rc::as_ptr), move |_| {
        let Some(sheet) = sheet else { return };
        let columns = sheet.chosen.written();
        environment::remember_columns(&sheet.signature(), &columns);
        if sheet.beginning_of.is_some() {
            return;
        }
        spawn_local(async move {
            dispatch.emit(match parts::table_jobs(sheet.clone()).await {
                Err(Missing) => Action::Traces(Change::Refused(UNREAD.to_owned())),
                Ok(jobs) => match jobs.and_then(|csv| written(&sheet.file_name(), &csv)) {
                    Some(file) => Action::File(file::File { columns: Some(columns), ..keep(file) }),
                    None => return,
                },
            });
        });
    });
}

/// Lets the browser keep the last file, or keep it no longer. What is embedded in another page keeps nothing.
#[hook]
pub fn use_kept(traces: &Traces, setting: Setting, tell: Callback<Change>) {
    let (file, since, generation) = (traces.file.clone(), traces.kept, traces.generation);
    let before = use_mut_ref(|| (generation, since));
    use_effect_with((generation, since), move |_| {
        let (known, was) = before.replace((generation, since));
        let changed = known != generation;
        match (file, since) {
            _ if setting == Setting::Embedded => {}
            (Some(file), Kept::No) if changed => spawn_local(async move {
                let now = Date::new_0();
                let Some(contents) = kept(&file) else { return };
                let columns = file.columns.clone().map_or(JsValue::NULL, JsValue::from);
                let record = shelf::object(&[("file", contents.into()), ("since", now.get_time().into()), ("columns", columns)]);
                let done = shelf::put(FILE, &record).await.is_ok();
                if done {
                    environment::store(KEPT, &file.name);
                }
                tell.emit(Change::Kept(generation, done.then(|| environment::moment(&now))));
            }),
            (None, _) if changed => forget(),
            (Some(_), Kept::Forgotten) if was != Kept::Forgotten => forget(),
            _ => {}
        }
    });
}

fn forget() {
    environment::discard(KEPT);
    spawn_local(async {
        // A browser that keeps nothing has nothing to forget.
        let _ = shelf::remove(FILE).await;
    });
}
