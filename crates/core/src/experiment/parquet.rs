//! Tables in Apache Parquet, handed on as the text of a CSV file, so that each world has one reader of tables.

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{ByteArray, DataType, Int96};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::schema::types::ColumnDescriptor;
use schedscope::sim::written;
use std::fmt;
use std::io::{self, Write};

/// Rows that are read of each column before the first of them is written.
const BATCH: usize = 1024;

/// Whether this is a Parquet file.
pub fn is_parquet(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PAR1")
}

/// The table of a Parquet file as the text of a CSV file of at most so many bytes: the names of its columns in the first line, and a row in
/// each further one.
///
/// Times are seconds, those of dates since 1970 began, and a value that is missing is an empty cell.
///
/// # Errors
/// If the file is not whole, has a column that is not plain, is compressed in a way that is not known here, or is too large.
pub fn csv_of_parquet(bytes: Vec<u8>, most: u64) -> io::Result<Vec<u8>> {
    let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).map_err(spoilt)?;
    let metadata = file.metadata();
    let columns = columns(metadata)?;
    let sizes = metadata.row_groups().iter().flat_map(|rows| rows.columns()).map(|column| column.uncompressed_size().max(0) as u64);
    if sizes.fold(0, u64::saturating_add) > most {
        return Err(super::packed::too_large(most));
    }
    let text = Limited { text: vec![], most };
    let mut csv = csv::WriterBuilder::new().comment(Some(b'#')).from_writer(text);
    csv.write_record(columns.iter().map(|column| column.title))?;
    for group in 0..metadata.num_row_groups() {
        write_rows(&*file.get_row_group(group).map_err(spoilt)?, &columns, &mut csv)?;
    }
    csv.into_inner().map(|limited| limited.text).map_err(csv::IntoInnerError::into_error)
}

fn write_rows(group: &dyn RowGroupReader, columns: &[Column<'_>], csv: &mut csv::Writer<Limited>) -> io::Result<()> {
    let mut readers = (0..columns.len()).map(|i| group.get_column_reader(i)).collect::<Result<Vec<_>, _>>().map_err(spoilt)?;
    let mut left = usize::try_from(group.metadata().num_rows()).map_err(|_| wrong("its number of rows is negative"))?;
    while left > 0 {
        let rows = left.min(BATCH);
        let mut cells = vec![];
        for (column, reader) in columns.iter().zip(&mut readers) {
            cells.push(column.read(reader, rows)?.into_iter());
        }
        for _ in 0..rows {
            for values in &mut cells {
                csv.write_field(values.next().flatten().map_or_else(String::new, |value| value.to_string()))?;
            }
            csv.write_record(None::<&[u8]>)?;
        }
        left -= rows;
    }
    Ok(())
}

/// A text that does not grow beyond so many bytes.
struct Limited {
    text: Vec<u8>,
    most: u64,
}

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.text.len() + bytes.len()) as u64 > self.most {
            return Err(super::packed::too_large(self.most));
        }
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn wrong(why: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, why.into())
}

fn spoilt(error: ParquetError) -> io::Error {
    wrong(format!("it is no whole Parquet file: {error}"))
}

/// A column, and what its numbers mean.
struct Column<'a> {
    title: &'a str,
    optional: bool,
    meaning: Meaning,
}

/// What a number in a column means.
#[derive(Clone, Copy)]
enum Meaning {
    /// Itself.
    Plain,
    /// Itself, without a sign.
    Unsigned,
    /// So many units, of which there are 10ⁿ in one.
    Parts(u32),
    /// Days.
    Days,
}

/// What columns may be, in messages.
const ALLOWED: &str = "columns of numbers, texts, truth values and times; a list is a text with ; between its elements";

/// The columns of a table, all of which are plain and can be unpacked.
fn columns(metadata: &ParquetMetaData) -> io::Result<Vec<Column<'_>>> {
    let schema = metadata.file_metadata().schema_descr();
    let fields = schema.root_schema().get_fields();
    if let Some(nested) = fields.iter().find(|field| field.is_group() || field.get_basic_info().repetition() == Repetition::REPEATED) {
        return Err(wrong(format!("column \"{}\" is nested; allowed: {ALLOWED}", nested.name())));
    }
    for column in metadata.row_groups().iter().flat_map(|rows| rows.columns()) {
        let way = column.compression();
        if !matches!(way, Compression::UNCOMPRESSED | Compression::SNAPPY | Compression::GZIP(_) | Compression::ZSTD(_)) {
            let title = column.column_descr().name();
            return Err(wrong(format!("column \"{title}\" is compressed with {way}; allowed: snappy, zstd, gzip or nothing")));
        }
    }
    schema.columns().iter().map(|column| Column::new(column)).collect()
}

impl Meaning {
    /// What the numbers of a column mean; nothing if that is not known here.
    fn of(column: &ColumnDescriptor) -> Option<Self> {
        let ticks = |unit: &TimeUnit| {
            Self::Parts(match unit {
                TimeUnit::MILLIS => 3,
                TimeUnit::MICROS => 6,
                TimeUnit::NANOS => 9,
            })
        };
        let bytes = column.physical_type() == Physical::FIXED_LEN_BYTE_ARRAY;
        Some(match (column.logical_type_ref(), column.converted_type()) {
            // The library knows decimals of either kind as these.
            (_, ConvertedType::DECIMAL) => Self::Parts(u32::try_from(column.type_scale()).ok().filter(|scale| *scale <= 38)?),
            _ if bytes => return None,
            (Some(LogicalType::Timestamp(kind) | LogicalType::Time(kind)), _) => ticks(&kind.unit),
            (_, ConvertedType::TIMESTAMP_MILLIS | ConvertedType::TIME_MILLIS) => Self::Parts(3),
            (_, ConvertedType::TIMESTAMP_MICROS | ConvertedType::TIME_MICROS) => Self::Parts(6),
            (Some(LogicalType::Date), _) | (_, ConvertedType::DATE) => Self::Days,
            (_, ConvertedType::UINT_8 | ConvertedType::UINT_16 | ConvertedType::UINT_32 | ConvertedType::UINT_64) => Self::Unsigned,
            (Some(LogicalType::Integer(kind)), _) if !kind.is_signed => Self::Unsigned,
            _ => Self::Plain,
        })
    }

