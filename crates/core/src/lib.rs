//! What schedscope measures and shows, as plain data: a [`Scenario`](experiment::Scenario) goes in, a [`Report`](experiment::Report)
//! comes out, and reports become [pictures](plot::Picture). It knows neither how these are drawn nor who asks; the simulators
//! are in `schedscope`.
//!
//! | module | contents |
//! |---|---|
//! | [`exhibit`] | the examples of *Watch*: a few jobs and their policies; exercises |
//! | [`pictures`] | from reports, recordings and sweeps to pictures |
//! | [`calls`] | what programs in other languages ask, and what they are told |
//! | [`experiment`] | scenarios, studies, reports, sweeps, baselines |
//! | [`plot`] | the data model of a picture |
//!
//! A module imports only from those below it.

pub mod calls;
pub mod exhibit;
pub mod experiment;
pub mod pictures;
pub mod plot;
