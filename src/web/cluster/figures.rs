//! The pictures: slots and their sentence, jobs in the system, late phases, virtual sizes, distributions. Their space is reserved, so nothing jumps.

use super::key::key;
use super::sentence::sentence;
use crate::chart::Mode;
use crate::experiment::PolicyReport;
use crate::page::cluster::choice::{has_virtual_cluster, pages};
use crate::page::cluster::{Change, Cluster, Scene, Shown};
use crate::page::format;
use crate::page::inquiry::Phase;
use crate::page::state::Action;
use crate::pictures::looks;
use crate::plot::Look;
use crate::web::canvas::{Canvas, Picture};
use crate::web::controls::value_of;
use crate::web::policies::swatch;
use schedscope_engine::cluster::why;
use schedscope_engine::registry::Choice;
use std::rc::Rc;
use yew::prelude::*;

/// What is shown of a policy: from the answer, or, while there is none, from the question.
struct Subject {
    name: String,
    line: &'static str,
    look: Look,
    has_virtual_cluster: bool,
}

/// What the pictures have in common.
pub struct Figures<'a> {
    cluster: &'a Cluster,
    shown: Option<&'a Rc<Shown>>,
    subjects: Vec<Subject>,
    mode: Mode,
}

impl<'a> Figures<'a> {
    /// The pictures of the last answer.
    pub fn new(cluster: &'a Cluster, mode: Mode) -> Self {
        let shown = cluster.bench.inquiry.answer.as_ref().map(|(_, shown)| shown);
        let policies: Vec<Choice> = match shown {
            Some(shown) => shown.report.policies.iter().map(|row| row.policy.clone()).collect(),
            None => cluster.bench.scenario.choices().unwrap_or_default(),
        };
        let looks = looks(&policies);
        let subjects = policies.iter().zip(looks).map(|(policy, look)| {
            let row = policy.row();
            Subject { name: policy.name(), line: row.line, look, has_virtual_cluster: has_virtual_cluster(row.key) }
        });
        Self { cluster, shown, subjects: subjects.collect(), mode }
    }

    fn canvas(&self, name: String, scene: Scene, label: String) -> Html {
        match self.shown {
            Some(shown) => html! { <Canvas {name} mode={self.mode} picture={Picture::Cluster(shown.clone(), scene)} {label} /> },
            None => html! {
                <div class="picture-space">{ if self.cluster.bench.inquiry.phase == Phase::Failed { "Nothing to show" } else { "Simulating …" } }</div>
            },
        }
    }

    fn swatch(&self, subject: &Subject) -> Html {
        html! { <>{ swatch(subject.look, self.mode) }{ subject.name.clone() }</> }
    }

    /// Which job holds which slot, one picture per policy, with its sentence.
    pub fn slots(&self) -> Html {
        let means = self.shown.iter().flat_map(|shown| &shown.report.policies).filter_map(PolicyReport::mean_sojourn);
        let least = means.fold(f64::INFINITY, f64::min);
        let panel = |(i, subject): (usize, &Subject)| {
            let row = self.shown.and_then(|shown| shown.report.policies.get(i));
            let mean = row.and_then(PolicyReport::mean_sojourn);
            let best = self.subjects.len() > 1 && mean == Some(least);
            let label = format!("{}: which job holds which map and reduce slot over time. The table below has the numbers.", subject.name);
            html! {
                <figure class="panel" key={i}>
                    <figcaption>
                        <h2>{ self.swatch(subject) }</h2>
                        <p class="mean muted" title="Mean sojourn time (response time): from submission to completion">
                            { "Mean sojourn " }<strong class={classes!(best.then_some("best"))}>{ mean.map_or_else(|| "–".to_owned(), format::short) }{ " s" }</strong>
                        </p>
                        <p class="muted small">{ subject.line }</p>
                    </figcaption>
                    { self.canvas(format!("gantt-{i}"), Scene::Slots(i, self.cluster.clock.playhead), label) }
                    <div>
                        <p class="now">{ self.shown.and_then(|shown| sentence(shown, i)) }</p>
                        <p class="why">{ self.shown.and_then(|shown| shown.runs.runs.get(i)).map(|run| why(&run.timeline, self.cluster.clock.playhead)) }</p>
                    </div>
                </figure>
            }
        };
        html! {
            <>
                <div class="panels slots">{ for self.subjects.iter().enumerate().map(panel) }</div>
                if let Some(shown) = self.shown {
                    { key(shown, self.mode) }
                }
            </>
        }
    }

