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

/// The saved scenarios.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Saved {
    /// The scenarios, the last saved first; absent until they have been looked up.
    pub scenes: Option<Rc<[SavedScenario]>>,
    /// What was wrong with a file that was to be taken in, or that the browser keeps nothing.
    pub fault: Option<String>,
    /// That one was just saved.
    pub said: Option<String>,
    /// Whether their list is shown.
    pub open: bool,
    /// Whether the clock played when it was opened: where it stands now, nobody has put it.
    pub played: bool,
    /// Addresses of those that are ticked, in the order in which they are to be presented.
    ticked: Vec<String>,
}

/// What can happen to them.
#[derive(Clone, Debug)]
pub enum Change {
    /// Their list is to be shown, or no longer.
    Open(bool),
    /// What the browser has kept.
    Found(Vec<SavedScenario>),
    /// One more; one of the same address goes.
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
        (self.fault, self.said) = (None, None);
        match change {
            Change::Open(open) => self.open = open,
            // Who was quick has saved one already.
            Change::Found(found) => self.edit(|scenes| {
                for scene in found {
                    if scenes.iter().all(|other| other.address != scene.address) {
                        scenes.push(scene);
                    }
                }
            }),
            Change::Save(scene) => {
                self.said = Some(format!("Saved as “{}”.", scene.name));
                self.put(vec![scene]);
            }
            Change::Delete(place) => self.edit(|scenes| drop((place < scenes.len()).then(|| scenes.remove(place)))),
            Change::Rename(place, name) => self.edit(|scenes| {
                if let Some(scene) = scenes.get_mut(place).filter(|_| !name.trim().is_empty()) {
                    name.trim().clone_into(&mut scene.name);
                }
            }),
            Change::Tick(place) => {
                let Some(scene) = self.scenes.as_deref().and_then(|scenes| scenes.get(place)) else { return };
                match self.ticked.iter().position(|address| *address == scene.address) {
                    Some(at) => drop(self.ticked.remove(at)),
                    None => self.ticked.push(scene.address.clone()),
                }
            }
            Change::Take(read) => match read {
                Ok(scenes) => self.put(scenes),
                Err(fault) => self.fault = Some(fault),
            },
            Change::Refused => self.fault = Some("This browser does not keep them: export them as a file before you leave.".to_owned()),
        }
    }

    /// The number, from 1, that a scenario has among those to be presented.
    pub fn number(&self, scene: &SavedScenario) -> Option<usize> {
        self.ticked.iter().position(|address| *address == scene.address).map(|at| at + 1)
    }

    /// Those that are ticked, as scenes.
    pub fn scenes(&self) -> Scenes {
        let saved = self.scenes.as_deref().unwrap_or_default();
        let ticked = self.ticked.iter().filter_map(|address| saved.iter().find(|scene| scene.address == *address));
        Scenes::of(ticked.map(|scene| (scene.name.as_str(), scene.address.as_str(), scene.slider.as_str())))
    }

    fn put(&mut self, mut new: Vec<SavedScenario>) {
        self.edit(|scenes| {
            scenes.retain(|scene| new.iter().all(|other| other.address != scene.address));
            new.append(scenes);
            *scenes = new;
        });
    }

    fn edit(&mut self, edit: impl FnOnce(&mut Vec<SavedScenario>)) {
        let mut scenes = self.scenes.as_deref().unwrap_or_default().to_vec();
        edit(&mut scenes);
        self.ticked.retain(|address| scenes.iter().any(|scene| scene.address == *address));
        self.scenes = Some(scenes.into());
    }

    /// All of them as a file (JSON).
    pub fn file(&self) -> String {
        let scenarios = self.scenes.as_deref().unwrap_or_default().to_vec();
        // Texts have a form in JSON.
        serde_json::to_string_pretty(&Album { kind: KIND.to_owned(), scenarios }).unwrap_or_default()
    }
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

    #[test]
    fn the_last_comes_first_and_an_address_is_there_once() {
        let mut saved = Saved::default();
        saved.change(Change::Save(scene("a", "#watch")));
        saved.change(Change::Found(vec![scene("z", "#watch"), scene("y", "#cdn")]));
        assert_eq!(names(&saved), ["a", "y"], "what was kept comes after what was saved before it was found");
        saved.change(Change::Delete(1));
        saved.change(Change::Save(scene("b", "#compare?v=1")));
        saved.change(Change::Save(scene("c", "#watch")));
        assert_eq!((names(&saved), saved.said.as_deref()), (vec!["c", "b"], Some("Saved as “c”.")));
        saved.change(Change::Rename(1, " late jobs ".to_owned()));
        saved.change(Change::Rename(0, "  ".to_owned()));
        assert_eq!(names(&saved), ["c", "late jobs"]);
        saved.change(Change::Delete(0));
        saved.change(Change::Delete(9));
        assert_eq!(names(&saved), ["late jobs"]);
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
        assert_eq!((names(&other), &other.fault), (vec!["a", "b"], &None));
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
