//! Jobs from Parquet: the same tables as in CSV files are the same jobs, and what is no such table is refused.

use parquet::basic::{Compression, GzipLevel, ZstdLevel};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::parser::parse_message_type;
use schedscope_core::experiment::sweep::Inputs;
use schedscope_core::experiment::{Report, Scenario, Study, read_workload, run_all};
use std::path::Path;
use std::sync::Arc;

/// The values of a column; none are missing ones.
enum Cells {
    Truth(Vec<Option<bool>>),
    Int(Vec<Option<i32>>),
    Long(Vec<Option<i64>>),
    /// Nanoseconds of a day, and the day.
    Old(Vec<Option<[u32; 3]>>),
    Single(Vec<Option<f32>>),
    Real(Vec<Option<f64>>),
    Text(Vec<Option<&'static str>>),
    Bytes(Vec<Option<Vec<u8>>>),
    Fixed(Vec<Option<Vec<u8>>>),
    Lists(Vec<Vec<f64>>),
}

fn all<T: Clone>(values: &[T]) -> Vec<Option<T>> {
    values.iter().cloned().map(Some).collect()
}

fn fill<T: DataType>(column: &mut SerializedColumnWriter<'_>, values: Vec<Option<T::T>>) {
    let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
    let present: Vec<T::T> = values.into_iter().flatten().collect();
    column.typed::<T>().write_batch(&present, Some(&levels), None).expect("written");
}

/// A file of these columns, in one group of rows for each list of them.
fn file(schema: &str, groups: Vec<Vec<Cells>>, compression: Compression) -> Vec<u8> {
    let schema = Arc::new(parse_message_type(schema).expect("a schema"));
    let properties = WriterProperties::builder().set_compression(compression).set_dictionary_enabled(groups.len() > 1).build();
    let mut writer = SerializedFileWriter::new(vec![], schema, Arc::new(properties)).expect("begun");
    for columns in groups {
        let mut rows = writer.next_row_group().expect("rows");
        for cells in columns {
            let mut column = rows.next_column().expect("a column").expect("as many as in the schema");
            let bytes = |values: Vec<Option<Vec<u8>>>| values.into_iter().map(|value| value.map(ByteArray::from)).collect::<Vec<_>>();
            match cells {
                Cells::Truth(values) => fill::<BoolType>(&mut column, values),
                Cells::Int(values) => fill::<Int32Type>(&mut column, values),
                Cells::Long(values) => fill::<Int64Type>(&mut column, values),
                Cells::Old(values) => {
                    let time = |[low, high, day]: [u32; 3]| {
                        let mut time = Int96::new();
                        time.set_data(low, high, day);
                        time
                    };
                    fill::<Int96Type>(&mut column, values.into_iter().map(|value| value.map(time)).collect());
                }
                Cells::Single(values) => fill::<FloatType>(&mut column, values),
                Cells::Real(values) => fill::<DoubleType>(&mut column, values),
                Cells::Text(values) => {
                    fill::<ByteArrayType>(&mut column, values.into_iter().map(|value| value.map(ByteArray::from)).collect());
                }
                Cells::Bytes(values) => fill::<ByteArrayType>(&mut column, bytes(values)),
                Cells::Fixed(values) => {
                    fill::<FixedLenByteArrayType>(&mut column, bytes(values).into_iter().map(|value| value.map(Into::into)).collect());
                }
                Cells::Lists(lists) => {
                    let levels: Vec<i16> = lists.iter().flat_map(|list| (0..list.len()).map(|i| i16::from(i > 0))).collect();
                    let values = lists.concat();
                    column.typed::<DoubleType>().write_batch(&values, Some(&vec![1; values.len()]), Some(&levels)).expect("written");
                }
            }
            column.close().expect("whole");
        }
        rows.close().expect("whole");
    }
    writer.into_inner().expect("whole")
}

fn packed() -> [Compression; 4] {
    [Compression::UNCOMPRESSED, Compression::SNAPPY, Compression::GZIP(GzipLevel::default()), Compression::ZSTD(ZstdLevel::default())]
}

const JOBS: &str =
    "message jobs { required int64 id; required double submit; required float size; optional double estimate; required int32 weight; }";

/// The jobs of a row group, from this one on.
fn jobs(from: i64) -> Vec<Cells> {
    let ids: Vec<i64> = (from..from + 1500).collect();
    let real = |value: fn(f64) -> f64| all(&ids.iter().map(|id| value(*id as f64)).collect::<Vec<_>>());
    vec![
        Cells::Long(all(&ids)),
        Cells::Real(real(|id| id / 3.0)),
        Cells::Single(all(&ids.iter().map(|id| 0.1 + (id % 7) as f32).collect::<Vec<_>>())),
        Cells::Real(real(|id| 1e-3 * id + 1e-9)),
        Cells::Int(all(&ids.iter().map(|id| 1 + (id % 3) as i32).collect::<Vec<_>>())),
    ]
}

fn jobs_as_csv() -> String {
    let row = |id: i64| {
        let at = id as f64;
        format!("{id},{},{},{},{}\n", at / 3.0, 0.1 + (id % 7) as f32, 1e-3 * at + 1e-9, 1 + id % 3)
    };
    format!("id,submit,size,estimate,weight\n{}", (1..=3000).map(row).collect::<String>())
}

const TASKS: &str = "message jobs { required binary id (STRING); required int64 arrival (TIMESTAMP(MILLIS,true)); optional binary maps (STRING); \
    optional binary reduces (STRING); optional int32 pool (INTEGER(16,false)); optional binary name; }";

fn write(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("written");
    path.display().to_string()
}

/// What is reported of the jobs of a file with this name, in a world that TOML describes before the fields of the workload.
fn told(name: &str, bytes: &[u8], world: &str) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = write(folder.path(), name, bytes);
    let scenario = Scenario::from_toml(&format!("{world}\n[workload]\nformat = 'csv'\npath = '{path}'\n")).expect("a scenario");
    let study = Study::new(scenario, read_workload).map_err(|error| error.to_string().replace(&path, "FILE"))?;
    let (summaries, _) = run_all(&study, false, |_| {}).expect("run");
    let report = serde_json::to_string(&Report::new(&study, summaries)).expect("JSON");
    Ok(report.replace(&path, "FILE"))
}