    /// The number of jobs in the system, all policies in one picture.
    pub fn load(&self) -> Html {
        let label = "Jobs in the system over time, one line a policy. The table below has the means.".to_owned();
        html! {
            <figure class="wide">
                <figcaption>
                    <h2>{ "Jobs in the system" }</h2>
                    <span class="muted small">{ "over time; the area below a line is the sum of sojourn times" }</span>
                </figcaption>
                { self.canvas("load".to_owned(), Scene::Load, label) }
            </figure>
        }
    }

    /// The number of late phases, all policies with a virtual cluster in one picture; nothing where no policy has one.
    pub fn late(&self) -> Option<Html> {
        self.subjects.iter().any(|subject| subject.has_virtual_cluster).then(|| {
            let label = "Late phases over time, one line for each policy with a virtual cluster.".to_owned();
            html! {
                <figure class="wide">
                    <figcaption>
                        <h2>{ "Late phases" }</h2>
                        <span class="muted small">{ "complete in the virtual cluster but not in the real one" }</span>
                    </figcaption>
                    { self.canvas("late".to_owned(), Scene::Late, label) }
                </figure>
            }
        })
    }

    /// What is in the memory of one machine, one picture for each policy; nothing where no policy pages.
    pub fn memory(&self, dispatch: &Callback<Action>) -> Html {
        if !self.cluster.bench.scenario.policies.iter().any(|written| pages(written)) {
            return Html::default();
        }
        let machine = self.shown.map_or(0, |shown| shown.machine(self.cluster.machine));
        let machines = self.shown.and_then(|shown| shown.runs.runs.first()).map_or(1, |run| run.timeline.machines);
        let onchange = dispatch.reform(|event: Event| {
            // What is no machine chooses none.
            Action::Cluster(Change::Machine(value_of(&event).parse().unwrap_or(u32::MAX)))
        });
        let picture = |(i, subject): (usize, &Subject)| {
            let label = format!("{}: gigabytes of running, suspended and swapped tasks of machine {machine} over time", subject.name);
            html! {
                <figure class="wide" key={i}>
                    <figcaption>
                        <h2>{ self.swatch(subject) }{ format!(" · memory of machine {machine}") }</h2>
                        <span class="muted small">{ "what is suspended gives way to what runs; the file-system cache has the rest" }</span>
                    </figcaption>
                    { self.canvas(format!("memory-{i}"), Scene::Memory(i, machine), label) }
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

    /// Virtual sizes, and sojourn times by size class.
    pub fn details(&self) -> Html {
        let believed = |(i, subject): (usize, &Subject)| {
            let label = format!("{}: virtual size of each job's maps over time, if the policy has any", subject.name);
            let title = html! { <>{ self.swatch(subject) }{ " · virtual sizes" }</> };
            self.detail(
                title,
                "estimated remaining work of each job in the virtual cluster; slots go to the smallest",
                format!("virtual-{i}"),
                Scene::Believed(i),
                label,
            )
        };
        let classes = |(i, subject): (usize, &Subject)| {
            let label = format!("{}: fraction of jobs of each size class below each sojourn time", subject.name);
            let title = html! { <>{ self.swatch(subject) }{ " · sojourn by size" }</> };
            self.detail(
                title,
                "fraction of the jobs of each size class that take at most this long",
                format!("ecdf-{i}"),
                Scene::Classes(i),
                label,
            )
        };
        html! {
            <>
                <div class="panels">{ for self.subjects.iter().enumerate().map(believed) }</div>
                <div class="panels">{ for self.subjects.iter().enumerate().map(classes) }</div>
            </>
        }
    }

    fn detail(&self, title: Html, hint: &'static str, name: String, scene: Scene, label: String) -> Html {
        // A picture that only says that there is nothing needs little room.
        let nothing = match scene {
            Scene::Believed(i) => {
                self.shown.is_some_and(|shown| shown.runs.runs.get(i).is_some_and(|run| run.timeline.believed.is_empty()))
            }
            _ => false,
        };
        html! {
            <figure class={classes!("wide", nothing.then_some("nothing"))} key={name.clone()}>
                <figcaption><h2>{ title }</h2><span class="muted small">{ if nothing { "" } else { hint } }</span></figcaption>
                { self.canvas(name, scene, label) }
            </figure>
        }
    }
}
