//! Scenes on the stage, the slider of a scene, and questions for a class.

use super::{Action, Setting, State};
use crate::ask::{self, Ask};
use crate::clock::Beat;
use crate::route::Route;
use crate::scenes::{self, Offer, Scenes, Slider};
use crate::title::title;
use crate::view::View;
use crate::watch::{self, Watch};
use schedscope_core::experiment::SystemKind;

impl State {
    pub(super) fn change_scenes(&mut self, change: scenes::Change) {
        match change {
            scenes::Change::Turn(by) => {
                if self.scenes.as_mut().is_some_and(|scenes| scenes.turn(by)) {
                    self.enter();
                }
            }
            scenes::Change::Write => self.scenes_draft.open = true,
            scenes::Change::Draft(text) => (self.scenes_draft.text, self.scenes_draft.fault) = (text, None),
            scenes::Change::Close => self.scenes_draft.open = false,
            scenes::Change::Open => {
                // Where scenarios are read, so are scenes.
                let reader = View::Compare(SystemKind::default());
                let Some(room) = self.room(reader) else { return self.wait(reader, Action::Scenes(scenes::Change::Open)) };
                match room.scenes(&self.scenes_draft.text) {
                    Some(Ok(scenes)) => {
                        let at = self.scenes.as_ref().map_or(0, |before| before.at).min(scenes.scenes.len() - 1);
                        (self.scenes, self.scenes_draft.open) = (Some(Scenes { at, ..scenes }), false);
                        self.enter();
                    }
                    Some(Err(fault)) => (self.scenes_draft.fault, self.scenes_draft.open) = (Some(fault), true),
                    None => {}
                }
            }
        }
    }

    /// Whether the question for a class is shown.
    pub fn asks(&self) -> bool {
        self.ask.as_ref().is_some_and(|ask| ask.open)
    }

    /// Whether what is shown can be asked about.
    pub fn can_ask(&self) -> bool {
        self.view == View::default() && self.missing.is_none() && self.setting != Setting::Embedded
    }

    /// Makes or changes the question, or closes it. Of the same jobs at the same instant it is found as it was.
    pub(super) fn ask(&mut self, change: Option<ask::Change>) {
        let Some(change) = change else {
            if let Some(ask) = &mut self.ask {
                ask.open = false;
            }
            return;
        };
        if !self.asks() {
            if !self.can_ask() {
                return;
            }
            // Nothing moves behind the dialog.
            self.change(Action::Clock(Beat::Play(false)));
            let Some(new) = self.only::<Watch>().map(Ask::of) else { return };
            match &mut self.ask {
                Some(ask) if (&ask.exhibit, ask.time) == (&new.exhibit, new.time) => ask.open = true,
                ask => *ask = Some(new),
            }
        }
        if let Some(ask) = &mut self.ask {
            ask.change(change);
        }
    }

    /// Shows scenes from the first or the one that they are at; their text can be changed.
    pub(super) fn present(&mut self, scenes: Scenes) {
        self.scenes_draft = scenes::Draft { text: scenes.text(), ..scenes::Draft::default() };
        self.scenes = Some(scenes);
        self.enter();
    }

    /// Shows the scene that it is now, on the stage unless the page is embedded.
    fn enter(&mut self) {
        let Some(scene) = self.scenes.as_ref().and_then(Scenes::now) else { return };
        let route = Route::read(&format!("#{}", scene.link));
        if self.setting == Setting::Desk {
            self.setting = Setting::Stage;
        }
        // Scenes within scenes would never end.
        if !matches!(route, Route::Scenes(_)) {
            self.navigate(route);
        }
    }

    /// What is shown, as a scene: of *Watch* what came out, at the instant that tells most.
    pub fn offer(&self) -> Offer {
        if let (View::Watch(SystemKind::Server), None, Some(watch)) = (self.view, &self.missing, self.only::<Watch>()) {
            let put = watch.choice().time.filter(|_| !self.saved.played);
            let time = put.or_else(|| Some(watch.telling())).filter(|time| *time > 0.0);
            let link = watch::Choice { time, ..watch.choice() }.write();
            let address = Route::View(self.view, Some(link)).write(false);
            let slides = watch.guessed_wrong().next().is_some();
            return Offer { title: watch.result(), address, time, sliders: watch.sliders(), slides };
        }
        let title = title(self);
        let sliders = Slider::FIELDS.into_iter().filter(|field| self.room(self.view).is_some_and(|room| room.slider(field).is_some()));
        Offer {
            title: title.strip_suffix(" · schedscope").unwrap_or(&title).to_owned(),
            address: self.address(),
            time: None,
            sliders: sliders.map(Slider::Field).collect(),
            slides: false,
        }
    }

    /// The slider of the scene: what it sets, its value, and the values it offers.
    pub fn slider(&self) -> Option<(String, f64, Vec<f64>)> {
        /// Steps of a slider of jobs.
        const STEPS: u32 = 100;
        match (self.scenes.as_ref()?.now()?.slider?, self.view) {
            (Slider::Job { job, handle, least, most }, View::Watch(SystemKind::Server)) => {
                let value = handle.of(self.only::<Watch>()?.exhibit.jobs.get(job - 1)?);
                let unit = watch::step((most - least) * 3.0);
                let mut stops: Vec<f64> =
                    (0..=STEPS).map(|i| watch::snap(least + (most - least) * f64::from(i) / f64::from(STEPS), unit)).collect();
                stops.dedup();
                Some((format!("{} of J{job}", handle.name()), value, stops))
            }
            (Slider::Field(field), view @ View::Compare(_)) => self.room(view)?.slider(field),
            _ => None,
        }
    }

    pub(super) fn slide(&mut self, value: f64) {
        match self.scenes.as_ref().and_then(Scenes::now).and_then(|scene| scene.slider) {
            Some(Slider::Job { job, handle, .. }) => self.change(watch::Change::Edit(watch::Edit::Set(job - 1, handle, value)).into()),
            Some(Slider::Field(field)) => {
                if let Some(room) = self.room_mut(View::Compare(self.world)) {
                    room.slide(field, value);
                }
            }
            None => {}
        }
    }
}
