use schedscope_core::plot::Picture;
use schedscope_literature::claims::Finding;
use schedscope_literature::figures::{Figure, MISSING};
use std::io::{self, Write};
use std::path::Path;

/// Writes the numbers of a figure's picture as CSV; lines that begin with `#` say what they are.
pub fn write_figure(figure: &Figure, picture: &Picture, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}: {}", figure.id, figure.caption)?;
    writeln!(out, "# {}", figure.source)?;
    for (panel, legend) in picture.legend() {
        writeln!(out, "# {}{legend}", if panel.is_empty() { String::new() } else { format!("{panel}: ") })?;
    }
    let mut csv = csv::Writer::from_writer(out);
    csv.write_record(["panel", "series", "x", "y", "value", "low", "high"])?;
    for row in picture.rows() {
        let end = |end: Option<f64>| end.filter(|end| end.is_finite()).map(|end| end.to_string()).unwrap_or_default();
        csv.write_record([&row.panel, &row.series, &row.x, &row.y, &row.value, &end(row.low), &end(row.high)])?;
    }
    csv.flush()
}

/// A figure that was drawn or left out.
pub struct FigureEntry {
    pub figure: &'static Figure,
    /// Why it was left out.
    pub missing: Option<String>,
}

/// Writes a page that shows figures, whose pictures lie in `folder` as seen from the page, with the verdicts on their
/// claims.
pub fn write_figures(shown: &[FigureEntry], findings: &[Finding], folder: &Path, command: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Figures of the literature, reproduced\n")?;
    writeln!(
        out,
        "Written by `{command}`; do not edit. Bands and whiskers are 95 % intervals of means; ratios in the datacenter are geometric means."
    )?;
    writeln!(out, "[claims.md](claims.md) has the numbers behind each verdict.\n")?;
    for FigureEntry { figure, missing } in shown {
        let Figure { id, source, caption, note, claims, .. } = figure;
        writeln!(out, "## {id}\n")?;
        match missing {
            Some(why) => writeln!(out, "*Not drawn: {why}.*\n")?,
            None => writeln!(out, "![{caption}]({}/{id}.svg)\n", folder.display())?,
        }
        writeln!(out, "{caption} ({source}){}\n", if note.is_empty() { String::new() } else { format!(" Here: {note}.") })?;
        for finding in findings.iter().filter(|finding| claims.contains(&finding.id)) {
            writeln!(out, "* {}: {}: **{}**", finding.name(), finding.claim, finding.verdict.words())?;
        }
        if findings.iter().any(|finding| claims.contains(&finding.id)) {
            writeln!(out)?;
        }
    }
    if !MISSING.is_empty() {
        writeln!(out, "## Not drawn\n")?;
        for (figure, why) in MISSING {
            writeln!(out, "* {figure}: {why}")?;
        }
    }
    Ok(())
}
