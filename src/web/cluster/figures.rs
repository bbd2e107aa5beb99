//! The pictures: jobs and slots as they are played, jobs in the system, late phases, virtual sizes, distributions. Their space is reserved, so nothing jumps.

use super::run::Run;
use crate::web::controls::value_of;
use crate::web::panes::Pane;
use crate::web::played::{Figures, Hears, Subject};
use schedscope_core::experiment::PolicyReport;
use schedscope_state::cluster::choice::{has_virtual_cluster, pages};
use schedscope_state::cluster::{self, Cluster, Gesture};
use schedscope_state::format;
use schedscope_state::stage::Change;
use yew::prelude::*;

impl Figures<'_, Cluster> {
    /// What jobs and slots do, one picture a policy below each other, on one axis of time.
    pub fn runs(&self) -> Html {
        let means = self.shown.iter().flat_map(|shown| &shown.report.policies).filter_map(PolicyReport::mean_sojourn);
        let least = means.fold(f64::INFINITY, f64::min);
        let lanes = self.shown.is_none_or(|shown| shown.runs.in_lanes());
        let jobs = self.shown.map_or(8, |shown| shown.runs.lanes());
        let slots = self
            .shown
            .and_then(|shown| shown.runs.runs.first())
            .map_or(8, |run| run.timeline.machines * run.timeline.slots.iter().sum::<u32>());
        let panel = |(i, subject): (usize, &Subject)| {
            let mean = self.shown.and_then(|shown| shown.report.policies.get(i)).and_then(PolicyReport::mean_sojourn);
            let best = self.subjects.len() > 1 && mean == Some(least);
            let label = format!(
                "{}: the tasks of each job, and which job holds which slot, over time. The table below has the numbers.",
                subject.name
            );
            let picture = match self.shown {
                Some(shown) => {
                    let glance = self.played.glance(shown, i);
                    html! { <Run shown={shown.clone()} {glance} mode={self.mode} {label} change={self.change.clone()} /> }
                }
                None => self.space(),
            };
            html! {
                <figure class="run" key={i}>
                    <figcaption>
                        <h2 style={self.colour(subject.look)}>{ self.swatched(subject) }</h2>
                        <span class="muted small">{ subject.row.line }</span>
                        <span class="mean small" title="Mean sojourn time (response time) of the run that is shown: from submission to completion">
                            { "mean sojourn, this run " }<strong class={classes!(best.then_some("best"))}>{ mean.map_or_else(|| "–".to_owned(), format::short) }{ " s" }</strong>
                        </span>
                    </figcaption>
                    { picture }
                </figure>
            }
        };
        let last = self.subjects.len().saturating_sub(1);
        html! {
            <div class={classes!("runs", (!lanes).then_some("slots-only"))} style={format!("--lanes: {jobs}; --rows: {slots}; --panels: {}", last + 1)}>
                if let Some(most) = self.shown.and_then(|shown| shown.runs.too_many()) {
                    <p class="muted small">{ format!("With more than {most}, the slots alone are shown.") }</p>
                }
                { for self.subjects.iter().enumerate().map(panel) }
            </div>
        }
    }

    /// What else there is to see: numbers, memory where policies page, then what all of them share, then what each has.
    pub fn panes(&self, numbers: Html) -> Vec<Pane> {
        let pages = self.played.bench.scenario.policies.iter().any(|written| pages(written));
        let is_virtual = self.subjects.iter().any(|subject| has_virtual_cluster(subject.row.key));
        let memory = pages.then(|| Pane { key: "memory", title: "Memory of a machine", view: self.memory() });
        let load = Pane { key: "load", title: "Jobs in the system", view: self.load() };
        let believed = is_virtual.then(|| Pane { key: "virtual", title: "Virtual sizes", view: self.believed() });
        let late = is_virtual.then(|| Pane { key: "late", title: "Late phases", view: self.late() });
        let classes = Pane { key: "classes", title: "Sojourn by size", view: self.classes() };
        let numbers = Pane { key: "numbers", title: "Numbers", view: numbers };
        [numbers].into_iter().chain(memory).chain([load]).chain(believed).chain(late).chain([classes]).collect()
    }

    /// The number of jobs in the system, all policies in one picture.
    fn load(&self) -> Html {
        let label = "Jobs in the system over time, one line a policy. The table of numbers has the means.".to_owned();
        html! {
            <figure class="wide">
                <figcaption>
                    <h2>{ "Jobs in the system" }</h2>
                    <span class="muted small">{ "over time; the area below a line is the sum of sojourn times" }</span>
                </figcaption>
                { self.canvas("load".to_owned(), cluster::Pane::Load, label, Hears::default()) }
            </figure>
        }
    }

    /// The number of late phases, all policies with a virtual cluster in one picture.
    fn late(&self) -> Html {
        let label = "Late phases over time, one line for each policy with a virtual cluster.".to_owned();
        html! {
            <figure class="wide">
                <figcaption>
                    <h2>{ "Late phases" }</h2>
                    <span class="muted small">{ "complete in the virtual cluster but not in the real one" }</span>
                </figcaption>
                { self.canvas("late".to_owned(), cluster::Pane::Late, label, Hears::default()) }
            </figure>
        }
    }

    /// What is in the memory of one machine, one picture for each policy.
    fn memory(&self) -> Html {
        let machine = self.shown.map_or(0, |shown| shown.machine(self.played.own.machine));
        let machines = self.shown.and_then(|shown| shown.runs.runs.first()).map_or(1, |run| run.timeline.machines);
        let onchange = self.change.reform(|event: Event| {
            // What is no machine chooses none.
            Change::Own(Gesture::Machine(value_of(&event).parse().unwrap_or(u32::MAX)))
        });
        let picture = |(i, subject): (usize, &Subject)| {
            let label = format!("{}: gigabytes of running, suspended and swapped tasks of machine {machine} over time", subject.name);
            html! {
                <figure class="wide" key={i}>
                    <figcaption>
                        <h2>{ self.swatched(subject) }{ format!(" · memory of machine {machine}") }</h2>
                        <span class="muted small">{ "what is suspended gives way to what runs; the file-system cache has the rest" }</span>
                    </figcaption>
                    { self.canvas(format!("memory-{i}"), cluster::Pane::Memory(i, machine), label, Hears::default()) }
                </figure>
            }
        };
        html! {
            <>
                if machines > 1 {
                    <label class="memory-machine">
                        { "Memory of machine " }
                        <input type="number" min="0" max={(machines - 1).to_string()} value={machine.to_string()} {onchange} />
                    </label>
                }
                <div class="panels">{ for self.subjects.iter().enumerate().map(picture) }</div>
            </>
        }
    }

    /// Virtual sizes, one picture for each policy.
    fn believed(&self) -> Html {
        let picture = |(i, subject): (usize, &Subject)| {
            let label = format!("{}: virtual size of each job's maps over time, if the policy has any", subject.name);
            let title = html! { <>{ self.swatched(subject) }{ " · virtual sizes" }</> };
            self.detail(
                title,
                "estimated remaining work of each job in the virtual cluster; slots go to the smallest",
                format!("virtual-{i}"),
                cluster::Pane::Believed(i),
                label,
            )
        };
        html! { <div class="panels">{ for self.subjects.iter().enumerate().map(picture) }</div> }
    }

    /// Sojourn times by size class, one picture for each policy.
    fn classes(&self) -> Html {
        let picture = |(i, subject): (usize, &Subject)| {
            let label = format!("{}: fraction of jobs of each size class below each sojourn time", subject.name);
            let title = html! { <>{ self.swatched(subject) }{ " · sojourn by size" }</> };
            self.detail(
                title,
                "fraction of the jobs of each size class that take at most this long",
                format!("ecdf-{i}"),
                cluster::Pane::Classes(i),
                label,
            )
        };
        html! { <div class="panels">{ for self.subjects.iter().enumerate().map(picture) }</div> }
    }

    fn detail(&self, title: Html, hint: &'static str, name: String, pane: cluster::Pane, label: String) -> Html {
        // A picture that only says that there is nothing needs little room.
        let nothing = match pane {
            cluster::Pane::Believed(i) => {
                self.shown.is_some_and(|shown| shown.runs.runs.get(i).is_some_and(|run| run.timeline.believed.is_empty()))
            }
            _ => false,
        };
        html! {
            <figure class={classes!("wide", nothing.then_some("nothing"))} key={name.clone()}>
                <figcaption><h2>{ title }</h2><span class="muted small">{ if nothing { "" } else { hint } }</span></figcaption>
                { self.canvas(name, pane, label, Hears::default()) }
            </figure>
        }
    }
}
