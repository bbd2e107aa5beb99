//! `cargo xtask soak`: scenarios that nobody chose, for as long as it is told. What fails is made small, printed, and ends it.

mod check;
mod draw;
mod program;
mod shrink;

use check::{Checks, Told};
use clap::Parser;
use draw::{Case, Random};
use schedscope_core::experiment::SystemKind;
use std::fmt::Write as _;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// One case in so many is given to the command line as well, which takes as long as a dozen others.
const BY_PROGRAM: usize = 12;
/// One case in so many becomes a sweep that is killed and resumed.
const SWEPT: usize = 200;

/// Draw scenarios of all worlds and check what must hold of each.
#[derive(Parser)]
struct Arguments {
    /// How long.
    #[arg(long, default_value = "10", value_name = "N", value_parser = minutes)]
    minutes: Duration,
    /// The first of the seeds that are used.
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
}

/// A number of minutes.
fn minutes(text: &str) -> Result<Duration, String> {
    let number = text.parse::<f64>().ok().and_then(|minutes| Duration::try_from_secs_f64(60.0 * minutes).ok());
    number.ok_or_else(|| "expected a number of minutes, 0 or more".to_owned())
}

/// A case of a few dozen jobs that takes longer has a loop that nothing bounds. It is run about five times; the slowest run that is known
/// to end took a minute and a half.
const LONG: Duration = Duration::from_mins(20);

/// What was seen of a world.
#[derive(Clone, Copy, Default)]
struct Seen {
    ran: u64,
    refused: u64,
    took: Duration,
}

/// What is wrong with a case, if something is. The command line has its turn where `outside` says so.
fn look(checks: &Checks, case: &Case, outside: bool) -> Result<Told, String> {
    let told = checks.all(case)?;
    if outside {
        program::says_the_same(case, &told)?;
        program::writes_all(case, &told)?;
    }
    Ok(told)
}

/// What is looked at, and since when.
type Now = Arc<Mutex<Option<(Instant, String)>>>;

/// Ends the program with the case that takes longer than a few dozen jobs can: that one cannot be made smaller.
fn watch(now: &Now) {
    let now = now.clone();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_secs(1));
            let now = now.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((since, case)) = now.as_ref().filter(|(since, _)| since.elapsed() > LONG) {
                eprintln!("still at work after {} s: {case}", since.elapsed().as_secs());
                std::process::exit(1);
            }
        }
    });
}

fn main() -> ExitCode {
    let Arguments { minutes, seed: first } = Arguments::parse();
    let checks = Checks::new();
    let mut seen = vec![Seen::default(); SystemKind::ALL.len()];
    let start = Instant::now();
    let now = Now::default();
    watch(&now);
    for seed in first.. {
        let mut random = Random::new(seed);
        for (&world, seen) in SystemKind::ALL.iter().zip(&mut seen) {
            let case = random.case(world);
            let begin = Instant::now();
            let (outside, swept) = (random.one_in(BY_PROGRAM), random.one_in(SWEPT));
            *now.lock().unwrap_or_else(PoisonError::into_inner) = Some((begin, format!("seed {seed}, {}\n\n{}", world.key(), case.told())));
            let told = look(&checks, &case, outside);
            seen.took += begin.elapsed();
            match told {
                Ok(Told::Ran { .. }) => {
                    seen.ran += 1;
                    if swept && let Err(why) = program::resumes(&case, &mut random) {
                        return failed(seed, world, &case, &why);
                    }
                }
                Ok(Told::Refused(_)) => seen.refused += 1,
                Err(why) => {
                    *now.lock().unwrap_or_else(PoisonError::into_inner) = None;
                    // A message for each try would hide what is told in the end.
                    std::panic::set_hook(Box::new(|_| {}));
                    let (case, why) = shrink::smallest(case, why, |smaller| look(&checks, smaller, outside).err());
                    return failed(seed, world, &case, &why);
                }
            }
        }
        if start.elapsed() >= minutes {
            print!("{}", table(first, seed, &seen));
            return ExitCode::SUCCESS;
        }
    }
    ExitCode::SUCCESS
}

fn failed(seed: u64, world: SystemKind, case: &Case, why: &str) -> ExitCode {
    eprintln!("seed {seed}, {}: {why}\n\n{}", world.key(), case.told());
    ExitCode::FAILURE
}

/// What was seen, by world.
fn table(first: u64, last: u64, seen: &[Seen]) -> String {
    let mut table = format!("seeds {first} to {last}\n{:<12}{:>8}{:>9}{:>9}\n", "world", "ran", "refused", "a second");
    for (world, Seen { ran, refused, took }) in SystemKind::ALL.iter().zip(seen) {
        let pace = (ran + refused) as f64 / took.as_secs_f64().max(1e-9);
        // Writing to a text cannot fail.
        let _ = writeln!(table, "{:<12}{ran:>8}{refused:>9}{pace:>9.0}", world.key());
    }
    table
}
