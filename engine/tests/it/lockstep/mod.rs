//! The engines beside their plain twins.

mod cdn;
mod cluster;
mod datacenter;
mod dummy;
mod formula;
mod memory;
mod network;
mod ordering;
mod production;
mod server;
mod turns;
mod workflows;

/// Compares many instances, `SCHEDSCOPE_INSTANCES` if that is given; says what parts in the first that does.
fn none_parts(compare: impl Fn(u64) -> Result<(), String>) {
    few_part(2000, 0, compare);
}

/// The same of so many instances, unless that is given; `allowed` in a thousand may part.
fn few_part(usually: u64, allowed: usize, compare: impl Fn(u64) -> Result<(), String>) {
    let count: u64 = std::env::var("SCHEDSCOPE_INSTANCES").map_or(usually, |count| count.parse().expect("a number of instances"));
    let parted: Vec<String> = (0..count).filter_map(|seed| compare(seed).err()).collect();
    let all = parted.len();
    assert!(all * 1000 <= allowed * count as usize, "{all} of {count} part, such as\n{}", parted[0]);
}
