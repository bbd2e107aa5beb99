//! What the page is called: in the tab of the browser, in its history, and by a screen reader that has just come.

use super::state::State;
use super::view::View;

/// The program.
const NAME: &str = "schedscope";

/// The title: what is shown, the view, the program.
pub fn title(state: &State) -> String {
    if state.missing.is_some() {
        return format!("No such view · {NAME}");
    }
    let shown = match state.view {
        View::Traces => state.traces.file.as_ref().map(|file| file.name.clone()).unwrap_or_default(),
        view => state.room(view).map(|room| room.title()).unwrap_or_default(),
    };
    let parts = [shown, state.view.title(), NAME.to_owned()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

/// What a figure of another page is called: the same without the name of the page, which made it.
pub fn titled(state: &State) -> String {
    let title = title(state);
    format!("{}, simulated by {NAME}", title.strip_suffix(&format!(" · {NAME}")).unwrap_or(&title))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rooms;
    use crate::route::Route;
    use crate::state::{Action, Preferences};
    use crate::testing::file;
    use crate::theme::ThemeChoice;
    use schedscope_chart::Mode;

    fn titled(fragment: &str) -> String {
        let preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: false, narrow: false, letters: true };
        title(&State::open(fragment, preferences, rooms::all))
    }

    #[test]
    fn titles_name_view_and_scenario() {
        for (fragment, expected) in [
            ("#watch?jobs=0:4,1:2&policies=srpte,fspe%2Bps", "SRPTE and FSPE+PS, 2 jobs · Watch · schedscope"),
            ("#compare?v=1&policies=ps,srpt&workload.count=500", "PS and SRPT, 500 jobs · Compare · schedscope"),
            ("#compare?v=1&policies=ps&workload.path=hour.tsv", "PS, hour.tsv · Compare · schedscope"),
            (
                "#cluster?v=1&policies=fair,hfsp&workload.mix=prod&workload.count=30",
                "Fair and HFSP, 30 jobs · Watch · Cluster · schedscope",
            ),
            ("#order", "Given order and A*, figure 3.11 · Watch · Order · schedscope"),
            ("#order?v=1&policies=dp&workload.path=views.dot", "DP, views.dot · Watch · Order · schedscope"),
            ("#cdn?v=1&policies=lru,opt-opt&workload.count=500", "LRU and Opt-Opt, 500 requests · Watch · CDN · schedscope"),
            ("#traces", "Traces · schedscope"),
            ("#learn", "Learn · schedscope"),
            ("#nosuch", "No such view · schedscope"),
        ] {
            assert_eq!(titled(fragment), expected, "{fragment}");
        }
        assert!(titled("#compare").contains(" others, 10\u{202f}000 jobs · Compare"), "{}", titled("#compare"));
    }

    #[test]
    fn a_file_that_is_looked_at_is_named() {
        let preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: false, narrow: false, letters: true };
        let mut state = State::open("#traces", preferences, rooms::all);
        state.change(Action::File(file("jobs.csv")));
        assert_eq!(title(&state), "jobs.csv · Traces · schedscope");
        state.change(Action::Navigate(Route::read("#nosuch")));
        assert_eq!(title(&state), "No such view · schedscope");
    }
}
