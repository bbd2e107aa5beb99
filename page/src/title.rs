//! What the page is called: in the tab of the browser, in its history, and by a screen reader that has just come.

use super::stage::{Staged, entry, policies, titled};
use super::state::State;
use super::view::View;

/// The program.
const NAME: &str = "schedscope";

/// The title: what is shown, the view, the program.
pub fn title(state: &State) -> String {
    let shown = match (&state.missing, state.view) {
        (Some(_), _) => return format!("No such view · {NAME}"),
        (None, View::Compare(world)) => {
            let scenario = state.compare(world).asked();
            titled(&scenario, entry(world).and_then(|entry| (entry.workload)(&scenario)))
        }
        (None, View::Sweep(world)) => {
            let setup = &state.sweep(world).setup;
            let axes: Vec<&str> = setup.axes.iter().map(|axis| axis.field.label.as_str()).collect();
            format!("{}, {}", axes.join(" × "), policies(&setup.base.scenario))
        }
        (None, View::Watch(kind)) => state.stage(kind).map(Staged::title).unwrap_or_default(),
        (None, View::Traces) => state.traces.file.as_ref().map(|file| file.name.clone()).unwrap_or_default(),
        (None, View::Exercises) => state.exercises.work.as_ref().map(|work| work.exercise.title.clone()).unwrap_or_default(),
        (None, View::Learn) => state.learn.pages.get(state.learn.open()).map(|page| page.title.to_string()).unwrap_or_default(),
    };
    let parts = [shown, state.view.title(), NAME.to_owned()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::route::Route;
    use crate::state::{Action, Preferences};
    use crate::testing::file;
    use crate::theme::ThemeChoice;
    use schedscope_chart::Mode;

    fn titled(fragment: &str) -> String {
        let preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: false, narrow: false, letters: true };
        title(&State::open(fragment, preferences))
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
        let mut state = State::open("#traces", preferences);
        state.change(Action::File(file("jobs.csv")));
        assert_eq!(title(&state), "jobs.csv · Traces · schedscope");
        state.change(Action::Navigate(Route::read("#nosuch")));
        assert_eq!(title(&state), "No such view · schedscope");
    }
}
