//! The page without a browser: what it can show, what can happen to it, and what its links mean. Compiled natively, too, where
//! it is tested; the program draws it, listens to the user and asks the workers.
//!
//! * [`state`]: everything that can change, in one place with one reducer; [`watch`], [`race`], [`compare`], [`sweep`], [`cluster`], [`datacenter`],
//!   [`order`], [`network`], [`cdn`], [`traces`], [`exercises`] and [`learn`] are its views; [`view`] names them.
//! * [`room`]: what a view is to the frame of the page, and [`rooms`]: all of them; [`part`]: which part of the program each is in.
//! * [`route`]: links of the page, for the command line as well; [`title`]: what the page is called; [`theme`]: light or dark; [`saved`]: those
//!   that were saved.
//! * [`format`](mod@format): how numbers are written, and [`ratio`]: how ratios are said; [`stage`]: a world that is played, with its scenario while that is being edited.
//! * [`embed`]: what is shown as a figure of another page; [`framed`]: what the two say to each other; [`scenes`]: links in an order, for the stage.
//! * [`edited`]: a scenario while it is being edited, with what its fields show; [`meaning`](mod@meaning): what a number comes to, in words.
//! * [`offered`]: policies in groups; [`parameters`]: those of a policy, one by one. [`preset`]: scenarios with a name, to start from. [`story`]: what becomes of one job among many.
//! * [`asked`]: which share of the jobs has more than a value. [`clock`]: the time of what is played back; [`key`] and [`keys`]: a key, and what it does.
//! * [`protocol`], [`inquiry`]: what is said to workers and by them, and how far an answer is; [`advice`]: what is said of a mistake, in [`brief`](mod@brief); [`queue`]: which worker does what next; [`spread`]: the replications behind a run that is shown; [`file`](mod@file): the file that was dropped, and [`sheet`]: a table that is
//!   not yet jobs.

pub mod advice;
pub mod ask;
pub mod asked;
pub mod brief;
pub mod caption;
pub mod cdn;
pub mod clock;
pub mod cluster;
pub mod compare;
pub mod datacenter;
#[cfg(all(test, not(target_family = "wasm")))]
mod drawn;
pub mod edited;
pub mod embed;
pub mod exercises;
pub mod explained;
pub mod file;
pub mod format;
pub mod framed;
pub mod glossary;
pub mod history;
pub mod inquiry;
pub mod key;
pub mod keys;
pub mod lab;
pub mod learn;
pub mod meaning;
pub mod network;
pub mod offered;
pub mod order;
pub mod parameters;
pub mod part;
pub mod preset;
pub mod protocol;
pub mod queue;
pub mod race;
pub mod ratio;
pub mod room;
pub mod rooms;
pub mod route;
pub mod saved;
pub mod scenes;
pub mod sheet;
pub mod size;
pub mod spread;
pub mod stage;
pub mod state;
pub mod story;
pub mod sweep;
#[cfg(test)]
mod testing;
pub mod theme;
pub mod title;
pub mod traces;
pub mod view;
pub mod watch;
