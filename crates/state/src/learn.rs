//! *Learn*: the pages of the tour, as soon as they are there, and which of them is open; what their sentences say of the figure with the
//! values that are set in them.

mod curve;
#[cfg(test)]
mod questions;

pub use curve::Curve;

use super::key::Key;
use super::room::{Message, Room};
use super::view::View;
use super::watch::OF_WATCH;
use schedscope::server::Timeline;
use schedscope::sim::{brief, number};
use schedscope_core::exhibit::{Exhibit, mean_sojourn};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::rc::Rc;

/// The state of *Learn*.
#[derive(Clone, Debug, Default)]
pub struct Learn {
    /// Which page is open, from 0.
    pub page: usize,
    /// The pages; none while they are fetched.
    pub pages: Rc<[Page]>,
    /// Whether they could not be had.
    pub missing: bool,
    /// The page that a link asks for, where that is none from 1 on; or one that may be beyond the last.
    asked: Option<String>,
    /// What was tried on a page.
    tried: Option<Tried>,
}

/// What was tried on a page.
#[derive(Clone, Debug)]
struct Tried {
    /// Which page, from 0.
    page: usize,
    /// The fragment of the figure's address since then.
    figure: Rc<str>,
    /// Values that were set in its sentences, by their names.
    set: BTreeMap<String, String>,
}

/// A page.
#[derive(Debug)]
pub struct Page {
    /// Its heading.
    pub title: Rc<str>,
    /// What the figure shows in words, and the fragment of its address.
    pub figure: Option<(Rc<str>, Rc<str>)>,
    /// The fragment of the figure whose values are set in its sentences: each name stands in braces.
    pub live: Option<Rc<str>>,
    /// Values in its sentences that can be set.
    pub knobs: Vec<Knob>,
    /// What its sentences say of the figure: `POLICY mean`, or `POLICY leaves JOB`.
    pub tells: Vec<String>,
    /// The value against which a curve of the mean is drawn.
    pub curve: Option<String>,
    /// All of it, up to that curve, if there is one.
    pub html: Rc<str>,
    /// What comes after the curve.
    pub rest: Option<Rc<str>>,
}

/// A value in a sentence that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// What it is at first.
    pub value: String,
    /// What it is, in words.
    pub label: String,
    /// The least and the largest.
    pub range: (f64, f64),
    /// What lies between its values.
    pub step: f64,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The text is here, or cannot be had.
    Text(Option<String>),
    /// Moves this many pages forward, or back if negative.
    Turn(isize),
    /// The figure is to show what is at this fragment.
    Try(String),
    /// A value in a sentence, by its name, was set to this.
    Set(String, String),
    /// The figure is to show what it showed at first.
    Again,
}

