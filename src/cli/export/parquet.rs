use parquet::basic::{ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use schedscope_core::experiment::sweep::{ResultTable, Values};
use std::sync::Arc;

/// The results of a sweep as a Parquet file, one row group, every column optional. Equal results are equal bytes.
pub fn results_parquet(table: &ResultTable) -> Result<Vec<u8>, ParquetError> {
    let fields = table.columns.iter().map(|(title, values)| field(title, values).map(Arc::new)).collect::<Result<_, _>>()?;
    let schema = Type::group_type_builder("results").with_fields(fields).build()?;
    let properties = WriterProperties::builder().set_created_by(concat!("schedscope ", env!("CARGO_PKG_VERSION")).to_owned()).build();
    let mut writer = SerializedFileWriter::new(vec![], Arc::new(schema), Arc::new(properties))?;
    let mut rows = writer.next_row_group()?;
    let mut columns = table.columns.iter();
    while let Some(mut column) = rows.next_column()? {
        let (_, values) = columns.next().expect("as many columns as fields");
        match values {
            Values::Whole(values) => fill::<Int64Type>(&mut column, values)?,
            Values::Real(values) => fill::<DoubleType>(&mut column, values)?,
            Values::Truth(values) => fill::<BoolType>(&mut column, values)?,
            Values::Text(values) => {
                let texts: Vec<Option<ByteArray>> = values.iter().map(|text| text.as_deref().map(ByteArray::from)).collect();
                fill::<ByteArrayType>(&mut column, &texts)?;
            }
        }
        column.close()?;
    }
    rows.close()?;
    writer.into_inner()
}

fn field(title: &str, values: &Values) -> Result<Type, ParquetError> {
    let physical = match values {
        Values::Whole(_) => Physical::INT64,
        Values::Real(_) => Physical::DOUBLE,
        Values::Truth(_) => Physical::BOOLEAN,
        Values::Text(_) => Physical::BYTE_ARRAY,
    };
    let field = Type::primitive_type_builder(title, physical).with_repetition(Repetition::OPTIONAL);
    let field = match values {
        Values::Text(_) => field.with_logical_type(Some(LogicalType::String)).with_converted_type(ConvertedType::UTF8),
        _ => field,
    };
    field.build()
}

/// Writes those values that exist, and where they are.
fn fill<T: DataType>(column: &mut SerializedColumnWriter<'_>, values: &[Option<T::T>]) -> Result<(), ParquetError> {
    let present: Vec<T::T> = values.iter().flatten().cloned().collect();
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    column.typed::<T>().write_batch(&present, Some(&levels), None)?;
    Ok(())
}
