//! What simulations give, to the bit.

mod digest;
mod outcomes;
