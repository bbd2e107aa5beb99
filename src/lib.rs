//! The program: natively the [command line](cli), in a browser the page and its workers (`web`).

#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(target_family = "wasm")]
pub mod web;

/// What the README says in Rust is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
