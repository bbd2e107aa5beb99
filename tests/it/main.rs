//! What the experiment and the command line promise. One binary, so that the library is linked once.

mod baselines;
mod cli;
mod command;
mod digest;
mod figures;
mod fuzz;
mod input;
mod learn;
mod links;
mod outcomes;
mod reference;
mod schema;
mod sweep;
#[cfg(unix)]
mod system;
mod workflows;
mod worlds;
