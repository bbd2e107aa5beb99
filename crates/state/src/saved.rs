//! Scenarios that the user has saved: kept in the browser, and taken elsewhere as one file.

use super::route::Route;
use super::scenes::Scenes;
use serde::{Deserialize, Serialize};
use std::rc::Rc;

/// A saved scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedScenario {
    /// What the user calls it.
    pub name: String,
    /// The fragment of its address, with its `#`.
    pub address: String,
    /// Its first picture in small: the address of a PNG's data; empty where there was none.
    pub picture: String,
    /// The slider that stays on the stage, as scenes have it; empty where there is none.
    #[serde(default)]
    pub slider: String,
}

impl SavedScenario {
    /// What tells it from the others: its name and its address. The same link may be there under several names.
    fn id(&self) -> Id {
        Id { name: self.name.clone(), address: self.address.clone() }
    }

    fn is(&self, id: &Id) -> bool {
        self.name == id.name && self.address == id.address
    }
}

/// Which scenario is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Id {
    name: String,
    address: String,
}

/// A change of the list. It names what it changes, not its place: by the time it is kept, another window may have changed the list, too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Edit {
    /// These come before all others, each in place of one of the same name and address.
    Put(Vec<SavedScenario>),
    /// This one goes, if it is still there.
    Delete(Id),
    /// This one is called otherwise, if it is still there.
    Rename(Id, String),
}

impl Edit {
    /// Changes a list.
    pub fn apply(&self, scenes: &mut Vec<SavedScenario>) {
        let place = |id: &Id| scenes.iter().position(|scene| scene.is(id));
        match self {
            Self::Put(new) => {
                scenes.retain(|scene| new.iter().all(|other| (&other.name, &other.address) != (&scene.name, &scene.address)));
                scenes.splice(..0, new.iter().cloned());
            }
            Self::Delete(id) => {
                if let Some(place) = place(id) {
                    scenes.remove(place);
                }
            }
            Self::Rename(id, name) => {
                if let Some(place) = place(id) {
                    scenes[place].name.clone_from(name);
                }
            }
        }
    }
}

/// The saved scenarios.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    /// The scenarios, the last saved first; absent until they have been looked up.
    pub scenes: Option<Rc<[SavedScenario]>>,
    /// What was changed here and is not kept yet, in this order.
    pub due: Rc<[Edit]>,
    /// What was wrong with a file that was to be taken in, or that the browser keeps nothing.
    pub fault: Option<String>,
    /// That one was just saved.
    pub said: Option<String>,
    /// Whether their list is shown.
    pub open: bool,
    /// Whether the clock played when it was opened: where it stands now, nobody has put it.
    pub played: bool,
    /// Those that are ticked, in the order in which they are to be presented.
    ticked: Vec<Id>,
}

/// What can happen to them.
#[derive(Clone, Debug)]
pub enum Change {
    /// Their list is to be shown, or no longer.
    Open(bool),
    /// What the browser keeps now: it was looked up, for the first time or after another window had changed it.
    Found(Vec<SavedScenario>),
    /// So many of the changes that were due are kept, and this is what the browser keeps now.
    Kept(usize, Vec<SavedScenario>),
    /// One more; one of the same name and address goes.
    Save(SavedScenario),
    /// The one at this place is of no more use.
    Delete(usize),
    /// The one at this place is called otherwise.
    Rename(usize, String),
    /// The one at this place is to be presented, after those that are ticked; or not any more.
    Tick(usize),
    /// Those in a file come before the others, unless something is wrong with it.
    Take(Result<Vec<SavedScenario>, String>),
    /// The browser could not keep them.
    Refused,
}

/// What a file of scenarios says of itself.
const KIND: &str = "schedscope scenarios";
/// Longest address and picture, in bytes.
const LONGEST: usize = 400_000;

#[derive(Serialize, Deserialize)]
struct Album {
    kind: String,
    scenarios: Vec<SavedScenario>,
}