impl Learn {
    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Text(None) => self.missing = true,
            Change::Text(Some(text)) => self.pages = text.split("<section").skip(1).filter_map(read).collect(),
            Change::Turn(by) => (self.page, self.asked) = (self.open().saturating_add_signed(by), None),
            Change::Try(fragment) => {
                self.tried = Some(Tried { page: self.open(), figure: fragment.into(), set: BTreeMap::new() });
            }
            Change::Set(name, value) => self.set(name, value),
            Change::Again => self.tried = None,
        }
        self.page = self.open();
    }

    /// Shows the figure with another value, if it may have that.
    fn set(&mut self, name: String, value: String) {
        let Some(page) = self.pages.get(self.open()) else { return };
        let (Some(live), Some(knob)) = (page.live.clone(), page.knobs.iter().find(|knob| knob.name == name)) else { return };
        let (least, most) = knob.range;
        if number(&value).is_none_or(|x| !(least..=most).contains(&x)) {
            return;
        }
        let before = self.tried.take().filter(|tried| tried.page == self.open());
        let mut set = before.map(|tried| tried.set).unwrap_or_default();
        set.insert(name, value);
        let figure = filled(&live, &page.knobs, &set).into();
        self.tried = Some(Tried { page: self.open(), figure, set });
    }

    /// The fragment of the figure's address, and whether that is what was tried.
    pub fn figure(&self) -> Option<(Rc<str>, bool)> {
        let (_, first) = self.pages.get(self.open())?.figure.clone()?;
        let tried = self.tried.as_ref().filter(|tried| tried.page == self.open());
        Some(tried.map_or((first, false), |tried| (tried.figure.clone(), true)))
    }

    /// What is wrong with the page that a link asks for.
    pub fn complaint(&self) -> Option<String> {
        let asked = self.asked.as_ref().filter(|_| !self.pages.is_empty())?;
        let all = self.pages.len();
        let there = asked.parse().is_ok_and(|page: usize| (1..=all).contains(&page));
        (!there).then(|| format!("The link’s page is “{asked}”; allowed: 1 to {all}. This is page {}.", self.open() + 1))
    }

    /// The values in the sentences of the page that is open, as they are set.
    pub fn values(&self) -> Vec<(String, String)> {
        let Some(page) = self.pages.get(self.open()) else { return vec![] };
        let tried = self.tried.as_ref().filter(|tried| tried.page == self.open());
        let value = |knob: &Knob| tried.and_then(|tried| tried.set.get(&knob.name)).unwrap_or(&knob.value).clone();
        page.knobs.iter().map(|knob| (knob.name.clone(), value(knob))).collect()
    }

    /// The jobs and policies of the page that is open, with these values in its sentences.
    fn exhibit(&self, values: &[(String, String)]) -> Option<Exhibit> {
        let page = self.pages.get(self.open())?;
        let set = values.iter().cloned().collect();
        let link = filled(page.live.as_ref()?, &page.knobs, &set);
        Exhibit::from_query(link.strip_prefix("watch?")?, &OF_WATCH).ok()
    }

    /// What the sentences of the page that is open say of its figure, with the values that are set: each with what it is of.
    pub fn told(&self) -> Vec<(String, String)> {
        let Some(page) = self.pages.get(self.open()).filter(|page| !page.tells.is_empty()) else { return vec![] };
        let timelines = self.exhibit(&self.values()).map(|exhibit| exhibit.record()).unwrap_or_default();
        let told = |what: &String| Some((what.clone(), brief(tell(&timelines, what)?)));
        page.tells.iter().filter_map(told).collect()
    }

    /// The page that is open, of those there are.
    pub fn open(&self) -> usize {
        if self.pages.is_empty() { self.page } else { self.page.min(self.pages.len() - 1) }
    }
}

impl From<Change> for Message {
    fn from(change: Change) -> Self {
        Self::of(change)
    }
}

impl Room for Learn {
    fn view(&self) -> View {
        View::Learn
    }

    fn title(&self) -> String {
        self.pages.get(self.open()).map(|page| page.title.to_string()).unwrap_or_default()
    }

    fn link(&self) -> Option<String> {
        Some(format!("page={}", self.open() + 1))
    }

    fn follow(&mut self, query: Option<&str>) {
        let Some(query) = query else { return };
        let asked = query.strip_prefix("page=").unwrap_or(query);
        // What the page itself has written into the address changes nothing.
        if self.link().as_deref() != Some(query) {
            self.page = asked.parse().map_or(0, |page: usize| page.saturating_sub(1));
            self.asked = Some(asked.to_owned());
            self.page = self.open();
        }
    }

    fn change(&mut self, message: &Message) {
        if let Some(change) = message.change::<Change>() {
            Self::change(self, change.clone());
        }
    }

    fn place(&self) -> String {
        (self.open() + 1).to_string()
    }

    fn key(&self, key: &Key) -> Option<Message> {
        let by = match key.name.as_str() {
            "ArrowLeft" => -1,
            "ArrowRight" => 1,
            _ => return None,
        };
        Some(Change::Turn(by).into())
    }
}