#[test]
fn a_table_of_jobs_is_the_same_in_parquet_and_in_csv() {
    let world = "policies = ['ps', 'srpte', 'psbs']";
    let expected = told("jobs.csv", jobs_as_csv().as_bytes(), world).expect("jobs");
    for compression in packed() {
        let bytes = file(JOBS, vec![jobs(1), jobs(1501)], compression);
        assert_eq!(told("jobs.parquet", &bytes, world).expect("jobs"), expected, "{compression}");
        // The first bytes tell, too.
        assert_eq!(told("jobs", &bytes, world).expect("jobs"), expected, "{compression}");
    }
}

#[test]
fn jobs_with_tasks_are_the_same_in_parquet_and_in_csv() {
    let columns = vec![
        Cells::Text(all(&["load, then", "#2", "7"])),
        Cells::Long(all(&[0, 1500, 86_400_001])),
        Cells::Text(vec![Some("3;5.25;1"), None, Some("2")]),
        Cells::Text(vec![Some("4"), Some("1;2;3"), None]),
        Cells::Int(vec![Some(1), None, Some(0)]),
        Cells::Text(vec![Some("say \"x\""), None, Some("y")]),
    ];
    let csv = "id,arrival,maps,reduces,pool,name\n\"load, then\",0,3;5.25;1,4,1,\"say \"\"x\"\"\"\n\"#2\",1.5,,1;2;3,,\n\
               7,86400.001,2,,0,y\n";
    let bytes = file(TASKS, vec![columns], Compression::SNAPPY);
    for world in [
        "policies = ['fifo', 'fair', 'hfsp']\n[system]\nkind = 'cluster'\nmachines = 2",
        "policies = ['sparrow', 'eagle', 'kairos']\n[system]\nkind = 'datacenter'\nworkers = 3",
        "policies = ['ps', 'srpte']",
    ] {
        assert_eq!(told("jobs.parquet", &bytes, world).expect("jobs"), told("jobs.csv", csv.as_bytes(), world).expect("jobs"), "{world}");
    }
    let tasks = "message t { required int64 job; required double arrival; required double duration; }";
    let columns = vec![Cells::Long(all(&[1, 1, 2])), Cells::Real(all(&[0.0, 0.0, 2.5])), Cells::Real(all(&[9.0, 1.0, 4.0]))];
    let world = "policies = ['sparrow']\n[system]\nkind = 'datacenter'\nworkers = 2";
    let expected = told("t.csv", b"job,arrival,duration\n1,0,9\n1,0,1\n2,2.5,4\n", world);
    assert_eq!(told("t.PARQUET", &file(tasks, vec![columns], Compression::UNCOMPRESSED), world), expected);
}

