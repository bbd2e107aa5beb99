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

/// How many instances are compared: so many, or `SCHEDSCOPE_INSTANCES` if that is given.
fn instances(usually: u64) -> u64 {
    std::env::var("SCHEDSCOPE_INSTANCES").map_or(usually, |count| count.parse().expect("a number of instances"))
}

/// Compares many instances; says what parts in the first that does.
fn none_parts(compare: impl Fn(u64) -> Result<(), String>) {
    few_part(2000, 0, compare);
}

/// The same of so many instances, unless another number is given; `allowed` in a thousand may part.
fn few_part(usually: u64, allowed: usize, compare: impl Fn(u64) -> Result<(), String>) {
    let count = instances(usually);
    let parted: Vec<String> = (0..count).filter_map(|seed| compare(seed).err()).collect();
    let all = parted.len();
    assert!(all * 1000 <= allowed * count as usize, "{all} of {count} part, such as\n{}", parted[0]);
}
