//! A picture.

use crate::error::refuse;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use schedscope_chart::{picture_png, picture_svg};
use schedscope_core::plot::Picture;
use std::fs;
use std::path::PathBuf;

/// A picture as SVG, which notebooks show; it can be saved as PNG as well.
#[pyclass(frozen, module = "schedscope")]
pub struct Svg {
    text: String,
    size: (u32, u32),
    picture: Picture,
}

impl Svg {
    /// A picture of this size in pixels.
    pub fn new(size: (u32, u32), picture: Picture) -> PyResult<Self> {
        let text = picture_svg(size, &picture).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { text, size, picture })
    }

    /// It as a text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

#[pymethods]
impl Svg {
    /// Writes it to a file, as SVG or PNG by the ending of its name.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase());
        match ending.as_deref() {
            Some("svg") => fs::write(path, &self.text)?,
            Some("png") => {
                let image = picture_png(self.size, &self.picture).map_err(|error| PyValueError::new_err(error.to_string()))?;
                fs::write(path, image)?;
            }
            _ => return Err(refuse(py, "path", &path.display().to_string(), "a name that ends in .svg or .png")),
        }
        Ok(())
    }

    fn _repr_svg_(&self) -> &str {
        &self.text
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<schedscope.Svg of {} bytes>", self.text.len())
    }
}
