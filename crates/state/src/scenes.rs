//! Scenes for the stage: links with titles, in an order, each with a slider that stays on the stage.

use super::protocol::Fault;
use super::watch::Handle;
use schedscope::sim::number;
use schedscope_core::experiment::{LINKS, decode, encode};
use toml::{Table, Value};

/// The scenes, and which of them is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenes {
    /// What they are together.
    pub title: String,
    /// The scenes, at least one.
    pub scenes: Vec<Scene>,
    /// The place of the one that is shown.
    pub at: usize,
}

/// A scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// What it shows.
    pub title: String,
    /// The fragment of its link, without `#`.
    pub link: String,
    /// The slider on the stage.
    pub slider: Option<Slider>,
}

/// A slider on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Slider {
    /// A part of a job of *Watch*.
    Job {
        /// The number of the job, from 1.
        job: usize,
        /// What of it.
        handle: Handle,
        /// The least value.
        least: f64,
        /// The greatest.
        most: f64,
    },
    /// A number of *Compare*, by its dotted name.
    Field(&'static str),
}

/// What a view is as a scene, before it is saved.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// What came out, or what is shown.
    pub title: String,
    /// The fragment of its address, with its `#`.
    pub address: String,
    /// Where its clock is to stand, if it has one.
    pub time: Option<f64>,
    /// Sliders that may stay on the stage, the most telling first.
    pub sliders: Vec<Slider>,
    /// Whether the first of these stays unless another is chosen.
    pub slides: bool,
}

/// What can happen to scenes.
#[derive(Clone, Debug)]
pub enum Change {
    /// So many scenes forward, or back if negative.
    Turn(isize),
    /// Scenes are to be written or changed.
    Write,
    /// This is their text so far.
    Draft(String),
    /// The text is to be shown.
    Open,
    /// No text is written any more; it is kept.
    Close,
}

/// Scenes that are being written.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The text: of the scenes that were shown last, until it is changed.
    pub text: String,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// Whether it is written now.
    pub open: bool,
}

impl Default for Draft {
    fn default() -> Self {
        Self { text: Scenes::TEMPLATE.to_owned(), fault: None, open: false }
    }
}

/// The most scenes.
const MOST: usize = 60;

impl Scenes {
    /// What a text begins with that is to be changed.
    const TEMPLATE: &str = "# Title | link | slider, if one is wanted
One wrong guess, five victims | #watch?v=1&example=under-estimated&policies=srpte,fspe+ps | J1 estimate 1 40
What if the late share? | #watch?v=1&example=under-estimation&policies=srpte,fspe+ps
And on average? | #compare?v=1&replications=20&policies=ps,srpte,fspe+ps | workload.sigma
";

