//! The page and its workers: nothing yet.
fn main() {}
