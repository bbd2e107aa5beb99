//! What simulations give, to the bit.

mod digest;
mod outcomes;
mod parquet;
