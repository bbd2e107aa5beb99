//! schedscope: a laboratory for size-based job scheduling.
//!
//! A [`Scenario`](experiment::Scenario) goes in, a [`Report`](experiment::Report) comes out; the page, the command line
//! and the tests are three ways of holding the same function. A room imports only from rooms below it, and all of them from
//! the simulators in `schedscope_engine`:
//!
//! | floor | room | what lives there |
//! |---|---|---|
//! | 6 | `web` (wasm only), [`cli`] (native only) | the faces: read input, show output, nothing else |
//! | 5 | [`page`] | what the page can show and what its links mean, without a browser |
//! | 4 | `literature` (native only) | claims and figures of the sources, measured |
//! | 4 | [`chart`] | Picture → drawing through plotters, on any backend |
//! | 3½ | [`pictures`] | Report, recorded runs or sweep → Picture |
//! | 4 | [`exhibit`] | a few jobs that are watched one by one |
//! | 3 | [`experiment`] | Scenario, Report, cells and how they are pooled, permalinks |
//! | 2 | [`plot`] | what a picture shows, as data that belongs to no world |

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
