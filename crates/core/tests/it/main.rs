//! What simulations give, to the bit.

mod digest;
mod parquet;
mod scenarios;
