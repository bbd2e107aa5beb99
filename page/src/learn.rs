//! *Learn*: the pages of the tour, as soon as they are there, and which of them is open.

use super::key::Key;
use super::room::{Message, Room};
use super::view::View;
use schedscope_engine::sim::number;
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
    /// All of it.
    pub html: Rc<str>,
}

/// A value in a sentence that can be set.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// Its name.
    pub name: String,
    /// What it is at first.
    pub value: String,
    /// The least and the largest.
    pub range: (f64, f64),
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
            Change::Turn(by) => self.page = self.open().saturating_add_signed(by),
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
        let put = |text: String, knob: &Knob| text.replace(&format!("{{{}}}", knob.name), set.get(&knob.name).unwrap_or(&knob.value));
        let figure = page.knobs.iter().fold(live.to_string(), put).into();
        self.tried = Some(Tried { page: self.open(), figure, set });
    }

    /// The fragment of the figure's address, and whether that is what was tried.
    pub fn figure(&self) -> Option<(Rc<str>, bool)> {
        let (_, first) = self.pages.get(self.open())?.figure.clone()?;
        let tried = self.tried.as_ref().filter(|tried| tried.page == self.open());
        Some(tried.map_or((first, false), |tried| (tried.figure.clone(), true)))
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
        let page = query.and_then(|query| query.strip_prefix("page=")?.parse().ok());
        self.page = page.map_or(self.page, |page: usize| page.saturating_sub(1));
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
    Some(Page {
        live: between(inside, "data-live=\"", "\"").map(Into::into),
        knobs,
        title: between(inside, "<h2>", "</h2>")?.into(),
        figure: between(inside, "data-figure=\"", "\"").zip(link).map(|(words, link)| (words.into(), link.into())),
        html: format!("<section{}</section>", inside.replace("\"./#", "\"#")).into(),
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
            Some((Knob { name: of("knob")?.to_owned(), value: value.to_owned(), range }, of("step")?, of("label")?, rest))
        };
        match read() {
            Some((knob, step, label, rest)) => {
                let Knob { name, value, range: (least, most) } = &knob;
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
