//! A picture.

use pyo3::prelude::*;
use std::fs;
use std::path::PathBuf;

/// A picture as SVG; notebooks show it.
#[pyclass(frozen, module = "schedscope")]
pub struct Svg(pub String);

#[pymethods]
impl Svg {
    /// Writes it to a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        fs::write(path, &self.0).map_err(PyErr::from)
    }

    fn _repr_svg_(&self) -> &str {
        &self.0
    }

    fn __str__(&self) -> &str {
        &self.0
    }

    fn __repr__(&self) -> String {
        format!("<schedscope.Svg of {} bytes>", self.0.len())
    }
}
