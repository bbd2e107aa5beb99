//! The build helper: nothing yet.
fn main() {}
