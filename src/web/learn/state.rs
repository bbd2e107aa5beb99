//! What *Learn* shows: the pages, as soon as they are there, and which of them is open.

use crate::web::keys::Key;
use std::rc::Rc;
use yew::AttrValue;

/// The state of *Learn*.
#[derive(Clone, Debug, Default)]
pub struct Learn {
    /// Which page is open, from 0.
    pub page: usize,
    /// The pages; none while they are fetched.
    pub pages: Rc<[Page]>,
    /// Whether they could not be had.
    pub missing: bool,
}

/// A page.
#[derive(Debug)]
pub struct Page {
    /// Its heading.
    pub title: AttrValue,
    /// What the figure shows in words, and the fragment of its address.
    pub figure: Option<(AttrValue, AttrValue)>,
    /// All of it.
    pub html: AttrValue,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The text is here, or cannot be had.
    Text(Option<String>),
    /// Another page is wanted: so many on, or back.
    Turn(isize),
}

/// What a key changes.
pub fn turn(key: &Key) -> Option<Change> {
    let by = match key.name.as_str() {
        "ArrowLeft" => -1,
        "ArrowRight" => 1,
        _ => return None,
    };
    Some(Change::Turn(by))
}

impl Learn {
    /// Changes something.
    pub fn change(&mut self, change: Change) {
        match change {
            Change::Text(None) => self.missing = true,
            Change::Text(Some(text)) => self.pages = text.split("<section").skip(1).filter_map(read).collect(),
            Change::Turn(by) => self.page = self.open().saturating_add_signed(by),
        }
        self.page = self.open();
    }

    /// The page that is open, of those there are.
    pub fn open(&self) -> usize {
        if self.pages.is_empty() { self.page } else { self.page.min(self.pages.len() - 1) }
    }
}

/// The page in a section of the text.
fn read(section: &str) -> Option<Page> {
    let inside = section.split_once("</section>")?.0;
    let link = between(inside, "class=\"open\"", "</p>").and_then(|open| between(open, "href=\"./#", "\""));
    Some(Page {
        title: between(inside, "<h2>", "</h2>")?.to_owned().into(),
        figure: between(inside, "data-figure=\"", "\"").zip(link).map(|(words, link)| (words.to_owned().into(), link.to_owned().into())),
        html: format!("<section{}</section>", inside.replace("\"./#", "\"#")).into(),
    })
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}
