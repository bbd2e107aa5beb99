use super::{Granularity, Key, VirtualCluster, marks};
use crate::sim::stream;
use rand::RngExt;

/// Sizes and shares, to the bit.
fn seen(cluster: &mut VirtualCluster) -> Vec<(u32, u64)> {
    cluster.sizes().into_iter().chain(cluster.allocation()).map(|(job, x)| (job, x.to_bits())).collect()
}

/// A virtual cluster that is looked at all the time, beside one that is left alone.
#[test]
fn the_order_is_that_of_the_keys_and_looking_leaves_no_trace() {
    for replication in 0..60 {
        let mut random = stream(13, replication, 0);
        let granularity = if replication % 2 == 0 { Granularity::Slots } else { Granularity::Fluid };
        let mut watched = VirtualCluster::new(granularity, 8);
        let mut alone = watched.clone();
        let mut present: Vec<(u32, u8)> = vec![];
        let mut now = 0.0;
        for job in 0..120 {
            for _ in 0..random.random_range(0..4) {
                now += random.random::<f64>();
                watched.age(now);
                let key = if random.random::<bool>() { Key::Remaining } else { Key::Finish };
                let mark = [marks::PRESENT, marks::WAITING, marks::PAUSED, marks::WAITING | marks::PAUSED][random.random_range(0..4)];
                watched.rewind(key, mark);
                let order: Vec<u32> = std::iter::from_fn(|| watched.advance()).take(random.random_range(1..20)).collect();
                let ranks: Vec<_> = order.iter().map(|job| watched.rank(key, *job)).collect();
                assert!(ranks.is_sorted(), "{ranks:?}");
                let values = if key == Key::Remaining { watched.sizes() } else { watched.finishes() };
                let marked = |job: u32| present.iter().any(|(other, marks)| *other == job && marks & mark != 0);
                let over = |cluster: &VirtualCluster, job: u32| Some(cluster.over_since(job)).filter(|time| time.is_finite());
                let mut expected: Vec<(f64, f64, u32)> = values
                    .into_iter()
                    .filter(|(job, _)| marked(*job))
                    .map(|(job, value)| (value, over(&watched, job).unwrap_or(0.0), job))
                    .collect();
                expected.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
                assert!(order.iter().eq(expected.iter().map(|(.., job)| job).take(order.len())), "{order:?} is not {expected:?}");
            }
            let (tasks, size) = (random.random_range(1..20), f64::from(random.random_range(0..80)));
            let weight = [1.0, 1.0, 2.0, 0.3][random.random_range(0..4)];
            let (finished, marked) = (random.random::<bool>(), random.random_range(0..8_u8) | marks::PRESENT);
            present.push((job, marked));
            for cluster in [&mut watched, &mut alone] {
                cluster.age(now);
                cluster.enter(job, tasks, size, weight);
                cluster.mark(job, marked);
            }
            if finished && !present.is_empty() {
                let (job, _) = present.remove(random.random_range(0..present.len()));
                for cluster in [&mut watched, &mut alone] {
                    cluster.leave(job);
                }
            }
            assert_eq!(seen(&mut watched), seen(&mut alone.clone()), "{granularity:?} after job {job}");
        }
    }
}
