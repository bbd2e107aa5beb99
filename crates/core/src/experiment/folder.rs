//! A folder as one log: its files one after the other, as Spark rolls its event logs and Hadoop writes its output in parts.

use schedscope::workload::is_value;
use std::cmp::Ordering;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// The files of a folder that are parts of a log, in their order: by name, in which numbers count as such. What Spark and Hadoop keep beside
/// their logs is none: names that begin with `.`, `_` or `appstatus`, and check sums. A compacted part of Spark's stands for all before it.
///
/// # Errors
/// If it cannot be read or has none; or if a part of a log that Spark has rolled is missing.
pub fn parts(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut parts = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = name(&path);
        let beside = name.starts_with(['.', '_']) || name.starts_with("appstatus");
        if path.is_file() && !beside {
            parts.push(path);
        }
    }
    parts.sort_by(|a, b| natural(&name(a), &name(b)));
    let compacted = |path: &PathBuf| uncompressed(&name(path)).ends_with(".compact");
    if let Some(last) = parts.iter().rposition(compacted) {
        let before = rolled(&name(&parts[last]));
        let compact = parts[last].clone();
        parts.retain(|part| *part == compact || rolled(&name(part)) > before);
    }
    let wrong = |why: String| io::Error::new(ErrorKind::InvalidData, why);
    if parts.is_empty() {
        return Err(wrong("it is a folder without a file of jobs; allowed: a file, or a folder of parts of one log".to_owned()));
    }
    let rolled: Option<Vec<u64>> = parts.iter().map(|part| rolled(&name(part))).collect();
    if let Some(numbers) = rolled {
        let first = if compacted(&parts[0]) { numbers[0] } else { 1 };
        if let Some((expected, found)) = (first..).zip(&numbers).find(|(expected, found)| expected != *found) {
            let part = name(&parts[numbers.iter().position(|number| number == found).unwrap_or(0)]);
            return Err(wrong(format!("part {expected} of the log is missing, the one before {part}; allowed: all parts, from 1 on")));
        }
    }
    Ok(parts)
}

/// What the file at the end of a path is called.
pub fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// The number of a part that Spark has rolled: 2 of `events_2_app-20260503`.
fn rolled(name: &str) -> Option<u64> {
    name.strip_prefix("events_")?.split_once('_')?.0.parse().ok()
}

/// A name without that of its compression, which Spark puts behind all others.
fn uncompressed(name: &str) -> &str {
    ["gz", "zst", "zstd"].iter().find_map(|packed| name.strip_suffix(packed)?.strip_suffix('.')).unwrap_or(name)
}

/// Compares names as people count: `part-9` is before `part-10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let [digits_a, digits_b] = [a, b].map(|text| text.bytes().take_while(u8::is_ascii_digit).count());
        if digits_a > 0 && digits_b > 0 {
            let [number_a, number_b] = [&a[..digits_a], &b[..digits_b]].map(|digits| digits.trim_start_matches('0'));
            let order = number_a.len().cmp(&number_b.len()).then_with(|| number_a.cmp(number_b));
            if order.is_ne() {
                return order;
            }
            (a, b) = (&a[digits_a..], &b[digits_b..]);
            continue;
        }
        let (mut chars_a, mut chars_b) = (a.chars(), b.chars());
        match (chars_a.next(), chars_b.next()) {
            (Some(x), Some(y)) if x == y => (a, b) = (chars_a.as_str(), chars_b.as_str()),
            (x, y) => return x.cmp(&y),
        }
    }
}

/// Puts the text of a part behind those before it. A header, which holds no numbers, is left out if the first part has the same.
pub fn join(all: &mut Vec<u8>, part: &[u8]) {
    let first_line = |text: &[u8]| text.iter().position(|byte| *byte == b'\n').map_or(text.len(), |end| end);
    if !all.is_empty() && all.last() != Some(&b'\n') {
        all.push(b'\n');
    }
    let header = &part[..first_line(part)];
    let titles = || str::from_utf8(header).is_ok_and(|line| !line.starts_with('{') && !line.split([',', ';', '\t', '|']).any(is_value));
    let again = !header.is_empty() && header == &all[..first_line(all)] && titles();
    // Its line stays, so that lines are counted alike.
    all.extend_from_slice(if again { &part[header.len()..] } else { part });
}

#[cfg(test)]
mod tests {
    use super::*;
    use tempfile::tempdir;

    fn names(files: &[&str]) -> Result<Vec<String>, String> {
        let folder = tempdir().unwrap();
        files.iter().for_each(|file| fs::write(folder.path().join(file), "x").unwrap());
        let parts = parts(folder.path()).map_err(|error| error.to_string())?;
        Ok(parts.iter().map(|part| name(part)).collect())
    }

    #[test]
    fn parts_are_in_the_order_in_which_people_count() {
        let files = ["part-10.csv", "part-9.csv", "_SUCCESS", ".part-9.csv.crc", "appstatus_app-1", "part-009b.csv"];
        assert_eq!(names(&files).unwrap(), ["part-9.csv", "part-009b.csv", "part-10.csv"]);
        assert!(names(&["_SUCCESS"]).unwrap_err().starts_with("it is a folder without a file of jobs"));
    }

    #[test]
    fn parts_that_spark_has_rolled_are_whole() {
        let rolled = ["events_1_app-1.zstd", "events_2_app-1.zstd", "events_10_app-1.zstd"];
        let missing = names(&rolled).unwrap_err();
        assert_eq!(missing, "part 3 of the log is missing, the one before events_10_app-1.zstd; allowed: all parts, from 1 on");
        assert!(names(&rolled[1..2]).unwrap_err().starts_with("part 1 of the log is missing"));
        let compacted = ["events_2_app.compact.zstd", "events_1_app.zstd", "events_2_app.zstd", "events_3_app.zstd"];
        assert_eq!(names(&compacted).unwrap(), ["events_2_app.compact.zstd", "events_3_app.zstd"]);
    }

    #[test]
    fn the_header_of_a_table_counts_once() {
        let mut all = vec![];
        for part in ["id,arrival,size\n1,0,1\n", "id,arrival,size\n2,1,1", "3,2,1\n"] {
            join(&mut all, part.as_bytes());
        }
        assert_eq!(String::from_utf8(all).unwrap(), "id,arrival,size\n1,0,1\n\n2,1,1\n3,2,1\n");
        // Two jobs that are alike are no titles.
        let mut all = vec![];
        (0..2).for_each(|_| join(&mut all, b"job0\t1\t1\t5\t0\t0\n"));
        assert_eq!(all, b"job0\t1\t1\t5\t0\t0\n".repeat(2));
    }
}