#[test]
fn a_sweep_says_which_file_it_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let bytes = file(JOBS, vec![jobs(1)], Compression::SNAPPY);
    let path = write(folder.path(), "jobs.parquet", &bytes);
    let inputs = Inputs::default();
    let text = inputs.read(&path).expect("read");
    assert_eq!(text, read_workload(&path).expect("read"));
    let [input] = &inputs.list()[..] else { panic!("one file") };
    assert_eq!((input.bytes, &input.crc32), (bytes.len() as u64, &format!("{:08x}", crc32fast::hash(&bytes))));
}

#[test]
fn every_plain_column_is_read_as_what_it_means() {
    let folder = tempfile::tempdir().expect("a folder");
    let read = |kind: &str, cells: Cells| {
        let bytes = file(&format!("message t {{ optional {kind}; }}"), vec![vec![cells]], Compression::UNCOMPRESSED);
        let text = read_workload(&write(folder.path(), "t.parquet", bytes)).unwrap_or_else(|error| panic!("{kind}: {error}"));
        String::from_utf8(text).expect("text").replacen("x\n", "", 1)
    };
    for (kind, cells, text) in [
        ("boolean x", Cells::Truth(vec![Some(true), None]), "true\n\"\"\n"),
        ("int32 x", Cells::Int(all(&[-7, i32::MAX])), "-7\n2147483647\n"),
        ("int32 x (INTEGER(32,false))", Cells::Int(all(&[-1])), "4294967295\n"),
        ("int32 x (UINT_8)", Cells::Int(all(&[255])), "255\n"),
        ("int64 x (INTEGER(64,false))", Cells::Long(all(&[-1])), "18446744073709551615\n"),
        ("int32 x (DATE)", Cells::Int(all(&[2, -1])), "172800\n-86400\n"),
        ("int32 x (TIME(MILLIS,false))", Cells::Int(all(&[1500])), "1.5\n"),
        ("int64 x (TIMESTAMP(MILLIS,true))", Cells::Long(all(&[1_700_000_000_123])), "1700000000.123\n"),
        ("int64 x (TIMESTAMP_MICROS)", Cells::Long(all(&[-1, 5_000_000])), "-0.000001\n5\n"),
        ("int64 x (TIMESTAMP(NANOS,false))", Cells::Long(all(&[i64::MAX])), "9223372036.854775807\n"),
        ("int96 x", Cells::Old(all(&[[500_000_000, 0, 2_440_589]])), "86400.5\n"),
        ("float x", Cells::Single(all(&[0.1, f32::NAN])), "0.1\nNaN\n"),
        ("double x", Cells::Real(all(&[0.1, 1e300, -0.0, 1.0 / 3.0])), "0.1\n1e300\n-0\n0.3333333333333333\n"),
        ("int32 x (DECIMAL(9,2))", Cells::Int(all(&[150, -5, 0])), "1.5\n-0.05\n0\n"),
        ("int64 x (DECIMAL(18,0))", Cells::Long(all(&[120])), "120\n"),
        ("fixed_len_byte_array(3) x (DECIMAL(5,1))", Cells::Fixed(all(&[vec![255, 255, 246], vec![0, 1, 0]])), "-1\n25.6\n"),
        ("binary x (DECIMAL(5,1))", Cells::Bytes(all(&[vec![0x80], vec![]])), "-12.8\n0\n"),
        ("binary x", Cells::Text(vec![Some("a, b"), None, Some("#")]), "\"a, b\"\n\"\"\n\"#\"\n"),
    ] {
        assert_eq!(read(kind, cells), text, "{kind}");
    }
}

