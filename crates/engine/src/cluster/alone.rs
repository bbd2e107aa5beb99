use super::Config;
use crate::sim::Key;
use crate::workload::{Phase, Task, TaskJob};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Seconds a job takes alone in the cluster: tasks in order on whatever slot is free first, every map beside its input,
/// no waiting for heartbeats, no machine slow and no task a straggler. The denominator of slowdown.
pub fn alone(config: &Config, job: &TaskJob) -> f64 {
    let [maps, reduces] = &job.tasks;
    let mut ends = ends(config.total(Phase::Map), maps);
    ends.sort_by(f64::total_cmp);
    let last = ends.last().copied().unwrap_or(0.0);
    let needed = libm::ceil(config.slowstart * maps.len() as f64) as usize;
    let open = needed.checked_sub(1).and_then(|i| ends.get(i)).copied().unwrap_or(0.0);
    let slots = config.total(Phase::Reduce);
    let mut free: BinaryHeap<Reverse<Key>> = (0..slots.min(reduces.len() as u32)).map(|_| Reverse(Key(open))).collect();
    let mut end = last;
    for task in reduces {
        let start = free.pop().map_or(open, |Reverse(Key(time))| time);
        let done = (start + task.shuffle).max(last) + task.work;
        end = end.max(done);
        free.push(Reverse(Key(done)));
    }
    end
}

/// When each map ends.
fn ends(slots: u32, maps: &[Task]) -> Vec<f64> {
    let mut free: BinaryHeap<Reverse<Key>> = (0..slots.min(maps.len() as u32)).map(|_| Reverse(Key(0.0))).collect();
    let end = |task: &Task| {
        let end = free.pop().map_or(0.0, |Reverse(Key(time))| time) + task.duration();
        free.push(Reverse(Key(end)));
        end
    };
    maps.iter().map(end).collect()
}

#[cfg(test)]
mod tests {
    use super::alone;
    use crate::cluster::Config;
    use crate::workload::TaskJob;

    #[test]
    fn waves_and_slowstart() {
        let config = Config { machines: 2, slots: [1, 1], slowstart: 0.5, ..Config::default() };
        let mut job = TaskJob::new(1, 0.0, &[10.0; 4], &[5.0]);
        assert_eq!(alone(&config, &job), 25.0);
        job.tasks[1][0].shuffle = 12.0;
        // Open at 10, gathered at 22, five seconds of work.
        assert_eq!(alone(&config, &job), 27.0);
        assert_eq!(alone(&config, &TaskJob::new(1, 0.0, &[], &[3.0])), 3.0);
    }
}
