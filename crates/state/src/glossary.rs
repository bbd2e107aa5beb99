//! What words mean that a newcomer may not know, wherever they stand on the page: the glossary of *Learn*.

/// Terms, several where one meaning is of all, each with what it means.
const GLOSSARY: [(&str, &str); 35] = [
    ("size", "The work a job needs, as the time it takes alone on the server."),
    ("estimate", "What the scheduler believes the size to be."),
    ("sojourn time", "From arrival to completion; response time."),
    ("slowdown", "Sojourn time ÷ size. At best 1."),
    ("attained service", "The service that a job has received so far."),
    ("remaining size", "Size less attained service. Estimated: estimate less attained service; it can fall below 0."),
    ("virtual remaining size", "What is left of a job in the virtual queue, where all share fairly."),
    (
        "virtual time",
        "The clock of an imagined server, beside the real one, that all jobs share. It counts the service that each has had there.",
    ),
    ("late", "A job whose estimated (or virtual) remaining size has reached 0 while it has not completed."),
    ("preemption", "Taking the server or a slot from a job that has not completed."),
    ("starvation", "Waiting for as long as others keep coming."),
    ("aging", "Gaining priority by waiting."),
    ("load, ρ", "Work that arrives ÷ work that can be done. From 1 on queues grow without bound."),
    ("shape", "Of the Weibull distribution of sizes. Below 1: more varied than exponential; 0.25: a heavy tail."),
    ("sigma, σ", "Spread of estimation errors; half of the estimates are off by more than exp(0.67 σ)."),
    ("heavy tail", "Few jobs hold most of the work."),
    ("replication", "A repetition with fresh random numbers, a draw. Several give a confidence interval."),
    ("95 % interval", "What stands in brackets: made so that 19 of 20 such intervals hold the true value."),
    ("paired", "Compared on the same jobs, draw by draw: luck in the jobs is the same for both."),
    ("slot", "A place on a machine where one task runs."),
    ("paging", "Writing memory to disk to make room, and reading it back."),
    ("production job", "A job that others depend on, with a guaranteed share of the slots."),
    ("fair share", "The slots a job has if all share equally, and none gets more than it can use."),
    ("chain", "Jobs of which each waits for others; together they answer one query."),
    ("worker, probe", "A machine with a queue; a place holder in that queue, which asks for a task when its turn comes."),
    ("TMB", "Total maximum bandwidth of an order of tasks: outputs that a task still to come will read, added up over the steps."),
    ("dServer", "A small server of a distributed CDN, in the region of its users."),
    ("FIFO, PS, LAS", "First in, first out; processor sharing; least attained service. They ignore sizes."),
    ("SRPT, FSP", "Shortest remaining processing time; fair sojourn protocol. They know sizes."),
    ("SRPTE, FSPE", "SRPT and FSP on estimates instead of sizes."),
    ("FSPE+PS, PSBS", "FSP on estimates whose late jobs share the server; the same with weights (practical size-based scheduling)."),
    ("PSJFE, SRPT-B", "Smallest estimate first; SRPTE whose late jobs lose priority again."),
    (
        "Gittins, bound",
        "Gittins serves the cheapest next completion first. Its mean sojourn time is the bound: the least that any policy can have that sees estimates, not sizes.",
    ),
    ("rank", "A number for each job: the least is served."),
    ("HFSP", "Hadoop fair sojourn protocol: FSP on a cluster."),
];

/// A piece of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// Words as they stand.
    Plain(&'a str),
    /// A term, and what it means.
    Term(&'a str, &'static str),
}

