//! Columns as an Arrow stream in a capsule: <https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html>.

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray};
use arrow_schema::ArrowError;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use schedscope_core::experiment::sweep::{ResultTable, Values};
use std::sync::Arc;

/// The stream of a table: one batch.
pub fn stream<'py>(py: Python<'py>, table: &ResultTable) -> PyResult<Bound<'py, PyCapsule>> {
    let batch = batch(table).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let schema = batch.schema();
    let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
}

fn batch(table: &ResultTable) -> Result<RecordBatch, ArrowError> {
    let columns = table.columns.iter().map(|(title, values)| (title.as_str(), array(values), true));
    RecordBatch::try_from_iter_with_nullable(columns)
}

fn array(values: &Values) -> ArrayRef {
    match values {
        Values::Whole(values) => Arc::new(Int64Array::from(values.clone())),
        Values::Real(values) => Arc::new(Float64Array::from(values.clone())),
        Values::Truth(values) => Arc::new(BooleanArray::from(values.clone())),
        Values::Text(values) => Arc::new(StringArray::from_iter(values)),
    }
}
