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
    none_parts_of(2000, compare);
}

/// The same of so many instances, unless that is given.
fn none_parts_of(usually: u64, compare: impl Fn(u64) -> Result<(), String>) {
    let count: u64 = std::env::var("SCHEDSCOPE_INSTANCES").map_or(usually, |count| count.parse().expect("a number of instances"));
    let parted: Vec<String> = (0..count).filter_map(|seed| compare(seed).err()).collect();
    assert!(parted.is_empty(), "{} of {count} part, such as\n{}", parted.len(), parted[0]);
}
