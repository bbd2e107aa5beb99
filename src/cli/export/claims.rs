use schedscope_literature::claims::{Class, Finding, Outcome, Verdict, WORDS, datacenter_replications, is_own};
use std::io::{self, Write};

/// Writes findings as a page of Markdown.
pub fn write_claims(findings: &[Finding], replications: u32, out: &mut dyn Write) -> io::Result<()> {
    let judged: Vec<Judged> = findings.iter().map(Judged::from).collect();
    out.write_all(preamble(&judged, replications).as_bytes())?;
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

/// What is counted of a row.
struct Judged<'a> {
    id: &'a str,
    /// Whether one thing is changed in it.
    is_changed: bool,
    verdict: &'a str,
    /// Whether a number of the source is among those that decide.
    by_number: bool,
}

impl<'a> From<&'a Finding> for Judged<'a> {
    fn from(finding: &'a Finding) -> Self {
        Self { id: finding.id, is_changed: !finding.label.is_empty(), verdict: finding.verdict.words(), by_number: finding.by_number }
    }
}

/// What stands above the table of these rows.
fn preamble(rows: &[Judged], replications: u32) -> String {
    let (changed, usual): (Vec<&Judged>, Vec<&Judged>) = rows.iter().partition(|row| row.is_changed);
    let (own, claims): (Vec<&Judged>, Vec<&Judged>) = usual.into_iter().partition(|row| is_own(row.id));
    let reproduced = || claims.iter().filter(|row| row.verdict == Verdict::Reproduced.words());
    let by_number = reproduced().filter(|row| row.by_number).count();
    let mut paragraphs = vec![
        "# Claims of the literature, measured".to_owned(),
        format!(
            "Written by `schedscope claims`. Numbers are means over {replications} replications, of the datacenter over {} or more, \
             with 95 %\nintervals (Student's t); an interval in brackets is that of a geometric mean.",
            datacenter_replications(replications)
        ),
        format!("{}.", counts(&claims)),
        format!(
            "Of those that are reproduced, {by_number} have a number of the source to meet, and {} an order, a bound or a word.",
            reproduced().count() - by_number
        ),
    ];
    if !own.is_empty() {
        paragraphs.push(format!("Checks of this project's own, which no source states as a claim: {}.", counts(&own)));
    }
    if !changed.is_empty() {
        paragraphs.push(format!("Rows in which one thing is changed, to find a cause: {}.", counts(&changed)));
    }
    paragraphs.push("One rule judges every number, and the worst number of a row decides:".to_owned());
    let rules = Verdict::ALL.map(|verdict| format!("* *{}*: {};", verdict.words(), verdict.rule()));
    let others = [
        "* *within our window*, *partly* or *outside*: it is judged by windows of this project alone, so that the source neither holds nor fails;",
        "* *by construction*: a simulator without errors cannot but come to it, so that it does not count as reproduced;",
        "* *not measured*: there is no number yet.",
    ];
    paragraphs.push([&rules[..], &others.map(str::to_owned)].concat().join("\n"));
    paragraphs
        .push("*Same direction* is followed by how far: our number beside the source's or, of a ratio, how far each is from 1.".to_owned());
    paragraphs.push(
        "A *cause* is a row in which one thing is changed and which comes out better. Such rows have a stroke in their names. Where none does, \
         the cause\nis unknown. *Stated* is the tolerance, with its class:"
            .to_owned(),
    );
    let classes = Class::ALL.map(Class::row).into_iter().chain(WORDS).map(|row| format!("| {} |", row.join(" | ")));
    let head = ["| class | tolerance | reason |".to_owned(), "|---|---|---|".to_owned()];
    paragraphs.push(head.into_iter().chain(classes).collect::<Vec<_>>().join("\n"));
    paragraphs.join("\n\n") + "\n"
}

/// How many there are of each verdict.
fn counts(rows: &[&Judged]) -> String {
    let count = |outcome: Outcome| rows.iter().filter(|row| row.verdict == outcome.words()).count();
    let always = |outcome: &Outcome| matches!(outcome, Outcome::Judged(_));
    let all = Outcome::ALL.into_iter().filter(|outcome| always(outcome) || count(*outcome) > 0);
    all.map(|outcome| format!("{} {}", count(outcome), outcome.words())).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of the page.
    fn read(line: &str) -> Option<Judged<'_>> {
        let cells: Vec<&str> = line.strip_prefix("| ")?.split(" | ").collect();
        let [name, _, _, _, stated, .., last] = &cells[..] else { return None };
        let (id, is_changed) = name.split_once('/').map_or((*name, false), |(id, _)| (id, true));
        let of_numbers = ["(duration", "(share", "(ratio", "(magnitude", "(quantile"];
        let by_number = of_numbers.iter().any(|class| stated.contains(class));
        last.strip_prefix("**")?.split_once("**").map(|(verdict, _)| Judged { id, is_changed, verdict, by_number })
    }

    /// Above its table the page has the words that the program writes and, as long as rows wait for a run, a paragraph that names them.
    #[test]
    fn the_page_begins_as_the_program_writes_it() {
        const WAITING: &str = "\n\nTolerances have been set anew";
        let page = include_str!("../../../docs/claims.md");
        let (head, table) = page.split_once("\n| claim |").expect("a table");
        let rows: Vec<Judged> = table.lines().filter_map(read).collect();
        assert_eq!(rows.len(), table.lines().count() - 2, "a row without a verdict");
        assert!(rows.iter().all(|row| Outcome::ALL.iter().any(|outcome| outcome.words() == row.verdict)), "a verdict that there is not");
        let head = match head.split_once(WAITING) {
            Some((before, waiting)) => [before, waiting.split_once("\n\n").expect("more paragraphs").1].join("\n\n"),
            None => head.to_owned(),
        };
        assert_eq!(head, preamble(&rows, 40));
    }
}
