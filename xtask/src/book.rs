//! The book of the documents, made by a package of its own.

use std::path::PathBuf;

use crate::project::{Failure, Project, run};
use crate::site::BOOK;

/// Writes the book beside the page where that is built, else into the target folder; gives the folder.
pub fn build(project: &Project) -> Result<PathBuf, Failure> {
    let dist = project.dist();
    let folder = if dist.is_dir() { dist } else { project.target().to_path_buf() }.join(BOOK);
    run(project.cargo().args(["run", "--quiet", "--package", "book", "--"]).arg(project.root()).arg(&folder))?;
    Ok(folder)
}
