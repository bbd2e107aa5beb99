use rand::{SeedableRng, rngs::ChaCha8Rng};

/// The generator of every random number: `ChaCha8`, the same on every platform.
pub type Random = ChaCha8Rng;

/// The stream of random numbers for one `purpose` in one `replication` of an experiment with this `seed`.
///
/// Streams are independent of each other, so drawing more numbers for one purpose never reshuffles another: runs that
/// differ in one parameter share all other random numbers. The purposes of this crate are below 128; a program that draws from the
/// same seed as one of its workloads takes others.
pub fn stream(seed: u64, replication: u32, purpose: u8) -> Random {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(u64::from(replication) << 8 | u64::from(purpose));
    random
}

#[cfg(test)]
mod tests {
    use super::stream;
    use rand::RngExt;

    #[test]
    fn streams_repeat_and_differ() {
        let draw = |seed, replication, purpose| stream(seed, replication, purpose).random::<u64>();
        assert_eq!(draw(1, 2, 3), draw(1, 2, 3));
        let all = [draw(1, 0, 0), draw(2, 0, 0), draw(1, 1, 0), draw(1, 0, 1), draw(1, 0, 2)];
        for (i, a) in all.iter().enumerate() {
            assert!(all[i + 1..].iter().all(|b| a != b));
        }
    }
}
