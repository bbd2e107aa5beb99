//! *Learn*: the pages of the tour, as soon as they are there, and which of them is open.

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
}

/// A page.
#[derive(Debug)]
pub struct Page {
    /// Its heading.
    pub title: Rc<str>,
    /// What the figure shows in words, and the fragment of its address.
    pub figure: Option<(Rc<str>, Rc<str>)>,
    /// All of it.
    pub html: Rc<str>,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// The text is here, or cannot be had.
    Text(Option<String>),
    /// Another page is wanted: so many on, or back.
    Turn(isize),
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
        title: between(inside, "<h2>", "</h2>")?.into(),
        figure: between(inside, "data-figure=\"", "\"").zip(link).map(|(words, link)| (words.into(), link.into())),
        html: format!("<section{}</section>", inside.replace("\"./#", "\"#")).into(),
    })
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0)
}
