use crate::literature::claims::{Finding, Verdict};
use std::io::{self, Write};

/// Writes findings as a page of Markdown.
pub fn write_claims(findings: &[Finding], replications: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Claims of the literature, measured\n")?;
    writeln!(
        out,
        "Written by `schedscope claims`; do not edit. Our values are means over {replications} replications with 95 % intervals (Student's t);\nfor the datacenter over at least {}, with geometric means of ratios and their intervals in brackets.",
        crate::literature::claims::datacenter_replications(replications)
    )?;
    writeln!(
        out,
        "*Reproduced*: our value is within the tolerance of its class (25–30 % where the source leaves durations open), or the relation that\nthe source states, such as a bound or an equality, holds in the whole interval. *Same direction*: the whole interval has the sign that\nthe source states, but not the size (for numbers and equalities: a wider tolerance applies). Where an interval includes the bound,\nthe result is inconclusive, and the verdict says so.\n"
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
        let Finding { id, source, claim, theirs, ours, verdict, .. } = finding;
        let because = because(finding);
        writeln!(out, "| {id} | {source} | {claim} | {theirs} | {ours} | **{}**{because} |", verdict.words())?;
    }
    Ok(())
}

/// What stands behind a verdict: nothing if the claim is reproduced.
fn because(Finding { verdict, open, why, .. }: &Finding) -> String {
    let open = match verdict {
        _ if !open => "",
        Verdict::SameDirection => "in part inconclusive",
        _ => "inconclusive",
    };
    match (open, *why) {
        _ if *verdict == Verdict::Reproduced => String::new(),
        ("", "") => String::new(),
        (one, "") | ("", one) => format!(": {one}"),
        (open, why) => format!(": {open}; {why}"),
    }
}
