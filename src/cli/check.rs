use super::CliError;
use super::args::{CheckArgs, read_scenario};
use super::export::{write_json, write_junit};
use super::output::{Output, distinct, is_standard};
use super::terminal::say;
use schedscope_core::experiment::baseline::{Baseline, BaselineError, Checked};
use schedscope_core::experiment::read_text;
use std::path::{Path, PathBuf};

/// Runs what baselines name and compares it with what they hold, or takes it as what they hold from now on.
pub fn run(args: &CheckArgs) -> Result<(), CliError> {
    if !args.record.is_empty() {
        return record(args);
    }
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
            let measured = case.measure(|_| {}).map_err(|source| wrong(path, source))?;
            let checked = case.compare(&measured);
            case.take_over(&checked.differences);
            cases.push(checked);
        }
        checked.push((path.display().to_string(), cases));
    }
    for (path, cases) in &checked {
        cases.iter().try_for_each(|case| say(case.told(path)))?;
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

/// Runs scenarios and writes what comes out into a baseline.
fn record(args: &CheckArgs) -> Result<(), CliError> {
    let [path] = &args.baselines[..] else { return Err(CliError::OneBaseline { baselines: args.baselines.len() }) };
    distinct(&[("BASELINE.json", path)], &args.record.iter().map(PathBuf::as_path).collect::<Vec<_>>())?;
    let mut baseline = if path.exists() { read(path)? } else { Baseline::empty() };
    let output = Output::create(path)?;
    let mut names = vec![];
    for file in &args.record {
        let name = if is_standard(file) { file.as_path() } else { Path::new(file.file_stem().unwrap_or_default()) }.display().to_string();
        if names.contains(&name) {
            return Err(wrong(path, BaselineError::Form(format!("two scenarios are called \"{name}\"; rename one of their files"))));
        }
        baseline.record(&name, read_scenario(file, None)?, args.metrics.clone()).map_err(|source| wrong(path, source))?;
        names.push(name);
    }
    output.finish(|out| write_json(&baseline, out))?;
    names.iter().try_for_each(|name| say(format_args!("{}: {name}: recorded", path.display())))
}

fn read(path: &Path) -> Result<Baseline, CliError> {
    let name = path.display().to_string();
    let text = read_text(path).map_err(|source| CliError::Read { path: name, source })?;
    Baseline::from_json(&text).map_err(|source| wrong(path, source))
}

fn wrong(path: &Path, source: BaselineError) -> CliError {
    CliError::Baseline { path: path.display().to_string(), source: Box::new(source) }
}
