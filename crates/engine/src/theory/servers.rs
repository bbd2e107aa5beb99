//! Several servers, exponential sizes.

use super::{TheoryError, check_load};

/// Probability that an arriving job finds all of m servers busy in M/M/m with this load per server (Erlang 1917).
///
/// # Errors
/// If `servers` is not from 1 to 1,000,000, or `load` not between 0 and 1, both excluded.
pub fn erlang_c(servers: u32, load: f64) -> Result<f64, TheoryError> {
    check_load(load)?;
    if !(1..=1_000_000).contains(&servers) {
        return Err(TheoryError::Servers(servers));
    }
    let offered = load * f64::from(servers);
    // Erlang's loss formula for 1, 2, … servers, then from loss to delay.
    let loss = (1..=servers).fold(1.0, |loss, m| offered * loss / (f64::from(m) + offered * loss));
    Ok(loss / (1.0 - load * (1.0 - loss)))
}

/// Mean sojourn time of M/M/m where the servers share a total speed of 1 (each has speed 1/m) and sizes have mean 1:
/// m + C/(1−ρ) with C from [`erlang_c`]. Holds for every policy that is blind to sizes and idles no server while a job
/// could use it: FIFO, PS.
///
/// # Errors
/// Those of [`erlang_c`].
pub fn mean_sojourn_mmm(servers: u32, load: f64) -> Result<f64, TheoryError> {
    Ok(f64::from(servers) + erlang_c(servers, load)? / (1.0 - load))
}

/// Mean sojourn time where each job joins the shortest of d queues that are chosen at random among ever more servers of
/// speed 1 with queues of their own, in units of the mean size, which is exponential (Mitzenmacher 2001):
/// (1/ρ) Σ ρ^((dᵏ−1)/(d−1)) over k from 1 on. Late binding, which looks at work instead of queues, does better.
///
/// # Errors
/// If `choices` is 0 or `load` not between 0 and 1, both excluded.
pub fn mean_sojourn_choices(choices: u32, load: f64) -> Result<f64, TheoryError> {
    check_load(load)?;
    if choices == 0 {
        return Err(TheoryError::NoChoice);
    }
    let (mut sum, mut exponent) = (0.0, 1.0);
    loop {
        let term = libm::pow(load, exponent);
        if term <= f64::EPSILON * sum {
            return Ok(sum / load);
        }
        sum += term;
        exponent = f64::from(choices) * exponent + 1.0;
    }
}

#[cfg(test)]
mod tests {
    use super::{erlang_c, mean_sojourn_choices, mean_sojourn_mmm};
    use crate::theory::TheoryError;

    #[test]
    fn one_and_two_servers() {
        for load in [0.1, 0.5, 0.9] {
            assert!((erlang_c(1, load).unwrap() - load).abs() < 1e-15);
            assert!((mean_sojourn_mmm(1, load).unwrap() - 1.0 / (1.0 - load)).abs() < 1e-12);
            // C(2) = 2ρ²/(1+ρ), hence E[T] = 2/(1−ρ²).
            assert!((mean_sojourn_mmm(2, load).unwrap() - 2.0 / (1.0 - load * load)).abs() < 1e-12);
        }
    }

    #[test]
    fn the_power_of_two_choices() {
        // The first terms by hand: 1 + 2^-2 + 2^-6 + 2^-14 + 2^-30 for two choices at load 0.5.
        assert!((mean_sojourn_choices(2, 0.5).unwrap() - 1.265_686_036_087_572_6).abs() < 1e-15);
        assert!((mean_sojourn_choices(3, 0.5).unwrap() - (1.0 + 0.125 + 1.0 / 4096.0)).abs() < 1e-9);
        // One choice is no choice: M/M/1.
        assert!((mean_sojourn_choices(1, 0.9).unwrap() - 10.0).abs() < 1e-12);
        assert_eq!(mean_sojourn_choices(0, 0.5), Err(TheoryError::NoChoice));
    }

    #[test]
    fn many_servers() {
        // a = 2 of 3: (8/6)·3 ÷ (1 + 2 + 2 + 4) = 4/9.
        assert!((erlang_c(3, 2.0 / 3.0).unwrap() - 4.0 / 9.0).abs() < 1e-15);
        assert!(erlang_c(100_000, 0.9).unwrap() < 1e-100);
        assert_eq!(erlang_c(0, 0.5), Err(TheoryError::Servers(0)));
        assert_eq!(mean_sojourn_mmm(4, 1.0), Err(TheoryError::Load(1.0)));
    }
}
