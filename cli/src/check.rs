use super::CliError;
use super::args::CheckArgs;
use super::export::{write_json, write_junit};
use super::output::{Output, distinct};
use super::terminal::say;
use schedscope_core::experiment::baseline::{Baseline, BaselineError, Checked, Difference};
use schedscope_core::experiment::read_text;
use std::path::{Path, PathBuf};

/// Runs what baselines name and compares it with what they hold, or takes it as what they hold from now on.
pub fn run(args: &CheckArgs) -> Result<(), CliError> {
    let mut baselines = args.baselines.iter().map(|path| Ok((path.as_path(), read(path)?))).collect::<Result<Vec<_>, CliError>>()?;
    if let Some(junit) = args.junit.as_deref() {
        let workloads = baselines.iter().flat_map(|(_, baseline)| &baseline.cases).filter_map(|case| case.scenario.file());
        let read: Vec<&Path> = args.baselines.iter().map(PathBuf::as_path).chain(workloads.map(Path::new)).collect();
        distinct(&[("--junit", junit)], &read)?;
    }
    let junit = args.junit.as_deref().map(Output::create).transpose()?;
    let mut checked = vec![];
    for (path, baseline) in &mut baselines {
        let mut cases = vec![];
        for case in &mut baseline.cases {
            let measured = case.measure().map_err(|source| wrong(path, source))?;
            let checked = case.compare(&measured);
            case.take_over(&checked.differences);
            cases.push(checked);
        }
        checked.push((path.display().to_string(), cases));
    }
    for (path, Checked { name, compared, differences }) in
        checked.iter().flat_map(|(path, cases)| cases.iter().map(move |case| (path, case)))
    {
        say(format_args!("{} {path}: {name}: {compared} values", if differences.is_empty() { "ok      " } else { "differs " }))?;
        differences.iter().try_for_each(|difference| say(format_args!("    {}", words(difference))))?;
    }
    if let Some(output) = junit {
        output.finish(|out| write_junit(&checked, out))?;
    }
    let count = |cases: &[Checked]| cases.iter().map(|case| case.differences.len()).sum::<usize>();
    if args.update {
        for ((path, baseline), (name, cases)) in baselines.iter().zip(&checked) {
            let differences = count(cases);
            if differences > 0 {
                Output::create(path)?.finish(|out| write_json(baseline, out))?;
                say(format_args!("written  {name}: {differences} {}", if differences == 1 { "value" } else { "values" }))?;
            }
        }
        return Ok(());
    }
    let differences = checked.iter().map(|(_, cases)| count(cases)).sum();
    if differences == 0 { Ok(()) } else { Err(CliError::Differs { differences }) }
}

fn read(path: &Path) -> Result<Baseline, CliError> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(|source| CliError::Read { path: name, source })?;
    Baseline::from_json(&text).map_err(|source| wrong(path, source))
}

fn wrong(path: &Path, source: BaselineError) -> CliError {
    CliError::Baseline { path: path.display().to_string(), source: Box::new(source) }
}

/// A difference in a line.
pub fn words(Difference { policy, metric, expected, found }: &Difference) -> String {
    let number = |value: &Option<f64>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
    let off = match (expected, found) {
        (Some(expected), Some(found)) if *expected != 0.0 => format!(" ({:+.3e} of it)", found / expected - 1.0),
        _ => String::new(),
    };
    format!("{policy}: {metric} was {}, is {}{off}", number(expected), number(found))
}
