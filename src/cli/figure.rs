use super::CliError;
use super::args::FigureArgs;
use super::export::{FigureEntry, write_figure, write_figures};
use super::output::{Output, print};
use super::terminal::{bar, say, tell};
use indicatif::{ProgressBar, ProgressStyle};
use schedscope_chart::{ChartError, picture_png, picture_svg};
use schedscope_core::plot::Picture;
use schedscope_literature::claims::{self, Finding};
use schedscope_literature::figures::{Effort, Figure, Level, catalogue, find};
use std::path::{Path, PathBuf};

/// Draws figures of the literature, and says what became of the claims that they support.
pub fn run(args: &FigureArgs) -> Result<(), CliError> {
    let wanted = wanted(args)?;
    if args.list {
        return print(|out| catalogue().try_for_each(|figure| writeln!(out, "{:<7} {} ({})", figure.id, figure.caption, figure.source)));
    }
    let folder = args.output.as_deref().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(|source| CliError::Folder { path: folder.display().to_string(), source })?;
    let page = args.page.as_deref().map(Output::create).transpose()?;
    let bar = progress_bar(wanted.len());
    let done = |jobs| bar.inc(jobs);
    let level = args.level.level();
    let effort = Effort { level, replications: args.replications, count: args.count, done: &done };
    let mut shown = vec![];
    for (i, figure) in wanted.iter().enumerate() {
        bar.set_message(format!("{}, {} of {}", figure.id, i + 1, wanted.len()));
        let missing = match figure.draw(&effort) {
            Ok(picture) => {
                write(folder, figure, &picture)?;
                bar.suspend(|| say(format_args!("{} drawn", figure.id)))?;
                None
            }
            Err(missing) if args.all => {
                bar.suspend(|| tell(format_args!("note: {missing}")));
                Some(missing.to_string())
            }
            Err(missing) => return Err(missing.into()),
        };
        shown.push(FigureEntry { figure, missing });
    }
    bar.set_message("claims");
    let findings = if args.no_verdicts { vec![] } else { verdicts(&shown, level, args.replications)? };
    bar.finish_and_clear();
    if let Some(output) = page {
        let pictures = from_page(args.page.as_deref().unwrap_or(folder), folder);
        output.finish(|out| write_figures(&shown, &findings, &pictures, &command(args), out))?;
    }
    print(|out| {
        findings.iter().try_for_each(|finding| {
            let Finding { claim, theirs, stated, ours, verdict, .. } = finding;
            writeln!(out, "{} {}: {claim}\n    theirs: {theirs}\n    stated: {stated}\n    ours:   {ours}", finding.name(), verdict.words())
        })
    })
}

/// The figures that are asked for.
fn wanted(args: &FigureArgs) -> Result<Vec<&'static Figure>, CliError> {
    if args.all || args.list {
        return Ok(catalogue().collect());
    }
    let of = |id: &String| {
        let known = || catalogue().map(|figure| figure.id).collect::<Vec<_>>().join(", ");
        find(id).ok_or_else(|| CliError::UnknownFigure { id: id.clone(), known: known() })
    };
    args.ids.iter().map(of).collect()
}

/// How many jobs are simulated, on stderr if that is a terminal; their total is not known in advance.
fn progress_bar(figures: usize) -> ProgressBar {
    let style = ProgressStyle::with_template("{spinner} {msg}  {human_pos} jobs, {per_sec}  {elapsed}");
    let bar = bar(None).with_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
    bar.set_message(format!("{figures} figures"));
    bar
}

/// Writes picture and numbers of a figure, all of them or none.
fn write(folder: &Path, figure: &Figure, picture: &Picture) -> Result<(), CliError> {
    let failed = |error: ChartError| CliError::Chart(error.to_string());
    let (svg, png) = (picture_svg(picture.size(), picture).map_err(failed)?, picture_png(picture.size(), picture).map_err(failed)?);
    let begin = |extension: &str| Output::create(&folder.join(format!("{}.{extension}", figure.id)));
    let (vector, bitmap, numbers) = (begin("svg")?, begin("png")?, begin("csv")?);
    vector.finish(|out| out.write_all(svg.as_bytes()))?;
    bitmap.finish(|out| out.write_all(&png))?;
    numbers.finish(|out| write_figure(figure, picture, out))
}

/// Measures the claims that the figures which were drawn support.
fn verdicts(shown: &[FigureEntry], level: Level, replications: Option<u32>) -> Result<Vec<Finding>, CliError> {
    let mut ids: Vec<String> = vec![];
    for id in shown.iter().filter(|shown| shown.missing.is_none()).flat_map(|shown| shown.figure.claims) {
        if claims::ids().any(|known| known == *id) && !ids.iter().any(|known| known == id) {
            ids.push((*id).to_owned());
        }
    }
    if ids.is_empty() {
        return Ok(vec![]);
    }
    let replications = replications.unwrap_or(claims::replications(level));
    claims::measure(&ids, replications).map_err(|id| CliError::UnknownClaim { id, known: claims::ids().collect::<Vec<_>>().join(", ") })
}

/// The folder as a link from the page: without what both paths begin with.
fn from_page(page: &Path, folder: &Path) -> PathBuf {
    let base = page.parent().unwrap_or(Path::new(""));
    folder.strip_prefix(base).unwrap_or(folder).to_owned()
}

/// What was asked, as it can be asked again.
fn command(args: &FigureArgs) -> String {
    let mut words = vec!["schedscope figure".to_owned()];
    words.extend(if args.all { vec!["--all".to_owned()] } else { args.ids.clone() });
    words.extend(args.level.flag().map(str::to_owned));
    words.extend(args.output.iter().map(|folder| format!("--output {}", folder.display())));
    words.extend(args.page.iter().map(|page| format!("--page {}", page.display())));
    words.join(" ")
}