/// Terms by which a text is cut: the forms of the glossary's words that sentences on results have.
const FORMS: [(&str, &str); 29] = [
    ("mean sojourn", "sojourn time"),
    ("Mean sojourn", "sojourn time"),
    ("sojourn", "sojourn time"),
    ("slowdown", "slowdown"),
    ("late jobs", "late"),
    ("replications", "replication"),
    ("draws", "replication"),
    ("paired", "paired"),
    ("Brackets", "95 % interval"),
    ("brackets", "95 % interval"),
    ("bound", "bound"),
    ("FIFO", "FIFO"),
    ("PS", "PS"),
    ("LAS", "LAS"),
    ("SRPT", "SRPT"),
    ("FSP", "FSP"),
    ("SRPTE", "SRPTE"),
    ("FSPE", "FSPE"),
    ("FSPE+PS", "FSPE+PS"),
    ("PSBS", "PSBS"),
    ("PSJFE", "PSJFE"),
    ("SRPT-B", "SRPT-B"),
    ("HFSP", "HFSP"),
    ("virtual time", "virtual time"),
    ("virtual size", "virtual remaining size"),
    ("preemption", "preemption"),
    ("slots", "slot"),
    ("TMB", "TMB"),
    ("dServers", "dServer"),
];

/// What a term of the glossary means.
pub fn meaning(term: &str) -> Option<&'static str> {
    let said = |terms: &str| terms == term || terms.split(", ").any(|known| known == term);
    GLOSSARY.iter().find(|(terms, _)| said(terms)).map(|(_, means)| *means)
}

/// A text cut at the terms in it, each where it stands first.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut told: Vec<&str> = vec![];
    let mut pieces = vec![];
    let mut rest = text;
    while let Some((start, form, term)) = first(rest, &told) {
        let (before, from) = rest.split_at(start);
        let (words, after) = from.split_at(form.len());
        if !before.is_empty() {
            pieces.push(Piece::Plain(before));
        }
        pieces.push(meaning(term).map_or(Piece::Plain(words), |means| Piece::Term(words, means)));
        told.push(term);
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Plain(rest));
    }
    pieces
}

/// Where the first term stands that is not yet told, in which form.
fn first(text: &str, told: &[&str]) -> Option<(usize, &'static str, &'static str)> {
    let whole = |start: usize, form: &str| {
        // Names of policies have signs in them: FSPE+PS.
        let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | '*'));
        !letter(text[..start].chars().next_back()) && !letter(text[start + form.len()..].chars().next())
    };
    let places = FORMS.iter().filter(|(_, term)| !told.contains(term)).filter_map(|(form, term)| {
        let start = text.match_indices(form).map(|(start, _)| start).find(|start| whole(*start, form))?;
        Some((start, *form, *term))
    });
    places.min_by_key(|(start, form, _)| (*start, usize::MAX - form.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_that_of_learn() {
        let learn = include_str!("../../../www/learn.html");
        let list = learn.split_once("<dl>").and_then(|(_, rest)| rest.split_once("</dl>")).unwrap().0;
        let lines: Vec<String> = GLOSSARY.iter().map(|(terms, means)| format!("<dt>{terms}</dt><dd>{means}</dd>")).collect();
        assert_eq!(list.trim(), lines.join("\n"));
    }

    #[test]
    fn a_text_is_cut_at_terms_where_they_stand_first() {
        let cut = pieces("Mean sojourn of late jobs: a sojourn, and subslots.");
        let words: Vec<&str> = cut
            .iter()
            .map(|piece| match piece {
                Piece::Plain(words) | Piece::Term(words, _) => *words,
            })
            .collect();
        assert_eq!(words, ["Mean sojourn", " of ", "late jobs", ": a sojourn, and subslots."]);
        assert_eq!(words.concat(), "Mean sojourn of late jobs: a sojourn, and subslots.");
        assert_eq!(cut[0], Piece::Term("Mean sojourn", meaning("sojourn time").unwrap()));
        assert_eq!(pieces(""), []);
        let terms = |text| pieces(text).into_iter().filter_map(|piece| if let Piece::Term(words, _) = piece { Some(words) } else { None });
        assert_eq!(terms("FSPE+PS takes less than SRPTE+LAS, paired over 8 draws.").collect::<Vec<_>>(), ["FSPE+PS", "paired", "draws"]);
    }

    #[test]
    fn every_form_has_a_meaning() {
        for (form, term) in FORMS {
            assert!(meaning(term).is_some(), "{form}: {term}");
        }
    }
}