/// The page in a section of the text.
fn read(section: &str) -> Option<Page> {
    let inside = section.split_once("</section>")?.0;
    let link = between(inside, "class=\"open\"", "</p>").and_then(|open| between(open, "href=\"./#", "\""));
    let (inside, knobs) = with_inputs(inside);
    let inside = inside.as_str();
    let whole = |part: &str| Rc::from(format!("{part}</section>").replace("\"./#", "\"#"));
    let (html, rest) = match inside.split_once(CURVE) {
        Some((before, after)) => (whole(&format!("<section{before}")), Some(whole(&format!("<section>{after}")))),
        None => (whole(&format!("<section{inside}")), None),
    };
    Some(Page {
        tells: inside.split("data-told=\"").skip(1).filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect(),
        curve: between(inside, "data-curve=\"", "\"").map(str::to_owned),
        live: between(inside, "data-live=\"", "\"").map(Into::into),
        knobs,
        title: between(inside, "<h2>", "</h2>")?.into(),
        figure: between(inside, "data-figure=\"", "\"").zip(link).map(|(words, link)| (words.into(), link.into())),
        html,
        rest,
    })
}

/// A section whose values can be set, and these: `<span class="knob" data-knob="NAME" data-min="0" data-max="4" data-step="0.5"
/// data-label="WORDS">VALUE</span>`.
fn with_inputs(section: &str) -> (String, Vec<Knob>) {
    const BEFORE: &str = "<span class=\"knob\" ";
    let mut parts = section.split(BEFORE);
    let (mut text, mut knobs) = (parts.next().unwrap_or_default().to_owned(), vec![]);
    for part in parts {
        let read = || {
            let (attributes, rest) = part.split_once('>')?;
            let (value, rest) = rest.split_once("</span>")?;
            let of = |name: &str| between(attributes, &format!("data-{name}=\""), "\"");
            let range = (number(of("min")?)?, number(of("max")?)?);
            let (name, label) = (of("knob")?.to_owned(), of("label")?.to_owned());
            Some((Knob { name, value: value.to_owned(), label, range, step: number(of("step")?)? }, rest))
        };
        match read() {
            Some((knob, rest)) => {
                let Knob { name, value, label, range: (least, most), step } = &knob;
                // Writing to a string cannot fail.
                let _ = write!(
                    text,
                    "<input class=\"knob\" type=\"number\" data-knob=\"{name}\" min=\"{least}\" max=\"{most}\" step=\"{step}\" \
                     aria-label=\"{label}\" value=\"{value}\">{rest}"
                );
                knobs.push(knob);
            }
            None => text = text + BEFORE + part,
        }
    }
    (text, knobs)
}

/// Where a curve of the mean stands in a page.
const CURVE: &str = "<div class=\"curve\"></div>";

/// A fragment with values in the place of their names in braces.
fn filled(live: &str, knobs: &[Knob], set: &BTreeMap<String, String>) -> String {
    let put = |text: String, knob: &Knob| text.replace(&format!("{{{}}}", knob.name), set.get(&knob.name).unwrap_or(&knob.value));
    knobs.iter().fold(live.to_owned(), put)
}

