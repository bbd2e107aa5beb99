//! What stands on the page before the program runs: *Watch* as it opens, as elements that do nothing and pictures that are drawn by the code
//! that draws them on the page. It is `assets/opening.html`, which the build puts into `index.html`; with `SCHEDSCOPE_DOCS=write` it is
//! written anew.

use super::*;
use schedscope_chart::{Mode, TimelineContents, TimelineFrame, svg, timeline, timeline_titles};
use schedscope_state::watch::Watch;
use std::fs;
use std::path::PathBuf;

/// Pixels of the titles and of a panel, about those of a wide window.
const TITLES: (u32, u32) = (124, 562);
const PANEL: (u32, u32) = (466, 562);

fn file() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/opening.html")
}

/// The elements of the page as it opens, each picture being a comment with its place.
const ELEMENTS: &str = "
    const body = document.body.cloneNode(true);
    body.querySelectorAll('input:checked').forEach(input => input.setAttribute('checked', ''));
    body.querySelectorAll('script, noscript, dialog, iframe, .bubble, .handles, .visually-hidden, .skip, details > :not(summary)').forEach(element => element.remove());
    const walk = element => {
        for (const { name } of [...element.attributes]) if (/^(aria-(?!current|pressed)|data-|title$|role$|for$|tabindex$|href$)/.test(name)) element.removeAttribute(name);
        [...element.children].forEach(walk);
    };
    walk(body);
    body.querySelectorAll('input[type=range]').forEach(input => input.setAttribute('value', document.getElementById(input.id)?.value ?? ''));
    body.querySelectorAll('a').forEach(link => link.setAttribute('href', ''));
    [...body.querySelectorAll('canvas')].forEach((canvas, place) => canvas.replaceWith(document.createComment(place)));
    return body.innerHTML.trim();";

/// A picture in both themes, of which the page shows one.
fn themed(draw: impl Fn(Mode) -> String) -> String {
    let [light, dark] = [Mode::Light, Mode::Dark].map(draw);
    let pairs = light.split('"').zip(dark.split('"'));
    let merged = pairs.map(
        |(light, dark)| {
            if light != dark && light.starts_with('#') { format!("light-dark({light},{dark})") } else { light.to_owned() }
        },
    );
    let text = merged.collect::<Vec<_>>().join("\"");
    let (head, rest) = text.split_once('>').expect("a picture begins with its size");
    let sight = head.split("viewBox=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a picture has a coordinate system");
    format!("<svg viewBox=\"{sight}\" preserveAspectRatio=\"none\">{}", joined(rest.lines().map(str::trim)))
}

/// Lines that follow each other in the same stroke as one element, of which a browser has less to do: hatching is hundreds of them.
fn joined<'a>(elements: impl Iterator<Item = &'a str>) -> String {
    let (mut text, mut stroke) = (String::new(), None);
    for element in elements {
        let line =
            element.strip_prefix("<polyline ").and_then(|rest| rest.strip_suffix("\"/>")).and_then(|rest| rest.split_once(" points=\""));
        if line.map(|(style, _)| style) != stroke {
            if stroke.is_some() {
                text += "\"/>";
            }
            stroke = line.map(|(style, _)| style);
            if let Some(style) = stroke {
                text.extend(["<path ", style, " d=\""]);
            }
        }
        match line {
            Some((_, points)) => text.extend(["M", points.trim()]),
            None => text += element,
        }
    }
    text
}

/// What stands on the page before the program runs.
fn opening(browser: &Browser) -> String {
    let watch = Watch::open(false);
    let frame = TimelineFrame { playhead: 0.0, ..watch.frame.clone() };
    let looks = watch.looks();
    let titles = themed(|mode| {
        svg(TITLES, schedscope_chart::Theme::of(mode), |pen| timeline_titles(pen, (&watch.exhibit.jobs, &watch.exhibit.called), &frame))
            .expect("it can be drawn")
    });
    let panel = |place: usize| {
        themed(|mode| {
            let contents = TimelineContents {
                timeline: &watch.timelines[place],
                look: looks[place],
                other: Some((&watch.timelines[1 - place], looks[1 - place])),
                ghost: None,
                named: true,
                sizes: false,
                departures: false,
                instants: false,
            };
            svg(PANEL, schedscope_chart::Theme::of(mode), |pen| timeline(pen, contents, &frame)).expect("it can be drawn")
        })
    };
    let elements = browser.js(ELEMENTS).as_str().expect("a text").to_owned();
    let pictures = [titles, panel(0), panel(1)];
    let with = pictures.iter().enumerate().fold(elements, |html, (place, picture)| html.replace(&format!("<!--{place}-->"), picture));
    with + "\n"
}

#[test]
fn the_opening_is_what_the_page_shows_first() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.goto(page.address());
    browser.wait("the first picture", "document.querySelectorAll('canvas').length === 3", PATIENCE);
    // At rest, where it begins.
    browser.click("#play");
    browser.press(&[key::HOME]);
    browser.wait("the beginning", "document.querySelector('#playhead').value === '0'", PATIENCE);
    let made = opening(&browser);
    if env::var_os("SCHEDSCOPE_DOCS").is_some_and(|word| word == "write") {
        fs::write(file(), &made).expect("it can be written");
    }
    let kept = fs::read_to_string(file()).expect("the opening is there");
    assert!(made == kept, "assets/opening.html is not what the page shows first; write it anew with SCHEDSCOPE_DOCS=write");
}

#[test]
fn the_opening_stands_before_the_program_runs_and_where_it_leads_elsewhere_does_not() {
    let page = Page::start();
    let browser = Browser::start(Size::WIDE);
    browser.devtools("Network.enable", &json!({}));
    browser.devtools("Network.setBlockedURLs", &json!({ "urls": ["*web_bg.wasm*"] }));
    let seen = |fragment: &str| {
        browser.open("about:blank");
        browser.open(&page.at(fragment));
        browser.wait(
            "the word that it could not start",
            "document.querySelector('#loading')?.textContent.includes('could not start')",
            PATIENCE,
        );
        let word = "const box = document.querySelector('#loading > p').getBoundingClientRect(); return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight";
        assert_eq!(browser.js(word), json!(true), "it stands where it is seen, at {fragment:?}");
        browser
            .js("return [...document.querySelectorAll('#loading svg')].filter(picture => picture.checkVisibility()).length")
            .as_u64()
            .unwrap_or(0)
    };
    assert!(seen("") >= 3 && seen("#watch") >= 3);
    assert_eq!(seen("#compare?v=1"), 0);
}