impl Saved {
    /// Changes something.
    pub fn change(&mut self, change: Change) {
        // What was said of the last thing that the user did stands until the next.
        if !matches!(change, Change::Found(_) | Change::Kept(..)) {
            (self.fault, self.said) = (None, None);
        }
        match change {
            Change::Open(open) => self.open = open,
            Change::Found(found) => self.show(found),
            Change::Kept(count, kept) => {
                self.due = self.due.iter().skip(count).cloned().collect();
                self.show(kept);
            }
            Change::Save(scene) => {
                let same = self.all().iter().find(|other| other.address == scene.address && other.name != scene.name);
                let also = same.map(|other| format!(" The same scenario is also there as “{}”.", other.name)).unwrap_or_default();
                self.said = Some(format!("Saved as “{}”.{also}", scene.name));
                self.edit(Edit::Put(vec![scene]));
            }
            Change::Delete(place) => {
                if let Some(scene) = self.all().get(place) {
                    self.edit(Edit::Delete(scene.id()));
                }
            }
            Change::Rename(place, name) => self.rename(place, name.trim()),
            Change::Tick(place) => {
                let Some(id) = self.all().get(place).map(SavedScenario::id) else { return };
                match self.ticked.iter().position(|ticked| *ticked == id) {
                    Some(at) => drop(self.ticked.remove(at)),
                    None => self.ticked.push(id),
                }
            }
            Change::Take(read) => match read {
                Ok(scenes) => self.edit(Edit::Put(scenes)),
                Err(fault) => self.fault = Some(fault),
            },
            Change::Refused => self.fault = Some("This browser does not keep them: export them as a file before you leave.".to_owned()),
        }
    }

    fn all(&self) -> &[SavedScenario] {
        self.scenes.as_deref().unwrap_or_default()
    }

    /// The number, from 1, that a scenario has among those to be presented.
    pub fn number(&self, scene: &SavedScenario) -> Option<usize> {
        self.ticked.iter().position(|id| scene.is(id)).map(|at| at + 1)
    }

    /// Those that are ticked, as scenes.
    pub fn scenes(&self) -> Scenes {
        let ticked = self.ticked.iter().filter_map(|id| self.all().iter().find(|scene| scene.is(id)));
        Scenes::of(ticked.map(|scene| (scene.name.as_str(), scene.address.as_str(), scene.slider.as_str())))
    }

    fn rename(&mut self, place: usize, name: &str) {
        let Some(scene) = self.all().get(place).filter(|scene| !name.is_empty() && scene.name != name) else { return };
        let (from, to) = (scene.id(), Id { name: name.to_owned(), address: scene.address.clone() });
        if self.all().iter().any(|other| other.is(&to)) {
            self.fault = Some(format!("The same scenario is already there as “{name}”."));
            return;
        }
        if let Some(ticked) = self.ticked.iter_mut().find(|ticked| **ticked == from) {
            *ticked = to;
        }
        self.edit(Edit::Rename(from, name.to_owned()));
    }

    /// Shows a change at once, and notes that it is to be kept.
    fn edit(&mut self, edit: Edit) {
        let mut scenes = self.all().to_vec();
        edit.apply(&mut scenes);
        self.due = self.due.iter().cloned().chain([edit]).collect();
        self.list(scenes);
    }

    /// Shows what the browser keeps, with what is still due.
    fn show(&mut self, mut scenes: Vec<SavedScenario>) {
        for edit in &*self.due {
            edit.apply(&mut scenes);
        }
        self.list(scenes);
    }

    fn list(&mut self, scenes: Vec<SavedScenario>) {
        self.ticked.retain(|id| scenes.iter().any(|scene| scene.is(id)));
        self.scenes = Some(scenes.into());
    }

    /// All of them as a file.
    pub fn file(&self) -> String {
        file(self.all())
    }
}

/// Scenarios as a file (JSON), which is also how the browser keeps them.
pub fn file(scenarios: &[SavedScenario]) -> String {
    // Texts have a form in JSON.
    serde_json::to_string_pretty(&Album { kind: KIND.to_owned(), scenarios: scenarios.to_vec() }).unwrap_or_default()
}

/// The scenarios in what the browser has kept. One that leads to no view may be of a later edition, and stays.
pub fn found(text: &str) -> Vec<SavedScenario> {
    let album: Option<Album> = serde_json::from_str(text).ok();
    let scenarios = album.map(|album| album.scenarios).unwrap_or_default();
    scenarios.into_iter().filter(|scene| scene.address.starts_with('#') && pictured(scene)).collect()
}

