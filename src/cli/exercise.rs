use super::CliError;
use super::args::{ExerciseArgs, ExerciseCommand};
use super::output::print;
use super::terminal::say;
use schedscope_core::exhibit::exercises::{Challenge, Exercise, SETS, Set, Truth};
use schedscope_core::experiment::{Report, Scenario, Study, read_text, run_all};
use schedscope_state::exercises::{Link, said};
use schedscope_state::format;
use schedscope_state::route::Route;
use schedscope_state::view::View;
use std::path::Path;
use std::rc::Rc;

/// Checks sets of exercises, writes their links and checks codes.
pub fn run(args: &ExerciseArgs) -> Result<(), CliError> {
    match &args.command {
        ExerciseCommand::Check { file } => check(&read(file)?),
        ExerciseCommand::Link { file, number } => {
            let set = read(file)?;
            known(&set, file, *number)?;
            let link = Route::View(View::Exercises, Some(Link::Own { set: Rc::new(set), number: Some(*number) }.write())).write(false);
            // Whole, however long it is.
            print(|out| writeln!(out, "{link}"))
        }
        ExerciseCommand::Verify { file, number, code, name } => verify(&one(file, *number)?, code, name),
    }
}

/// The set in a file, or the one of this name that ships.
fn read(file: &Path) -> Result<Set, CliError> {
    let path = file.display().to_string();
    let shipped = SETS.iter().find(|(name, _)| file == Path::new(name) && !file.exists());
    let text = match shipped {
        Some((_, text)) => (*text).to_owned(),
        None => read_text(file).map_err(|source| CliError::Read { path: path.clone(), source })?,
    };
    Set::from_toml(&text).map_err(|source| CliError::ExerciseFile { path, source })
}

/// That the set has an exercise of this number.
fn known(set: &Set, file: &Path, number: usize) -> Result<(), CliError> {
    if (1..=set.exercises.len()).contains(&number) {
        return Ok(());
    }
    Err(CliError::NoExercise { path: file.display().to_string(), number, exercises: set.exercises.len() })
}

fn one(file: &Path, number: usize) -> Result<Exercise, CliError> {
    let mut set = read(file)?;
    known(&set, file, number)?;
    Ok(set.exercises.swap_remove(number - 1))
}

/// Prints what a teacher wants to know of each exercise.
fn check(set: &Set) -> Result<(), CliError> {
    say(format_args!("{}: {}", set.title, format::counted(set.exercises.len() as u64, "exercise", "exercises")))?;
    (1..).zip(&set.exercises).try_for_each(|(number, exercise)| {
        say(format_args!("\n{number}. {}\n   {}", exercise.title, answer(exercise)?))?;
        if exercise.why.is_empty() { Ok(()) } else { say(format_args!("   {}", exercise.why)) }
    })
}

/// The answer to an exercise, in words.
fn answer(exercise: &Exercise) -> Result<String, CliError> {
    let truth = match exercise.load() {
        None => Truth::of(exercise),
        Some(scenario) => {
            let reference = exercise.challenge().and_then(Challenge::referred);
            let policies = scenario.policies.iter().cloned().chain(reference).collect();
            let study = Study::new(Scenario { policies, ..scenario.clone() }, |_| Err(std::io::ErrorKind::Unsupported.into()))?;
            let (summaries, _) = run_all(&study, false, |_| {})?;
            Truth::measured(exercise, &Report::new(&study, summaries))
        }
    };
    Ok(truth.map_or_else(String::new, |truth| truth.words(exercise)))
}

fn verify(exercise: &Exercise, code: &str, name: &str) -> Result<(), CliError> {
    let effort = exercise.verify(name, code).ok_or_else(|| CliError::WrongCode { code: code.to_owned(), name: name.to_owned() })?;
    say(format_args!("right: {}", said(effort)))
}
