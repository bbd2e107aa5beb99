//! Results in the forms that leave the program, one file a form.

mod claims;
mod csv;
mod details;
mod figures;
mod json;
mod junit;
mod page;
mod parquet;
mod per_job;
mod per_task;
mod service;
mod table;
mod timeline;

pub use claims::write_claims;
pub use csv::write_csv;
pub use details::write_details;
pub use figures::{FigureEntry, write_figure, write_figures};
pub use json::write_json;
pub use junit::write_junit;
pub use page::sweep_page;
pub use parquet::results_parquet;
pub use per_job::write_per_job;
pub use per_task::write_per_task;
pub use service::write_service;
pub use table::{new_table, write_table};
pub use timeline::write_recordings;