/// Whether its picture is none or a small PNG.
fn pictured(SavedScenario { address, picture, slider, .. }: &SavedScenario) -> bool {
    let png = |text: &str| text.strip_prefix("data:image/png;base64,").is_some_and(|data| !data.contains(['"', '<', ' ']));
    (picture.is_empty() || png(picture)) && picture.len() + address.len() + slider.len() <= LONGEST
}

/// The scenarios in a file, which may be anybody's: addresses lead to views of this page, and pictures are pictures.
///
/// # Errors
/// Says what is wrong with it.
pub fn read(text: &str) -> Result<Vec<SavedScenario>, String> {
    let album: Album = serde_json::from_str(text).map_err(|error| format!("This is no file of scenarios: {error}."))?;
    if album.kind != KIND {
        return Err(format!("This is no file of scenarios: its kind is \"{}\", not \"{KIND}\".", album.kind));
    }
    for (i, scene) in (1..).zip(&album.scenarios) {
        if !scene.address.starts_with('#') || matches!(Route::read(&scene.address), Route::Missing(_)) {
            return Err(format!("Scenario {i}, {}, leads to no view of this page.", scene.name));
        }
        if !pictured(scene) {
            return Err(format!("The picture of scenario {i}, {}, is no small PNG.", scene.name));
        }
    }
    Ok(album.scenarios)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene(name: &str, address: &str) -> SavedScenario {
        SavedScenario {
            name: name.to_owned(),
            address: address.to_owned(),
            picture: "data:image/png;base64,AAAA".to_owned(),
            slider: String::new(),
        }
    }

    fn names(saved: &Saved) -> Vec<&str> {
        saved.scenes.iter().flat_map(|scenes| scenes.iter()).map(|scene| scene.name.as_str()).collect()
    }

    /// A window, and what all windows keep.
    fn keep(saved: &mut Saved, kept: &mut Vec<SavedScenario>) {
        let due = saved.due.clone();
        for edit in &*due {
            edit.apply(kept);
        }
        saved.change(Change::Kept(due.len(), kept.clone()));
    }

    #[test]
    fn the_last_comes_first_and_a_name_with_its_link_is_there_once() {
        let mut saved = Saved::default();
        saved.change(Change::Save(scene("a", "#watch")));
        saved.change(Change::Found(vec![scene("a", "#watch"), scene("y", "#cdn")]));
        assert_eq!(names(&saved), ["a", "y"], "what was kept comes after what was saved before it was found");
        saved.change(Change::Delete(1));
        saved.change(Change::Save(scene("b", "#compare?v=1")));
        saved.change(Change::Save(scene("a", "#watch")));
        assert_eq!((names(&saved), saved.said.as_deref()), (vec!["a", "b"], Some("Saved as “a”.")));
        saved.change(Change::Rename(1, " late jobs ".to_owned()));
        saved.change(Change::Rename(0, "  ".to_owned()));
        assert_eq!(names(&saved), ["a", "late jobs"]);
        saved.change(Change::Delete(0));
        saved.change(Change::Delete(9));
        assert_eq!(names(&saved), ["late jobs"]);
    }

    #[test]
    fn a_link_under_a_second_name_is_there_twice_and_it_is_said() {
        let mut saved = Saved::default();
        for name in ["a", "b"] {
            saved.change(Change::Save(scene(name, "#watch")));
        }
        assert_eq!(names(&saved), ["b", "a"]);
        assert_eq!(saved.said.as_deref(), Some("Saved as “b”. The same scenario is also there as “a”."));
        saved.change(Change::Tick(1));
        saved.change(Change::Rename(1, "c".to_owned()));
        assert_eq!((names(&saved), saved.scenes().text().as_str()), (vec!["b", "c"], "c | #watch\n"), "the tick stays with it");
        saved.change(Change::Rename(1, "b".to_owned()));
        assert_eq!(names(&saved), ["b", "c"], "nothing takes the place of another in silence");
        assert!(saved.fault.as_ref().is_some_and(|fault| fault.contains("already there as “b”")), "{:?}", saved.fault);
        saved.change(Change::Delete(0));
        assert_eq!(names(&saved), ["c"]);
    }

    #[test]
    fn windows_that_know_nothing_of_each_other_lose_nothing_and_bring_nothing_back() {
        let (mut one, mut two, mut kept) = (Saved::default(), Saved::default(), vec![]);
        one.change(Change::Found(vec![]));
        two.change(Change::Found(vec![]));
        one.change(Change::Save(scene("a", "#watch")));
        keep(&mut one, &mut kept);
        two.change(Change::Save(scene("b", "#cdn")));
        keep(&mut two, &mut kept);
        one.change(Change::Save(scene("c", "#order")));
        assert_eq!(names(&one), ["c", "a"], "what is saved is shown at once");
        keep(&mut one, &mut kept);
        assert_eq!((names(&one), one.due.len()), (vec!["c", "b", "a"], 0));
        // The other one has not been told of c; it deletes a, which this one still shows.
        assert_eq!(names(&two), ["b", "a"]);
        two.change(Change::Delete(1));
        keep(&mut two, &mut kept);
        one.change(Change::Rename(2, "late".to_owned()));
        keep(&mut one, &mut kept);
        one.change(Change::Save(scene("d", "#sweep")));
        keep(&mut one, &mut kept);
        assert_eq!(names(&one), ["d", "c", "b"], "what was deleted elsewhere stays deleted");
        two.change(Change::Found(kept.clone()));
        assert_eq!(names(&two), ["d", "c", "b"], "who is told knows all");
    }

    #[test]
    fn what_is_not_kept_yet_is_not_forgotten() {
        let mut saved = Saved::default();
        saved.change(Change::Save(scene("a", "#watch")));
        saved.change(Change::Refused);
        saved.change(Change::Save(scene("b", "#cdn")));
        saved.change(Change::Found(vec![scene("z", "#order")]));
        assert_eq!((names(&saved), saved.due.len()), (vec!["b", "a", "z"], 2), "another window's list is no reason to drop them");
        saved.change(Change::Kept(1, vec![scene("a", "#watch"), scene("z", "#order")]));
        assert_eq!((names(&saved), saved.due.len()), (vec!["b", "a", "z"], 1), "the second is still due");
        assert_eq!(saved.said.as_deref(), Some("Saved as “b”."), "what is said stands while it is kept");
    }

    #[test]
    fn those_that_are_ticked_are_scenes_in_that_order() {
        let mut saved = Saved::default();
        for (name, address) in [("a", "#watch"), ("b", "#compare?v=1"), ("c", "#cluster?v=1")] {
            saved.change(Change::Save(scene(name, address)));
        }
        for place in [2, 0, 1, 0, 9] {
            saved.change(Change::Tick(place));
        }
        assert_eq!(saved.scenes().text(), "a | #watch\nb | #compare?v=1\n");
        let number = |place: usize| saved.number(&saved.scenes.as_ref().unwrap()[place]);
        assert_eq!([0, 1, 2].map(number), [None, Some(2), Some(1)]);
        saved.change(Change::Delete(2));
        assert_eq!(saved.scenes().text(), "b | #compare?v=1\n");
    }

    #[test]
    fn they_go_elsewhere_as_a_file() {
        let mut saved = Saved::default();
        saved.change(Change::Save(scene("a", "#watch")));
        let mut other = Saved::default();
        other.change(Change::Found(found(&saved.file())));
        assert_eq!(other.scenes, saved.scenes);
        other.change(Change::Save(scene("b", "#sweep")));
        other.change(Change::Take(read(&saved.file())));
        assert_eq!((names(&other), &other.fault), (vec!["a", "b"], &None), "what is there already is not there twice");
    }

    #[test]
    fn a_file_of_others_is_read_with_care() {
        let mut saved = Saved::default();
        saved.change(Change::Save(scene("a", "#watch")));
        let file = saved.file();
        for (from, to, words) in [
            ("#watch", "javascript:alert(1)", "Scenario 1, a, leads to no view"),
            ("#watch", "#nosuch", "Scenario 1, a, leads to no view"),
            ("data:image/png", "https://elsewhere/", "The picture of scenario 1"),
            ("schedscope scenarios", "album", "its kind is \"album\""),
            ("{", "", "no file of scenarios"),
        ] {
            saved.change(Change::Take(read(&file.replacen(from, to, 1))));
            assert!(saved.fault.as_ref().is_some_and(|fault| fault.contains(words)), "{:?}", saved.fault);
            assert_eq!(names(&saved), ["a"]);
        }
        let kept = |address: &str| found(&file.replacen("#watch", address, 1)).len();
        assert_eq!([kept("#watch"), kept("#of-a-later-edition"), kept("javascript:alert(1)")], [1, 1, 0]);
        assert!(found("{").is_empty());
    }
}
