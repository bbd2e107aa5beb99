//! Scenes on the stage, and the slider of a scene.

use super::{Action, Setting, State};
use crate::route::Route;
use crate::scenes::{self, Scenes, Slider};
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
