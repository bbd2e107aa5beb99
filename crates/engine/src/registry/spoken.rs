//! What parameters of policies are called where a person reads them: a phrase that stands behind the name of the policy, such as "that
//! kills" for `preemption=kill`.

/// Parameters and their values with the phrase for them: the world, the parameter, the value, the phrase. The value `*` is any, and `{}` in
/// a phrase stands for it. The first line that fits holds.
const PHRASES: [(&str, &str, &str, &str); 76] = [
    ("cluster", "preemption", "none", "without preemption"),
    ("cluster", "preemption", "wait", "that waits"),
    ("cluster", "preemption", "kill", "that kills"),
    ("cluster", "preemption", "suspend", "that suspends"),
    ("cluster", "preemption", "adaptive", "that waits, suspends or kills"),
    ("cluster", "estimator", "training", "that learns sizes from samples"),
    ("cluster", "estimator", "oracle", "that knows sizes"),
    ("cluster", "estimator", "noisy", "that knows sizes with errors"),
    ("cluster", "estimator", "continuous", "that learns sizes all the time"),
    ("cluster", "estimator", "history", "that remembers past runs"),
    ("cluster", "recall", "last", "by the last run"),
    ("cluster", "recall", "mean", "by the mean of past runs"),
    ("cluster", "recall", "quantile", "by a quantile of past runs"),
    ("cluster", "check", "on", "that checks its memory"),
    ("cluster", "check", "off", "that trusts its memory"),
    ("cluster", "t", "*", "with {} samples a phase"),
    ("cluster", "s0", "*", "with a first guess of {} s"),
    ("cluster", "tiny", "on", "with tiny jobs first"),
    ("cluster", "tiny", "off", "without tiny jobs first"),
    ("cluster", "order", "remaining", "by virtual remaining size"),
    ("cluster", "order", "finish", "by virtual completion"),
    ("cluster", "virtual", "slots", "with virtual shares in whole slots"),
    ("cluster", "virtual", "fluid", "with virtual shares in parts of slots"),
    ("cluster", "training", "*", "with {} training slots"),
    ("cluster", "victim", "oldest", "that preempts the oldest task"),
    ("cluster", "victim", "closest", "that preempts the task closest to its end"),
    ("cluster", "victim", "least-progress", "that preempts the task that has done least"),
    ("cluster", "victim", "largest-job", "that preempts tasks of the largest job"),
    ("cluster", "victims", "evenly", "that kills evenly"),
    ("cluster", "victims", "overflowing", "that kills in jobs above their share"),
    ("cluster", "victims", "globally", "that kills what started last"),
    ("cluster", "resume", "home", "that resumes on the same machine"),
    ("cluster", "resume", "anywhere", "that resumes anywhere"),
    ("datacenter", "ratio", "*", "with {} probes a task"),
    ("datacenter", "least", "*", "with at least {} probes a job"),
    ("datacenter", "sss", "on", "with state sharing"),
    ("datacenter", "sss", "off", "without state sharing"),
    ("datacenter", "sss", "early", "with state sharing at submission"),
    ("datacenter", "order", "fifo", "first come, first served"),
    ("datacenter", "order", "srpt", "with least remaining work first"),
    ("datacenter", "order", "*", "with least {} first"),
    ("datacenter", "choice", "late", "with late binding"),
    ("datacenter", "choice", "*", "with workers of least {}"),
    ("datacenter", "sticky", "on", "with sticky probes"),
    ("datacenter", "sticky", "off", "without sticky probes"),
    ("datacenter", "cap", "*", "that asks {} workers when stealing"),
    ("datacenter", "steal", "group", "that steals the first short ones"),
    ("datacenter", "steal", "random", "that steals any short ones"),
    ("datacenter", "heartbeat", "*", "with reports every {} s"),
    ("datacenter", "cutoff", "*", "with long jobs from {} s on"),
    ("datacenter", "error", "none", "with exact estimates"),
    ("datacenter", "error", "*", "with estimates off by {}"),
    ("datacenter", "reclassify", "on", "that mistakes short for long"),
    ("datacenter", "reclassify", "off", "that never mistakes short for long"),
    ("datacenter", "q", "*", "with queues of {}"),
    ("datacenter", "w", "*", "with a quantum of {} s"),
    ("datacenter", "round", "*", "with a round every {} s"),
    ("ordering", "objective", "tmb", "for TMB"),
    ("ordering", "objective", "wtmb", "for WTMB"),
    ("ordering", "objective", "dbw", "for DBW"),
    ("ordering", "objective", "dla", "for DLA"),
    ("ordering", "ties", "first", "with ties to the first"),
    ("ordering", "ties", "random", "with ties drawn"),
    ("ordering", "limit", "*", "with at most {} sets"),
    ("ordering", "width", "*", "of width {}"),
    ("cdn", "redirection", "optimal", "that asks the cheapest"),
    ("cdn", "redirection", "nearest", "that asks the nearest"),
    ("cdn", "redirection", "random", "that asks any"),
    ("cdn", "copies", "even", "with equally many copies"),
    ("cdn", "copies", "fill", "with all storage filled"),
    ("cdn", "admission", "always", "that copies at once"),
    ("cdn", "admission", "again", "that copies when asked again"),
    ("cdn", "demand", "future", "that knows what will be asked for"),
    ("cdn", "demand", "past", "that knows what was asked for"),
    ("cdn", "sessions", "*", "planned for the {} number of sessions"),
    ("server", "preempt", "off", "that does not interrupt"),
];

/// The phrase for a parameter of a policy of this world.
pub(super) fn phrase(world: &str, name: &str, value: &str) -> String {
    // Signs of comparison as they are printed.
    let value = value.replace("<=", "≤").replace(">=", "≥").replace("==", "equals").replace("!=", "≠");
    let known = PHRASES.iter().find(|(of, parameter, told, _)| (*of, *parameter) == (world, name) && (*told == "*" || *told == value));
    let called = name.replace('-', " ");
    match (known, value.as_str()) {
        (Some((.., phrase)), _) => phrase.replace("{}", &value),
        (None, "on") => format!("with {called}"),
        (None, "off") => format!("without {called}"),
        (None, _) => format!("with {called} {value}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{PHRASES, phrase};

    #[test]
    fn a_parameter_has_its_phrase_or_is_called_by_its_name() {
        assert_eq!(phrase("cluster", "preemption", "kill"), "that kills");
        assert_eq!(phrase("cluster", "t", "3"), "with 3 samples a phase");
        assert_eq!(phrase("datacenter", "order", "srpt"), "with least remaining work first");
        assert_eq!(phrase("datacenter", "order", "if(est<=wait,0,est)"), "with least if(est≤wait,0,est) first");
        assert_eq!([phrase("cluster", "chains", "on"), phrase("cluster", "chains", "off")], ["with chains", "without chains"]);
        assert_eq!(phrase("cluster", "resume-delay", "5"), "with resume delay 5");
    }

    #[test]
    fn every_line_holds() {
        for (world, name, value, said) in PHRASES {
            let value = if value == "*" { "7" } else { value };
            assert_eq!(phrase(world, name, value), said.replace("{}", value), "{world} {name} {value}");
        }
    }
}
