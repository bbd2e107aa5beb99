//! One policy, one file.

pub mod fair;
pub mod fifo;
pub mod hfsp;
