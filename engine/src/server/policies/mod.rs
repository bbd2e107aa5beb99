//! One policy, one file: what it does and promises, its row in the registry, and the parts it is composed of.

pub mod fifo;
pub mod fsp;
pub mod fspe;
pub mod fspe_las;
pub mod fspe_ps;
pub mod fspe_ps_aggressive;
pub mod gps;
pub mod las;
pub mod ps;
pub mod psbs;
pub mod psjf;
pub mod psjfe;
pub mod sjf;
pub mod sjfe;
pub mod srpt;
pub mod srpte;
pub mod srpte_las;
pub mod srpte_ps;
