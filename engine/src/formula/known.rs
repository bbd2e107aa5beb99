//! Policies that a formula expresses.

/// The expression of the rank of a policy, by its name.
pub(super) fn formula_of(name: &str) -> Option<&'static str> {
    let formula = match name {
        "fifo" | "fcfs" => "arrival",
        "lifo" | "lcfs" => "-arrival",
        "srpt" => "rem",
        "srpte" => "estrem",
        "psjf" => "size",
        "psjfe" => "est",
        "sjf" => "size; preempt=completion",
        "sjfe" => "est; preempt=completion",
        "las" | "fb" => "age",
        "srptb" | "srpt_b" => "max(est-age,min(age-est,est))",
        "hrrn" => "-(1+wait/est); preempt=completion",
        "edf" => "arrival+2*est",
        "ps" => "the share 1",
        "gps" | "dps" => "the share weight",
        "serpt" => "mrl(est,age)",
        _ => return None,
    };
    Some(formula)
}