    /// Reads a file or a text that was pasted: TOML with `[[scene]]`, or a line each: title, link and slider, separated by `|`.
    ///
    /// # Errors
    /// Names the scene and what is wrong with it.
    pub fn from_text(text: &str) -> Result<Self, String> {
        let toml: Option<Table> = text.parse().ok().filter(|table: &Table| table.contains_key("scene"));
        let (title, scenes) = match toml {
            Some(table) => {
                let title = table.get("title").and_then(Value::as_str).unwrap_or_default().to_owned();
                let list = table.get("scene").and_then(Value::as_array).cloned().unwrap_or_default();
                let part = |scene: &Value, key: &str| scene.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
                (title, list.iter().map(|scene| ["title", "link", "slider"].map(|key| part(scene, key))).collect::<Vec<_>>())
            }
            None => {
                let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("# "));
                (String::new(), lines.map(parts).collect())
            }
        };
        if !(1..=MOST).contains(&scenes.len()) {
            return Err(format!("There are {} scenes; allowed: 1 to {MOST}, each a line: title | link", scenes.len()));
        }
        let scene = |(number, scene): (usize, [String; 3])| Scene::read(scene).map_err(|why| format!("Scene {number}: {why}"));
        Ok(Self { title, scenes: (1..).zip(scenes).map(scene).collect::<Result<_, _>>()?, at: 0 })
    }

    /// A lecture that ships, as a text: ten scenes about guesses, each with what comes out as its title.
    pub const LECTURE: &str = include_str!("../../../assets/scenes/guesses.txt");

    /// Scenes of these titles, addresses (fragments, with their `#`) and sliders, as they are written; empty where there is none.
    pub fn of<'a>(shown: impl Iterator<Item = (&'a str, &'a str, &'a str)>) -> Self {
        let scene = |(title, address, slider): (&str, &str, &str)| Scene {
            title: title.replace('|', "/"),
            link: address.trim_start_matches('#').to_owned(),
            slider: Slider::read(slider).ok(),
        };
        Self { title: String::new(), scenes: shown.take(MOST).map(scene).collect(), at: 0 }
    }

    /// The scenes as a text that can be changed, a line each.
    pub fn text(&self) -> String {
        let line = |scene: &Scene| {
            let slider = scene.slider.map(|slider| format!(" | {}", slider.write())).unwrap_or_default();
            format!("{} | #{}{slider}\n", scene.title, scene.link)
        };
        self.scenes.iter().map(line).collect()
    }

    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the field and what is wrong with it.
    pub fn read(query: &str) -> Result<Self, Fault> {
        let fault = |field: &str, message: String| Fault::new(Some(field.to_owned()), &message);
        let (mut title, mut scenes, mut at) = (String::new(), vec![], 1);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = decode(value)
                .ok_or_else(|| fault(key, format!("the link's {key} has a % without two hexadecimal digits of UTF-8 text")))?;
            match key {
                "v" if value == LINKS => {}
                "v" => return Err(fault(key, format!("the link's v is \"{value}\": this program understands links of version {LINKS}"))),
                "title" => title = value,
                "at" => {
                    at = value.parse().map_err(|_| fault(key, format!("the link's at is \"{value}\"; allowed: the number of a scene")))?;
                }
                "scene" if scenes.len() < MOST => {
                    let number = scenes.len() + 1;
                    scenes.push(Scene::read(parts(&value)).map_err(|why| fault(key, format!("scene {number} of the link: {why}")))?);
                }
                _ => {
                    return Err(fault(key, format!("the link has a field \"{key}\"; allowed: v, title, at, and up to {MOST} times scene")));
                }
            }
        }
        if scenes.is_empty() {
            return Err(fault("scene", "the link has no scene; allowed: scene=TITLE|LINK".to_owned()));
        }
        let at = usize::clamp(at, 1, scenes.len()) - 1;
        Ok(Self { title, scenes, at })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let title = if self.title.is_empty() { String::new() } else { format!("&title={}", encode(&self.title)) };
        let scenes: Vec<String> = self.scenes.iter().map(|scene| format!("&scene={}", encode(&scene.write()))).collect();
        format!("v={LINKS}{title}&at={}{}", self.at + 1, scenes.concat())
    }

    /// The scene that is shown.
    pub fn now(&self) -> Option<&Scene> {
        self.scenes.get(self.at)
    }

    /// The one after it.
    pub fn next(&self) -> Option<&Scene> {
        self.scenes.get(self.at + 1)
    }

    /// Moves so many scenes, if there are as many; says whether it did.
    pub fn turn(&mut self, by: isize) -> bool {
        let to = self.at.checked_add_signed(by).filter(|to| *to < self.scenes.len());
        self.at = to.unwrap_or(self.at);
        to.is_some() && by != 0
    }
}

/// The parts of a line: a link may have a `|` only at its end.
fn parts(line: &str) -> [String; 3] {
    let mut parts = line.splitn(3, '|').map(|part| part.trim().to_owned());
    std::array::from_fn(|_| parts.next().unwrap_or_default())
}

impl Scene {
    fn read([title, link, slider]: [String; 3]) -> Result<Self, String> {
        if title.is_empty() {
            return Err("the title is missing; allowed: title | link".to_owned());
        }
        let Some((_, fragment)) = link.split_once('#') else {
            return Err(format!("the link is \"{link}\"; allowed: a link of the page, such as #watch?v=1&example=aging"));
        };
        let slider = if slider.is_empty() { None } else { Some(Slider::read(&slider)?) };
        Ok(Self { title, link: fragment.to_owned(), slider })
    }

    fn write(&self) -> String {
        let slider = self.slider.map(|slider| format!("|{}", slider.write())).unwrap_or_default();
        format!("{}|#{}{slider}", self.title, self.link)
    }
}

impl Slider {
    /// What it changes, in words.
    pub fn said(self) -> String {
        match self {
            Self::Job { job, handle, least, most } => format!("{} of J{job}, {least} to {most}", handle.name()),
            Self::Field(field) => field.split('.').next_back().unwrap_or(field).to_owned(),
        }
    }

    /// Numbers of *Compare* that may be on the stage.
    pub const FIELDS: [&str; 4] = ["workload.sigma", "workload.load", "workload.shape", "system.servers"];

    fn read(text: &str) -> Result<Self, String> {
        if let Some(field) = Self::FIELDS.into_iter().find(|field| *field == text) {
            return Ok(Self::Field(field));
        }
        let slider = match text.split_whitespace().collect::<Vec<_>>()[..] {
            [job, part, least, most] => {
                let job = job.strip_prefix('J').and_then(|job| job.parse().ok()).filter(|job| *job >= 1);
                let handle = Handle::DRAGGED.into_iter().find(|handle| handle.name() == part);
                let bounds = number(least).zip(number(most)).filter(|(least, most)| least < most);
                job.zip(handle).zip(bounds).map(|((job, handle), (least, most))| Self::Job { job, handle, least, most })
            }
            _ => None,
        };
        slider
            .ok_or_else(|| format!("the slider is \"{text}\"; allowed: J1 estimate 1 40 (also size, arrival), {}", Self::FIELDS.join(", ")))
    }

