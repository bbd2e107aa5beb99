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
    /// Moves this many pages forward, or back if negative.
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
}
