//! *Embed*: what is shown now as a figure of another page, and the code that puts it there.

use super::route::Route;
use super::theme::ThemeChoice;
use super::view::View;
use schedscope::sim::number;
use schedscope_core::experiment::{query_value, without};

/// How large a figure may be, in pixels.
const LEAST: u32 = 200;
const MOST: u32 = 4000;

/// Where the clock stands, in the query of a link.
const TIME: &str = "t";

/// The query of a link to something with a clock.
fn watched(route: &Route) -> Option<&str> {
    match route {
        Route::View(View::Watch(_) | View::Race, Some(query)) => Some(query),
        _ => None,
    }
}

/// What the code is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A frame, which any page takes.
    Frame,
    /// The element `<schedscope-figure>`, which scripts of the other page can play and ask.
    Element,
}

/// What is chosen for the figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Embed {
    /// What the code is made of.
    pub form: Form,
    /// Its width in pixels, as typed; empty for as wide as there is room.
    pub width: String,
    /// Its height in pixels, as typed.
    pub height: String,
    /// Its theme.
    pub theme: ThemeChoice,
    /// Where its clock stands at first, as typed; empty for playing from the start.
    pub start: String,
    /// Whether the code was just copied, or could not be.
    pub copied: Option<bool>,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// What the code is made of was chosen.
    Form(Form),
    /// A size was chosen: width and height.
    Size(&'static str, &'static str),
    /// A width was typed.
    Width(String),
    /// A height was typed.
    Height(String),
    /// A theme was chosen.
    Theme(ThemeChoice),
    /// A start was typed.
    Start(String),
    /// The code was copied, or could not be, or that is long ago.
    Copied(Option<bool>),
}

impl Embed {
    /// Sizes to choose from: their names, widths and heights.
    pub const SIZES: [(&str, &str, &str); 3] = [("Small", "480", "360"), ("Medium", "760", "520"), ("Full width", "", "560")];
    /// Each theme with its word in an address.
    pub const THEMES: [(ThemeChoice, &str); 3] =
        [(ThemeChoice::Auto, "the reader’s"), (ThemeChoice::Light, "light"), (ThemeChoice::Dark, "dark")];

    /// Each form with the word for it.
    pub const FORMS: [(Form, &str); 2] = [(Form::Frame, "frame"), (Form::Element, "element")];

    /// A figure of what is shown, whose clock stands here.
    pub fn of(route: &Route) -> Self {
        let time = watched(route).and_then(|query| number(&query_value(query, TIME)?));
        let (_, width, height) = Self::SIZES[1];
        let start = time.map(|time| ((time * 1000.0).round() / 1000.0).to_string()).unwrap_or_default();
        Self { form: Form::Frame, width: width.to_owned(), height: height.to_owned(), theme: ThemeChoice::Auto, start, copied: None }
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        let copied = match change {
            Change::Copied(copied) => copied,
            _ => None,
        };
        match change {
            Change::Form(form) => self.form = form,
            Change::Size(width, height) => (self.width, self.height) = (width.to_owned(), height.to_owned()),
            Change::Width(width) => self.width = width,
            Change::Height(height) => self.height = height,
            Change::Theme(theme) => self.theme = theme,
            Change::Start(start) => self.start = start,
            Change::Copied(_) => {}
        }
        self.copied = copied;
    }

    /// What is wrong with what was typed.
    pub fn fault(&self) -> Option<String> {
        let wrong = |what: &str, text: &str, allowed: &str| Some(format!("The {what} is “{text}”; allowed: {allowed}."));
        let size = |text: &str| text.trim().parse::<u32>().ok().filter(|size| (LEAST..=MOST).contains(size));
        let pixels = format!("a whole number from {LEAST} to {MOST}");
        if !self.width.trim().is_empty() && size(&self.width).is_none() {
            return wrong("width", &self.width, &format!("{pixels}, or nothing for the full width"));
        }
        if size(&self.height).is_none() {
            return wrong("height", &self.height, &pixels);
        }
        if !self.start.trim().is_empty() && self.time().is_none() {
            return wrong("start", &self.start, "a time of at least 0, or nothing");
        }
        None
    }

    fn time(&self) -> Option<f64> {
        number(self.start.trim()).filter(|time| time.is_finite() && *time >= 0.0)
    }

    /// Whether what is shown has a clock that a link can set.
    pub fn starts(route: &Route) -> bool {
        watched(route).is_some()
    }

    /// What is shown, from where the clock is to stand.
    fn shown(&self, route: &Route) -> Route {
        let mut route = route.clone();
        if let Route::View(View::Watch(_) | View::Race, Some(query)) = &mut route {
            let time = self.time().map(|time| format!("&{TIME}={time}")).unwrap_or_default();
            *query = without(query, &[TIME]) + &time;
        }
        route
    }

