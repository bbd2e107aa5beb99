//! What a scene of *Watch* is: the instant that tells most, what came out, and the sliders that may stay on the stage.

use super::{Handle, Watch, snap, step};
use crate::scenes::Slider;
use schedscope::server::Timeline;
use schedscope::workload::Job;
use schedscope_core::exhibit::mean_sojourn;

impl Watch {
    /// What came out, as a title: who costs how much more than whom.
    pub fn result(&self) -> String {
        let mean = |timeline: &std::rc::Rc<Timeline>| (timeline.policy.name(), mean_sojourn(timeline));
        let mut means: Vec<(String, f64)> = self.timelines.iter().map(mean).collect();
        means.sort_by(|one, other| one.1.total_cmp(&other.1));
        match &means[..] {
            [] => String::new(),
            [(name, mean)] => {
                let exact = self.exact_means.first().copied().unwrap_or(*mean);
                costs(name, *mean, "exact guesses", exact).unwrap_or_else(|| format!("{name}: a wrong guess costs nothing"))
            }
            [(best, least), .., (worst, most)] => {
                costs(worst, *most, best, *least).unwrap_or_else(|| format!("{worst} costs what {best} costs"))
            }
        }
    }

    /// The instant that tells most: the middle of the first period in which the policies have the most different numbers of jobs in the
    /// system, or the most jobs.
    pub fn telling(&self) -> f64 {
        let number = |timeline: &Timeline, time: f64| {
            timeline.jobs.iter().zip(&timeline.completions).filter(|(job, leaves)| job.arrival <= time && time < **leaves).count()
        };
        let tells = |time: f64| {
            let numbers: Vec<usize> = self.timelines.iter().map(|timeline| number(timeline, time)).collect();
            let (least, most) = (numbers.iter().min().copied().unwrap_or(0), numbers.iter().max().copied().unwrap_or(0));
            (most - least, most)
        };
        let middles = self.clock.events().windows(2).map(|period| f64::midpoint(period[0], period[1]));
        // Of equals the last is the greatest to the library, and the first to the reader.
        let time = middles.rev().max_by_key(|time| tells(*time)).unwrap_or(0.0);
        snap(time, step(self.clock.end()))
    }

    /// What a slider may change on the stage, the guess that is most wrong first.
    pub fn sliders(&self) -> Vec<Slider> {
        let wrong = |job: &Job| libm::fabs(libm::log(job.estimate.max(1e-6) / job.size));
        let mut places: Vec<usize> = (0..self.exhibit.jobs.len()).collect();
        places.sort_by(|one, other| wrong(&self.exhibit.jobs[*other]).total_cmp(&wrong(&self.exhibit.jobs[*one])));
        let of = |handle: Handle| {
            let jobs = &self.exhibit.jobs;
            move |place: &usize| {
                let Job { size, estimate, .. } = jobs[*place];
                let round = |value: f64| snap(value, step(10.0 * value)).max(1e-3);
                let (least, most) = match handle {
                    Handle::Estimate if size != estimate => (size.min(estimate), size.max(estimate)),
                    Handle::Estimate => (round(size / 4.0), round(4.0 * size)),
                    _ => (round(size / 4.0), round(2.0 * size)),
                };
                Slider::Job { job: place + 1, handle, least, most }
            }
        };
        places.iter().map(of(Handle::Estimate)).chain(places.iter().map(of(Handle::Size))).collect()
    }
}

/// How much more one costs than another; nothing if it is as much.
fn costs(worse: &str, more: f64, better: &str, less: f64) -> Option<String> {
    let times = more / less;
    match 100.0 * (times - 1.0) {
        percent if percent < 0.5 => None,
        percent if percent < 99.5 => Some(format!("{worse} costs {percent:.0} % more than {better}")),
        _ => Some(format!("{worse} costs {times:.1} times what {better} costs").replace("exact guesses costs", "exact guesses cost")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch::Choice;

    fn watch(query: &str) -> Watch {
        let mut watch = Watch::open(false);
        watch.follow(Ok(Choice::read(query).unwrap()));
        watch
    }

    #[test]
    fn a_scene_has_what_came_out_as_its_title() {
        for (query, result) in [
            ("example=under-estimated&policies=fspe%2Bps,srpte", "SRPTE costs 71 % more than FSPE+PS"),
            ("example=two-jobs&policies=fifo,las,ps,srpt", "PS costs 25 % more than SRPT"),
            ("example=under-estimation&policies=srpt,srpte", "SRPTE costs 2.8 times what SRPT costs"),
            ("example=under-estimation&policies=srpte", "SRPTE costs 2.8 times what exact guesses cost"),
            ("example=aging&policies=srpte", "SRPTE: a wrong guess costs nothing"),
            ("example=under-estimated&policies=fspe%2Bps,psbs", "PSBS costs what FSPE+PS costs"),
        ] {
            assert_eq!(watch(query).result(), result, "{query}");
        }
    }

    #[test]
    fn it_stands_where_the_policies_differ_most() {
        let scene = watch("example=under-estimated&policies=srpte,fspe%2Bps");
        let time = scene.telling();
        let numbers: Vec<usize> =
            scene.timelines.iter().map(|timeline| timeline.at(time).filter(|curve| curve.remaining > 0.0).count()).collect();
        assert_eq!((numbers, time), (vec![6, 1], 39.0));
    }

    #[test]
    fn the_guess_that_is_most_wrong_is_the_first_slider() {
        let sliders = watch("jobs=0:4,1:40:1,2:6:3&policies=ps").sliders();
        assert_eq!(sliders[0], Slider::Job { job: 2, handle: Handle::Estimate, least: 1.0, most: 40.0 });
        assert_eq!(sliders[2], Slider::Job { job: 1, handle: Handle::Estimate, least: 1.0, most: 16.0 });
        assert_eq!(sliders[5], Slider::Job { job: 1, handle: Handle::Size, least: 1.0, most: 8.0 });
        assert_eq!(sliders.len(), 6);
    }
}
