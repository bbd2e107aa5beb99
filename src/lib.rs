//! schedscope: a laboratory for size-based job scheduling.
//!
//! A [`Scenario`](experiment::Scenario) goes in, a [`Report`](experiment::Report) comes out; the page, the command line
//! and the tests are three ways to call the same function. A module imports only from modules below it, and all of them from
//! the simulators in `schedscope_engine`:
//!
//! | floor | module | contents |
//! |---|---|---|
//! | 6 | `web` (wasm only), [`cli`] (native only) | the front ends: read input, show output |
//! | 5 | [`page`] | the page without a browser: its state and its links |
//! | 4 | [`literature`] (native only) | claims and figures of the sources, measured |
//! | 4 | [`chart`] | draws pictures through plotters, on any backend |
//! | 4 | [`exhibit`] | the examples of *Watch*: a few jobs and their policies |
//! | 3½ | [`pictures`] | from reports, recordings and sweeps to pictures |
//! | 3 | [`experiment`] | scenarios, reports, sweeps |
//! | 2 | [`plot`] | the data model of a picture |

pub mod chart;
pub mod exhibit;
pub mod experiment;
#[cfg(not(target_family = "wasm"))]
pub mod literature;
pub mod page;
pub mod pictures;
pub mod plot;

#[cfg(not(target_family = "wasm"))]
pub mod cli;
#[cfg(target_family = "wasm")]
pub mod web;
