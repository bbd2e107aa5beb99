/// Fewer jobs that are given have a beginning and an end, whatever their load: nothing grows without bound.
pub(in crate::experiment) const MANY: u64 = 100;

/// Warns of a load of 1 or more, and says what can be done if it was not asked for. A few jobs that are given pass.
pub(in crate::experiment) fn overload(load: Option<f64>, asked: bool, drawn: bool, jobs: u64) -> Option<String> {
    let load = load.filter(|load| *load >= 1.0 && (asked || drawn || jobs >= MANY))?;
    let advice = if asked { "" } else { "; to rescale the arrivals, set the load (workload.load, --load 0.9)" };
    Some(format!("load {load:.3} is not below 1: jobs pile up without bound, and the means depend on their number{advice}"))
}