    /// As it is written in a scene.
    pub fn write(self) -> String {
        match self {
            Self::Job { job, handle, least, most } => format!("J{job} {} {least} {most}", handle.name()),
            Self::Field(field) => field.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::{Choice, Watch};
    use schedscope_core::experiment::{Scenario, without};

    #[test]
    fn scenes_are_lines_or_toml() {
        let lines = Scenes::from_text(Scenes::TEMPLATE).unwrap();
        assert_eq!(lines.scenes.len(), 3);
        assert_eq!(lines.scenes[0].slider, Some(Slider::Job { job: 1, handle: Handle::Estimate, least: 1.0, most: 40.0 }));
        assert_eq!((lines.scenes[1].slider, lines.scenes[2].slider), (None, Some(Slider::Field("workload.sigma"))));
        assert_eq!(lines.scenes[1].link, "watch?v=1&example=under-estimation&policies=srpte,fspe+ps");
        let toml = "title = \"T\"\n[[scene]]\ntitle = \"A\"\nlink = \"https://a.b/#watch?example=aging\"\nslider = \"J2 size 1 9\"\n";
        let toml = Scenes::from_text(toml).unwrap();
        assert_eq!((toml.title.as_str(), toml.scenes[0].link.as_str()), ("T", "watch?example=aging"));
    }

    #[test]
    fn their_text_is_read_as_what_they_are() {
        let scenes = Scenes::from_text(Scenes::TEMPLATE).unwrap();
        assert_eq!(Scenes::from_text(&scenes.text()), Ok(scenes));
        let saved = Scenes::of([("Late | early", "#watch?v=1&example=aging", "J1 estimate 1 9"), ("Many", "#compare?v=1", "")].into_iter());
        assert_eq!(saved.text(), "Late / early | #watch?v=1&example=aging | J1 estimate 1 9\nMany | #compare?v=1\n");
        assert_eq!(Scenes::from_text(&saved.text()), Ok(saved));
    }

    /// What the titles of the lecture claim is what its scenes show, where they tell most.
    #[test]
    fn the_lecture_says_what_comes_out() {
        let lecture = Scenes::from_text(Scenes::LECTURE).unwrap();
        assert_eq!(lecture.scenes.len(), 10);
        let mut right = String::new();
        for scene in &lecture.scenes {
            let mut scene = scene.clone();
            let (view, query) = scene.link.split_once('?').unwrap();
            if view == "watch" {
                let mut watch = Watch::open(false);
                watch.follow(Ok(Choice::read(&without(query, &["t"])).unwrap()));
                let lead = scene.title.split_once(": ").map(|(lead, _)| format!("{lead}: ")).unwrap_or_default();
                scene.title = lead + &watch.result();
                let time = Some(watch.telling());
                scene.link = format!("watch?{}", Choice { time, ..watch.choice() }.write());
                assert!(scene.slider.is_none_or(|slider| watch.sliders().contains(&slider)), "{scene:?}: {:?}", watch.sliders());
            } else {
                let scenario = Scenario::from_query(query).unwrap();
                assert!(view == "compare" && scenario.policies.len() > 2 && scene.slider.is_some(), "{scene:?}");
            }
            right += &Scenes { title: String::new(), scenes: vec![scene], at: 0 }.text();
        }
        assert_eq!(lecture.text(), right);
    }

    #[test]
    fn a_link_holds_them_and_where_one_is() {
        let mut scenes = Scenes::from_text(Scenes::TEMPLATE).unwrap();
        assert!(scenes.turn(1) && scenes.turn(1) && !scenes.turn(1) && scenes.next().is_none());
        assert!(scenes.turn(-2) && !scenes.turn(-1) && scenes.turn(1));
        let query = scenes.write();
        assert!(query.starts_with("v=1&at=2&scene=One%20wrong%20guess,%20five%20victims%7C%23watch%3Fv%3D1%26"), "{query}");
        assert_eq!(Scenes::read(&query), Ok(scenes));
        assert_eq!(Scenes::read("scene=A|%23watch&at=9").unwrap().at, 0);
    }

    #[test]
    fn a_link_holds_their_title() {
        let scenes = Scenes::read("title=Week%201&scene=One|%23watch&at=1").unwrap();
        assert_eq!((scenes.title.as_str(), Scenes::read(&scenes.write()).unwrap().title.as_str()), ("Week 1", "Week 1"));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, message) in [
            ("", "There are 0 scenes; allowed: 1 to 60"),
            ("A | watch", "Scene 1: the link is \"watch\"; allowed: a link of the page"),
            ("A | #watch\n | #watch", "Scene 2: the title is missing"),
            ("A | #watch | J1 estimate 40 1", "Scene 1: the slider is \"J1 estimate 40 1\"; allowed: J1 estimate 1 40"),
            ("A | #watch | speed", "Scene 1: the slider is \"speed\""),
        ] {
            let error = Scenes::from_text(text).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
        for (query, field) in
            [("", "scene"), ("scene=A", "scene"), ("v=2", "v"), ("at=x", "at"), ("seen=1", "seen"), ("scene=%zz", "scene")]
        {
            assert_eq!(Scenes::read(query).unwrap_err().field.as_deref(), Some(field), "{query}");
        }
    }
}