/// What a policy does: its mean sojourn time, or when a job leaves.
fn tell(timelines: &[Timeline], what: &str) -> Option<f64> {
    let mut words = what.split(' ');
    let policy = words.next()?;
    let timeline = timelines.iter().find(|timeline| timeline.policy.written() == policy)?;
    match (words.next()?, words.next()) {
        ("mean", None) => Some(mean_sojourn(timeline)),
        ("leaves", Some(job)) => {
            let job: u64 = job.parse().ok()?;
            let place = timeline.jobs.iter().position(|known| known.id == job)?;
            Some(timeline.completions[place])
        }
        _ => None,
    }
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "<main><section id=\"a\"><h2>One</h2><p>See <a href=\"./#watch\">this</a>.</p>\
        <div data-figure=\"Two jobs\"></div><p class=\"open\"><a href=\"./#watch?example=two-jobs\">Open</a></p></section>\
        <section><h2>Two</h2></section><section>no heading</section><section><h2>cut";

    fn read() -> Learn {
        let mut learn = Learn::default();
        learn.change(Change::Text(Some(TEXT.to_owned())));
        learn
    }

    #[test]
    fn pages_are_the_sections_with_a_heading() {
        let learn = read();
        let titles: Vec<&str> = learn.pages.iter().map(|page| &*page.title).collect();
        assert_eq!(titles, ["One", "Two"]);
        let (words, fragment) = learn.pages[0].figure.clone().unwrap();
        assert_eq!((&*words, &*fragment), ("Two jobs", "watch?example=two-jobs"));
        assert!(learn.pages[1].figure.is_none());
        assert!(learn.pages[0].html.contains("<a href=\"#watch\">"), "links stay on the page: {}", learn.pages[0].html);
    }

    #[test]
    fn what_is_tried_changes_the_figure_of_its_page() {
        let text = "<section data-figure=\"f\" data-live=\"watch?jobs=0:{size}&policies={policy}\"><h2>A</h2><p>Of size \
            <span class=\"knob\" data-knob=\"size\" data-min=\"1\" data-max=\"9\" data-step=\"0.5\" data-label=\"Size of J1\">4</span>, under \
            <span class=\"knob\" data-knob=\"policy\" data-min=\"0\" data-max=\"1\" data-step=\"1\" data-label=\"Policy\">0</span>.</p>\
            <p class=\"open\"><a href=\"./#watch?jobs=0:4\">Open</a></p></section><section data-figure=\"g\"><h2>B</h2>\
            <p class=\"open\"><a href=\"./#compare\">Open</a></p></section>";
        let mut learn = Learn::default();
        learn.change(Change::Text(Some(text.to_owned())));
        let figure = |learn: &Learn| learn.figure().map(|(fragment, tried)| (fragment.to_string(), tried)).unwrap();
        assert!(learn.pages[0].html.contains(
            "Of size <input class=\"knob\" type=\"number\" data-knob=\"size\" min=\"1\" max=\"9\" step=\"0.5\" aria-label=\"Size of J1\" value=\"4\">, under"
        ), "{}", learn.pages[0].html);
        assert_eq!(figure(&learn), ("watch?jobs=0:4".to_owned(), false));
        learn.change(Change::Set("size".to_owned(), "2.5".to_owned()));
        assert_eq!(figure(&learn), ("watch?jobs=0:2.5&policies=0".to_owned(), true));
        learn.change(Change::Set("policy".to_owned(), "1".to_owned()));
        for (name, value) in [("size", "10"), ("size", "x"), ("size", ""), ("other", "3")] {
            learn.change(Change::Set(name.to_owned(), value.to_owned()));
        }
        assert_eq!(figure(&learn), ("watch?jobs=0:2.5&policies=1".to_owned(), true), "the others are not allowed");
        learn.change(Change::Try("watch?example=aging".to_owned()));
        assert_eq!(figure(&learn), ("watch?example=aging".to_owned(), true));
        learn.change(Change::Turn(1));
        assert_eq!(figure(&learn), ("compare".to_owned(), false), "another page has its own");
        learn.change(Change::Turn(-1));
        learn.change(Change::Again);
        assert_eq!(figure(&learn), ("watch?jobs=0:4".to_owned(), false));
    }

    #[test]
    fn turning_ends_at_the_first_and_the_last_page() {
        let mut learn = read();
        for (by, open) in [(1, 1), (1, 1), (-1, 0), (-1, 0)] {
            learn.change(Change::Turn(by));
            assert_eq!(learn.open(), open);
        }
    }

    #[test]
    fn a_page_is_remembered_until_the_text_is_there() {
        let mut learn = Learn { page: 7, ..Learn::default() };
        assert_eq!(learn.open(), 7);
        learn.change(Change::Text(Some(TEXT.to_owned())));
        assert_eq!((learn.page, learn.open(), learn.missing), (1, 1, false));
    }

    #[test]
    fn a_text_that_cannot_be_had_is_missing() {
        let mut learn = Learn::default();
        learn.change(Change::Text(None));
        assert!(learn.missing && learn.pages.is_empty());
    }

    #[test]
    fn arrows_turn_pages() {
        let does = |name: &str| {
            let key = Key { name: name.to_owned(), control: false, shift: false };
            match Learn::default().key(&key)?.change::<Change>() {
                Some(Change::Turn(by)) => Some(*by),
                _ => None,
            }
        };
        assert_eq!([does("ArrowRight"), does("ArrowLeft"), does("ArrowUp")], [Some(1), Some(-1), None]);
    }
}
