use schedscope_literature::claims::{Class, Finding, Outcome, Verdict, WORDS, datacenter_replications};
use std::io::{self, Write};

/// Writes findings as a page of Markdown.
pub fn write_claims(findings: &[Finding], replications: u32, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# Claims of the literature, measured\n")?;
    writeln!(
        out,
        "Written by `schedscope claims`; do not edit. Our values are means over {replications} replications with 95 % intervals (Student's t);\nfor the datacenter over at least {}, with geometric means of ratios and their intervals in brackets.\n",
        datacenter_replications(replications)
    )?;
    let (claims, ablations): (Vec<&Finding>, Vec<&Finding>) = findings.iter().partition(|finding| finding.label.is_empty());
    let (own, claims): (Vec<&Finding>, Vec<&Finding>) = claims.into_iter().partition(|finding| finding.is_own());
    writeln!(out, "{}.\n", counts(&claims))?;
    let reproduced = claims.iter().filter(|finding| finding.verdict == Outcome::Judged(Verdict::Reproduced));
    let (by_number, others): (Vec<&Finding>, Vec<&Finding>) = reproduced.partition(|finding| finding.by_number);
    writeln!(
        out,
        "Of those that are reproduced, {} rest on a number of the source, and {} on an order, a bound or a word.\n",
        by_number.len(),
        others.len()
    )?;
    if !own.is_empty() {
        writeln!(out, "Checks of this project's own, which no source states as a claim: {}.\n", counts(&own))?;
    }
    if !ablations.is_empty() {
        writeln!(out, "Rows in which one thing is changed, to find a cause: {}.\n", counts(&ablations))?;
    }
    writeln!(out, "One rule judges all of them, and the worst of the numbers that a claim names decides:\n")?;
    for verdict in Verdict::ALL {
        writeln!(out, "* *{}*: {};", verdict.words(), verdict.rule())?;
    }
    writeln!(
        out,
        "* *within our window*, or outside: all that is judged are windows of this project; it is not counted as reproduced, and no failure of the source;"
    )?;
    writeln!(out, "* *by construction*: it holds in any simulator without errors, whatever is drawn; it is not counted as reproduced.\n")?;
    writeln!(out, "*Same direction* says how far: our number beside the source's, and of a ratio how far each is from 1.\n")?;
    writeln!(
        out,
        "A *cause* is a row in which one thing is changed, named after a stroke, that comes out better; where there is none, it is unknown.\n*Stated* is the tolerance, with its class:\n"
    )?;
    writeln!(out, "| class | tolerance | reason |\n|---|---|---|")?;
    for [name, tolerance, reason] in Class::ALL.map(Class::row).into_iter().chain(WORDS) {
        writeln!(out, "| {name} | {tolerance} | {reason} |")?;
    }
    writeln!(out, "\n| claim | source | what | theirs | stated | ours | verdict |\n|---|---|---|---|---|---|---|")?;
    for finding in findings {
        let Finding { source, claim, theirs, stated, ours, verdict, distance, cause, note, .. } = finding;
        let distance = if distance.is_empty() { String::new() } else { format!(" ({distance})") };
        let cause = if cause.is_empty() { String::new() } else { format!("; cause: {cause}") };
        let note = if note.is_empty() { String::new() } else { format!(". {note}") };
        writeln!(
            out,
            "| {} | {source} | {claim} | {theirs} | {stated} | {ours} | **{}**{distance}{cause}{note} |",
            finding.name(),
            verdict.words()
        )?;
    }
    Ok(())
}

/// How many there are of each verdict.
fn counts(findings: &[&Finding]) -> String {
    let count = |outcome: Outcome| findings.iter().filter(|finding| finding.verdict.words() == outcome.words()).count();
    let always = |outcome: &Outcome| matches!(outcome, Outcome::Judged(_));
    let all = Outcome::ALL.into_iter().filter(|outcome| always(outcome) || count(*outcome) > 0);
    all.map(|outcome| format!("{} {}", count(outcome), outcome.words())).collect::<Vec<_>>().join(", ")
}
