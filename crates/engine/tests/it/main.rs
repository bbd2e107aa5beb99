//! The worlds against worked examples, closed forms, identities and plain twins. One binary, so that the library is linked once.

mod cdn;
mod cluster;
mod datacenter;
mod fair;
mod fixture;
mod golden;
mod hazards;
mod hostile;
mod identities;
mod lockstep;
mod memory;
mod network;
mod ordering;
mod own;
mod pace;
mod production;
mod random_ranks;
mod recurring;
mod registry;
mod schedulers;
mod tails;
mod theory;
mod turns;
mod twins;
mod virtual_cluster;
mod workflows;
