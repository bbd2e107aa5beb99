//! What the experiment and the command line promise. One binary, so that the libraries are linked once.

mod baselines;
mod cli;
mod command;
mod docs;
mod figures;
mod files;
mod fuzz;
mod input;
mod learn;
#[cfg(unix)]
mod limits;
mod links;
mod reference;
mod schema;
mod shipped;
mod streams;
mod sweep;
#[cfg(unix)]
mod system;
mod tasks;
mod versions;
mod workflows;
mod worlds;

/// The folder of the project.
const ROOT: &str = env!("CARGO_MANIFEST_DIR");
