use crate::experiment::claims::{Finding, Verdict};
use std::io::{self, Write};

/// Writes findings as a page of Markdown.
pub fn write_claims(findings: &[Finding], replications: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Claims of the literature, measured\n")?;
    writeln!(
        out,
        "Written by `schedscope claims`; do not edit. Ours are means over {replications} replications with 95 % intervals (Student t); of the datacenter over\n{} or more, and there ratios are geometric means, with their intervals in brackets.",
        crate::experiment::claims::datacenter_replications(replications)
    )?;
    writeln!(
        out,
        "*Reproduced*: the source's number comes out within the tolerance of its class (25–30 % where the source leaves durations"
    )?;
    writeln!(
        out,
        "open), or the relation it states holds with its whole interval. *Same direction*: the sign is the source's, the size is not.\n"
    )?;
    let count = |verdict: Verdict| findings.iter().filter(|finding| finding.verdict == verdict).count();
    let [reproduced, direction, not] = [Verdict::Reproduced, Verdict::SameDirection, Verdict::NotReproduced].map(count);
    let unknown = match count(Verdict::NotMeasured) {
        0 => String::new(),
        unknown => format!(", {unknown} not measured"),
    };
    writeln!(out, "{reproduced} reproduced, {direction} same direction, {not} not reproduced{unknown}.\n")?;
    writeln!(out, "| claim | source | what | theirs | ours | verdict |\n|---|---|---|---|---|---|")?;
    for finding in findings {
        let Finding { id, source, claim, theirs, ours, verdict, why } = finding;
        let why = if *verdict == Verdict::Reproduced || why.is_empty() { String::new() } else { format!(": {why}") };
        writeln!(out, "| {id} | {source} | {claim} | {theirs} | {ours} | **{}**{why} |", verdict.words())?;
    }
    Ok(())
}