    /// The theme's word, where it is not the reader's.
    fn word(&self) -> Option<&'static str> {
        match self.theme {
            ThemeChoice::Auto => None,
            ThemeChoice::Light => Some("light"),
            ThemeChoice::Dark => Some("dark"),
        }
    }

    /// What follows the page's address: the theme, and what is shown.
    pub fn target(&self, route: &Route) -> String {
        let theme = self.word().map(|theme| format!("?theme={theme}")).unwrap_or_default();
        format!("{theme}{}", self.shown(route).write(true))
    }

    /// The code for another page, if nothing is wrong. `base` is the page's own address, `title` what the figure shows.
    pub fn code(&self, base: &str, title: &str, route: &Route) -> Option<String> {
        let escaped = |text: &str| text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
        let (title, height) = (escaped(title), self.height.trim());
        let width = if self.width.trim().is_empty() { "100%" } else { self.width.trim() };
        self.fault().is_none().then(|| match self.form {
            Form::Frame => format!(
                "<iframe src=\"{}\" title=\"{title}\" width=\"{width}\" height=\"{height}\" style=\"border: 0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>",
                escaped(&format!("{base}{}", self.target(route))),
            ),
            Form::Element => {
                let folder = base.rsplit_once('/').map_or("", |(folder, _)| folder);
                let theme = self.word().map(|theme| format!(" theme=\"{theme}\"")).unwrap_or_default();
                format!(
                    "<script type=\"module\" src=\"{}/schedscope.js\"></script>\n<schedscope-figure link=\"{}\"{theme} label=\"{title}\" width=\"{width}\" height=\"{height}\"></schedscope-figure>",
                    escaped(folder),
                    escaped(&self.shown(route).write(false)),
                )
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure() -> (Embed, Route) {
        let route = Route::read("#watch?v=1&example=aging&policies=srpte,fspe+ps&t=2.5");
        (Embed::of(&route), route)
    }

    #[test]
    fn the_code_shows_what_is_shown_from_where_the_clock_stands() {
        let (mut embed, route) = figure();
        assert_eq!(embed.start, "2.5");
        let code = embed.code("https://a.b/c/", "Two \"jobs\"", &route).unwrap();
        assert_eq!(
            code,
            "<iframe src=\"https://a.b/c/#embed/watch?v=1&amp;example=aging&amp;policies=srpte,fspe+ps&amp;t=2.5\" title=\"Two &quot;jobs&quot;\" \
             width=\"760\" height=\"520\" style=\"border: 0\" loading=\"lazy\" allow=\"clipboard-write\"></iframe>"
        );
        embed.change(Change::Size("", "560"));
        embed.change(Change::Theme(ThemeChoice::Dark));
        embed.change(Change::Start(String::new()));
        let code = embed.code("https://a.b/c/", "x", &route).unwrap();
        assert!(
            code.contains("c/?theme=dark#embed/watch") && code.contains("width=\"100%\" height=\"560\"") && !code.contains("t=2.5"),
            "{code}"
        );
        embed.change(Change::Form(Form::Element));
        embed.change(Change::Start("2.5".to_owned()));
        assert_eq!(
            embed.code("https://a.b/c/index.html", "Two \"jobs\"", &route).unwrap(),
            "<script type=\"module\" src=\"https://a.b/c/schedscope.js\"></script>\n\
             <schedscope-figure link=\"#watch?v=1&amp;example=aging&amp;policies=srpte,fspe+ps&amp;t=2.5\" theme=\"dark\" \
             label=\"Two &quot;jobs&quot;\" width=\"100%\" height=\"560\"></schedscope-figure>"
        );
        assert!(Embed::starts(&route) && !Embed::starts(&Route::read("#compare?v=1")));
    }

    #[test]
    fn what_cannot_be_is_said_and_gives_no_code() {
        let (embed, route) = figure();
        for (change, words) in [
            (Change::Width("wide".to_owned()), "The width is “wide”; allowed: a whole number from 200 to 4000, or nothing"),
            (Change::Height(String::new()), "The height is “”; allowed: a whole number from 200 to 4000."),
            (Change::Start("-1".to_owned()), "The start is “-1”; allowed: a time of at least 0, or nothing."),
        ] {
            let mut embed = embed.clone();
            embed.change(change);
            assert!(embed.fault().unwrap().starts_with(words) && embed.code("", "", &route).is_none(), "{:?}", embed.fault());
        }
    }

    #[test]
    fn what_was_copied_is_no_longer_what_is_shown_after_a_change() {
        let (mut embed, _) = figure();
        embed.change(Change::Copied(Some(true)));
        assert_eq!(embed.copied, Some(true));
        embed.change(Change::Width("300".to_owned()));
        assert_eq!(embed.copied, None);
    }
}