#[test]
fn what_is_no_table_of_jobs_is_refused() {
    let refused = |bytes: &[u8]| told("jobs.parquet", bytes, "policies = ['ps']").expect_err("no jobs");
    let whole = file(JOBS, vec![jobs(1)], Compression::SNAPPY);
    for cut in [0, 3, 4, 5, 8, 100, whole.len() / 2, whole.len() - 5, whole.len() - 1] {
        let message = refused(&whole[..cut]);
        assert!(message.starts_with("cannot read FILE: it is no whole Parquet file: "), "{cut}: {message}");
    }
    assert!(refused(b"id,arrival,size\n1,0,1\n").contains("it is no whole Parquet file"));
    let at = |size| vec![Cells::Long(all(&[1, 2])), Cells::Real(all(&[0.0, 1.0])), size];
    for (schema, columns, said) in [
        (
            "required int64 id; required double arrival; repeated double maps;",
            at(Cells::Lists(vec![vec![1.0, 2.0], vec![3.0]])),
            "cannot read FILE: column \"maps\" is nested; allowed: columns of numbers, texts, truth values and times; ",
        ),
        (
            "required int64 id; required group at { required double arrival; } required double size;",
            at(Cells::Real(all(&[1.0, 1.0]))),
            "cannot read FILE: column \"at\" is nested; allowed: ",
        ),
        (
            "required int64 id; required double arrival; required fixed_len_byte_array(1) size;",
            at(Cells::Fixed(all(&[vec![1], vec![2]]))),
            "cannot read FILE: column \"size\" is of bytes or of a kind that is not known; allowed: columns of numbers",
        ),
        (
            "required int64 id; required double arrival; required binary size;",
            at(Cells::Bytes(all(&[vec![49], vec![255]]))),
            "cannot read FILE: column \"size\": not text (found bytes that are not UTF-8)",
        ),
        (
            "required int64 id; required double arrival; optional double size;",
            at(Cells::Real(vec![None, None])),
            "FILE: no jobs: 2 rows without size (lines 2, 3); ",
        ),
        (
            "required int64 id; required double arrival; required double size;",
            at(Cells::Real(all(&[f64::NAN, f64::INFINITY]))),
            "FILE, line 3: size is \"inf\"; allowed: ",
        ),
        (
            "required int64 id; required double arrival; required double x;",
            at(Cells::Real(all(&[1.0, 1.0]))),
            "FILE, line 1: column \"size\" is missing (there is x; --columns says which it is, as in size=x); ",
        ),
    ] {
        let message = refused(&file(&format!("message t {{ {schema} }}"), vec![columns], Compression::SNAPPY));
        assert!(message.starts_with(said), "{schema}: {message}");
    }
}

/// Whatever its bytes are, a file is read or refused.
#[test]
fn spoilt_files_are_read_or_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("t.parquet");
    let whole = packed().map(|compression| file(JOBS, vec![jobs(1)], compression));
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut refused = 0;
    for case in 0..600 {
        let mut bytes = whole[case % whole.len()].clone();
        for _ in 0..=random(4) {
            // Most changes are to what describes the table.
            let place = if random(3) == 0 { random(bytes.len()) } else { bytes.len() - 1 - random(900) };
            bytes[place] = random(256) as u8;
        }
        std::fs::write(&path, bytes).expect("written");
        match read_workload(&path.display().to_string()) {
            Ok(text) => assert!(text.len() < 1 << 20),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100, "only {refused} of 600 were refused");
}