    /// A number of so many bits.
    fn number(self, whole: i64, bits: u32) -> Value {
        match self {
            Self::Plain => Value::Parts(whole.into(), 0),
            Self::Unsigned => Value::Parts(i128::from(whole) & ((1 << bits) - 1), 0),
            Self::Parts(places) => Value::Parts(whole.into(), places),
            Self::Days => Value::Parts(i128::from(whole) * 86400, 0),
        }
    }

    /// A text, or a decimal number whose digits are bytes, the highest first.
    fn bytes(self, bytes: &ByteArray) -> Result<Value, &'static str> {
        let Self::Parts(places) = self else {
            return bytes.as_utf8().map(|_| Value::Text(bytes.clone())).map_err(|_| "not text (found bytes that are not UTF-8)");
        };
        let digits = bytes.data();
        let mut whole = [if digits.first().is_some_and(|first| *first >= 0x80) { 0xff } else { 0 }; 16];
        let from = whole.len().checked_sub(digits.len()).ok_or("a decimal number of more than 16 bytes")?;
        whole[from..].copy_from_slice(digits);
        Ok(Value::Parts(i128::from_be_bytes(whole), places))
    }
}

impl<'a> Column<'a> {
    fn new(column: &'a ColumnDescriptor) -> io::Result<Self> {
        let title = column.name();
        let refused = || wrong(format!("column \"{title}\" is of bytes or of a kind that is not known; allowed: {ALLOWED}"));
        Ok(Self { title, optional: column.max_def_level() > 0, meaning: Meaning::of(column).ok_or_else(refused)? })
    }

    /// The values of the next rows; none where one is missing.
    fn read(&self, reader: &mut ColumnReader, rows: usize) -> io::Result<Vec<Option<Value>>> {
        let meaning = self.meaning;
        match reader {
            ColumnReader::BoolColumnReader(reader) => self.values(reader, rows, |value| Ok(Value::Truth(*value))),
            ColumnReader::Int32ColumnReader(reader) => self.values(reader, rows, |value| Ok(meaning.number((*value).into(), 32))),
            ColumnReader::Int64ColumnReader(reader) => self.values(reader, rows, |value| Ok(meaning.number(*value, 64))),
            ColumnReader::Int96ColumnReader(reader) => {
                self.values(reader, rows, |value: &Int96| Ok(Value::Parts(value.to_nanos().into(), 9)))
            }
            ColumnReader::FloatColumnReader(reader) => self.values(reader, rows, |value| Ok(Value::Single(*value))),
            ColumnReader::DoubleColumnReader(reader) => self.values(reader, rows, |value| Ok(Value::Real(*value))),
            ColumnReader::ByteArrayColumnReader(reader) => self.values(reader, rows, |value| meaning.bytes(value)),
            ColumnReader::FixedLenByteArrayColumnReader(reader) => self.values(reader, rows, |value| meaning.bytes(value)),
        }
    }

    fn values<T: DataType>(
        &self,
        reader: &mut ColumnReaderImpl<T>,
        rows: usize,
        value: impl Fn(&T::T) -> Result<Value, &'static str>,
    ) -> io::Result<Vec<Option<Value>>> {
        let wrong = |why: &dyn fmt::Display| wrong(format!("column \"{}\": {why}", self.title));
        let (mut levels, mut present) = (vec![], vec![]);
        let (found, ..) = reader.read_records(rows, Some(&mut levels), None, &mut present).map_err(|error| wrong(&error))?;
        if found < rows {
            return Err(wrong(&"it ends before the last row"));
        }
        let mut present = present.iter();
        let mut next = || present.next().map(&value).transpose().map_err(|why| wrong(&why));
        (0..rows).map(|row| if self.optional && levels.get(row) != Some(&1) { Ok(None) } else { next() }).collect()
    }
}

/// A value of a cell.
enum Value {
    Truth(bool),
    Single(f32),
    Real(f64),
    /// So many units, of which there are 10ⁿ in one.
    Parts(i128, u32),
    Text(ByteArray),
}

/// In a form that reads back to the same value.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Truth(truth) => truth.fmt(f),
            Self::Single(number) => number.fmt(f),
            Self::Real(number) => f.write_str(&written(*number)),
            Self::Parts(whole, 0) => whole.fmt(f),
            Self::Parts(parts, places) => {
                let (unit, sign) = (10_u128.pow(*places), if *parts < 0 { "-" } else { "" });
                let (whole, rest) = (parts.unsigned_abs() / unit, parts.unsigned_abs() % unit);
                let number = format!("{sign}{whole}.{rest:0width$}", width = *places as usize);
                f.write_str(number.trim_end_matches('0').trim_end_matches('.'))
            }
            Self::Text(text) => f.write_str(text.as_utf8().unwrap_or_default()),
        }
    }
}
