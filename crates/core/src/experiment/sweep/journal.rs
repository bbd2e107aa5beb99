//! What has been computed, one line a record, so that nothing finished is lost: eight hexadecimal digits of a check sum, a
//! space, and the record as JSON. The first record says of which sweep, and which share of it. A line that is torn or
//! damaged is as if it had never been written, and its cell is computed again.

use super::{CellResult, Manifest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread::sleep;
use std::time::Duration;
use thiserror::Error;

/// A deterministic share of the cells: every `of`-th, from the `number`-th on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All cells.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// Most shares into which a sweep can be split.
    pub const MOST: u64 = 100_000;

    /// Whether there is such a share.
    fn exists(&self) -> bool {
        self.of <= Self::MOST && (1..=self.of).contains(&self.number)
    }

    /// The cells of this share, out of `all`.
    pub fn cells(self, all: u64) -> impl Iterator<Item = u64> {
        (self.number - 1..all).step_by(self.of as usize)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        numbers
            .map(|(number, of)| Self { number, of })
            .filter(Self::exists)
            .ok_or_else(|| format!("allowed: K/N with K from 1 to N and N up to {}, as in 2/8", Self::MOST))
    }
}

/// The first record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// Of which sweep.
    pub manifest: Manifest,
    /// Which share of its cells.
    pub shard: Shard,
}

/// What a journal holds.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recorded {
    /// The first record; absent if there is none or it is damaged.
    pub header: Option<Header>,
    /// Results by cell.
    pub results: BTreeMap<u64, CellResult>,
    /// Lines that were torn or damaged.
    pub damaged: usize,
}

impl Recorded {
    /// Reads a journal, and leaves out what cannot be one's.
    pub fn parse(bytes: &[u8]) -> Self {
        let mut lines = bytes.split_inclusive(|byte| *byte == b'\n');
        let header = lines.next().and_then(read).filter(|header: &Header| header.shard.exists());
        let mut recorded = Self { header, ..Self::default() };
        let Some(header) = &recorded.header else { return recorded };
        for line in lines {
            match read(line).filter(|result: &CellResult| result.belongs(&header.manifest.sweep)) {
                Some(result) => {
                    recorded.results.insert(result.cell, result);
                }
                None => recorded.damaged += 1,
            }
        }
        recorded
    }

    /// As [`parse`](Self::parse) reads it, for who hands results on.
    ///
    /// # Panics
    /// Never: records are plain values.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![];
        let header = self.header.iter().try_for_each(|header| write(header, &mut bytes));
        header.and_then(|()| self.results.values().try_for_each(|result| write(result, &mut bytes))).expect("memory takes plain values");
        bytes
    }

    /// Reads the journal in a folder.
    ///
    /// # Errors
    /// If there is none, or it tells of no sweep.
    pub fn of_folder(folder: &Path) -> Result<(Header, Self), JournalError> {
        let path = folder.join(Journal::NAME);
        let bytes = has_an_end(&path).and_then(|()| std::fs::read(&path)).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => JournalError::NoSweep(show(folder)),
            _ => JournalError::File { path: show(&path), source },
        })?;
        let recorded = Self::parse(&bytes);
        recorded.header.clone().map(|header| (header, recorded)).ok_or_else(|| JournalError::NoSweep(show(folder)))
    }
}

/// A record, if the line is whole.
fn read<T: for<'a> Deserialize<'a>>(line: &[u8]) -> Option<T> {
    let line = str::from_utf8(line.strip_suffix(b"\n")?).ok()?;
    let (sum, json) = line.split_once(' ')?;
    (sum == format!("{:08x}", crc32fast::hash(json.as_bytes()))).then(|| serde_json::from_str(json).ok())?
}

/// A journal grows with its sweep and has no limit; a device or a pipe in its place has no end.
fn has_an_end(path: &Path) -> io::Result<()> {
    if path.metadata()?.is_file() { Ok(()) } else { Err(io::Error::other("it is not a regular file")) }
}

fn write(record: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let json = serde_json::to_string(record)?;
    // One call, so that a record is torn only if the system tears it.
    out.write_all(format!("{:08x} {json}\n", crc32fast::hash(json.as_bytes())).as_bytes())
}

/// Why a folder cannot take a sweep.
#[derive(Debug, Error)]
pub enum JournalError {
    /// The folder or its journal cannot be used.
    #[error("cannot use {path}: {source}")]
    File {
        /// Which.
        path: String,
        /// Why.
        source: io::Error,
    },
    /// Another process writes there.
    #[error("another process is running a sweep in {0}; wait for it, or name another folder")]
    Busy(String),
    /// The folder belongs to another sweep.
    #[error("{folder} holds {what}; name another folder with --output, or throw that one away with --fresh")]
    Other {
        /// The folder.
        folder: String,
        /// What it holds.
        what: String,
    },
    /// The folder has no journal.
    #[error("{0} holds no sweep; allowed: a folder that schedscope sweep or merge has written")]
    NoSweep(String),
}

fn show(path: &Path) -> String {
    path.display().to_string()
}

/// A journal that is being written, locked against other processes.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Its file in the folder of a sweep.
    pub const NAME: &str = "journal";

    /// The files that may stand beside it: what the sweep is, its results in two forms, and its page.
    pub const RESULTS: [&str; 4] = ["manifest.json", "results.csv", "results.parquet", "report.html"];

    /// Opens the journal of a sweep in a folder, both of which are made if they are not there, and reads what it already has.
    /// With `fresh` the journal and [all beside it](Self::RESULTS) is removed first.
    ///
    /// # Errors
    /// If the folder belongs to another sweep or cannot be used; then nothing has changed.
    pub fn open(folder: &Path, header: &Header, fresh: bool) -> Result<(Self, Recorded), JournalError> {
        let path = folder.join(Journal::NAME);
        let fail = |source| JournalError::File { path: show(&path), source };
        let other = |what: String| JournalError::Other { folder: show(folder), what };
        let stale = || Self::RESULTS.iter().map(|name| folder.join(name)).filter(|path| path.exists());
        if !path.exists()
            && !fresh
            && let Some(found) = stale().next()
        {
            return Err(other(format!("{} but no journal of the sweep that it is from", found.file_name().unwrap_or_default().display())));
        }
        std::fs::create_dir_all(folder).map_err(|source| JournalError::File { path: show(folder), source })?;
        if path.exists() {
            has_an_end(&path).map_err(fail)?;
        }
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&path).map_err(fail)?;
        if !lock(&file) {
            return Err(JournalError::Busy(show(folder)));
        }
        let mut bytes = vec![];
        file.read_to_end(&mut bytes).map_err(fail)?;
        let mut recorded = Recorded::parse(&bytes);
        let torn_at_birth = !bytes.contains(&b'\n');
        match &recorded.header {
            Some(found) if found == header && !fresh => {
                // What follows must begin a line.
                let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
                file.set_len(whole as u64).map_err(fail)?;
            }
            Some(found) if !fresh => {
                let what = match found.manifest.difference(&header.manifest) {
                    Some(difference) => format!("a sweep with {difference}"),
                    None => format!("shard {} of this sweep", found.shard),
                };
                return Err(other(what));
            }
            None if !fresh && !torn_at_birth => return Err(other("a journal whose first line is damaged".to_owned())),
            _ => {
                for path in stale() {
                    std::fs::remove_file(&path).map_err(|source| JournalError::File { path: show(&path), source })?;
                }
                recorded = Recorded { header: Some(header.clone()), ..Recorded::default() };
                file.set_len(0).map_err(fail)?;
                file.seek(SeekFrom::Start(0)).map_err(fail)?;
                write(header, &mut file).map_err(fail)?;
            }
        }
        file.seek(SeekFrom::End(0)).map_err(fail)?;
        Ok((Self { file, path }, recorded))
    }

    /// Enters a result. It is with the operating system when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, result: &CellResult) -> Result<(), JournalError> {
        write(result, &mut self.file).map_err(|source| JournalError::File { path: show(&self.path), source })
    }

    /// Writes the journal anew if it was deleted meanwhile, and says whether it was. A file that is open can still be read.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn restore(&mut self) -> Result<bool, JournalError> {
        if self.path.exists() {
            return Ok(false);
        }
        let fail = |source| JournalError::File { path: show(&self.path), source };
        self.path.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(fail)?;
        let mut file = OpenOptions::new().read(true).write(true).create_new(true).open(&self.path).map_err(fail)?;
        // Where there are no locks, no other process holds one.
        let _ = file.try_lock();
        self.file.seek(SeekFrom::Start(0)).map_err(fail)?;
        io::copy(&mut self.file, &mut file).map_err(fail)?;
        self.file = file;
        Ok(true)
    }
}

/// Locks a journal against other processes, as far as its file system has locks, and says whether nobody else who lives has locked it.
fn lock(file: &File) -> bool {
    /// How often it is tried, and how long after each try: who was killed a moment ago may still be leaving.
    const TRIES: (u32, Duration) = (10, Duration::from_millis(50));
    for _ in 0..TRIES.0 {
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => sleep(TRIES.1),
            Ok(()) | Err(TryLockError::Error(_)) => return true,
        }
    }
    orphaned(file)
}

/// Whether who locked a file is dead. The lock outlives its owner in processes that were forked from it and have the file open without
/// knowing of it.
#[cfg(target_os = "linux")]
fn orphaned(file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(found), Ok(locks)) = (file.metadata(), std::fs::read_to_string("/proc/locks")) else { return false };
    // A line is `1: FLOCK  ADVISORY  WRITE 4711 fd:01:1234 0 EOF`; an owner whom this process cannot see is 0.
    let owner = |line: &str| {
        let mut words = line.split_whitespace().skip(1);
        let (kind, owner, place) = (words.next()?, words.nth(2)?, words.next()?);
        let inode: u64 = place.rsplit(':').next()?.parse().ok()?;
        (kind == "FLOCK" && inode == found.ino()).then(|| owner.parse::<u32>().ok())?
    };
    let mut owners = locks.lines().filter_map(owner).peekable();
    owners.peek().is_some() && owners.all(|owner| owner > 0 && !Path::new("/proc").join(owner.to_string()).exists())
}

#[cfg(not(target_os = "linux"))]
fn orphaned(_: &File) -> bool {
    false
}

impl Drop for Journal {
    /// Closing it is not enough where a process that was forked meanwhile has it open as well.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::sweep::{Sweep, SweepRow};
    use crate::experiment::{Column, SystemKind};

    fn header() -> Header {
        let sweep = Sweep::from_toml("policies = [\"ps\"]\n[axes]\nseed = [1, 2, 3]").unwrap();
        Header { manifest: Manifest::new(sweep, vec![]), shard: Shard::WHOLE }
    }

    fn result(cell: u64) -> CellResult {
        let values = Column::all(SystemKind::Server).iter().enumerate().map(|(i, _)| (i != 3).then_some(0.1 * i as f64)).collect();
        CellResult { cell, rows: vec![SweepRow { policy: "ps".to_owned(), class: None, values }] }
    }

    #[test]
    fn what_is_written_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Journal::open(folder.path(), &header(), false);
        let (mut journal, recorded) = open().unwrap();
        assert!(recorded.results.is_empty());
        journal.add(&result(2)).unwrap();
        assert!(matches!(open(), Err(JournalError::Busy(_))), "one at a time");
        // As a process that was forked would.
        let elsewhere = journal.file.try_clone().unwrap();
        drop(journal);
        drop(open().unwrap());
        drop(elsewhere);
        let path = folder.path().join(Journal::NAME);
        let whole = std::fs::read(&path).unwrap();
        // A record that was torn is dropped, and the next begins a line.
        std::fs::write(&path, [&whole[..], b"0123abcd {\"cell\":"].concat()).unwrap();
        let (mut journal, recorded) = open().unwrap();
        assert_eq!((recorded.results.len(), recorded.damaged), (1, 1));
        assert_eq!(recorded.results[&2], result(2));
        assert_eq!(Recorded::parse(&recorded.to_bytes()), Recorded { damaged: 0, ..recorded });
        journal.add(&result(0)).unwrap();
        drop(journal);
        let (_, recorded) = open().unwrap();
        assert_eq!((recorded.results.into_keys().collect::<Vec<_>>(), recorded.damaged), (vec![0, 2], 0));
    }

    #[test]
    #[cfg(unix)]
    fn what_was_deleted_is_written_anew() {
        let parent = tempfile::tempdir().unwrap();
        let folder = parent.path().join("sweep");
        let (mut journal, _) = Journal::open(&folder, &header(), false).unwrap();
        journal.add(&result(0)).unwrap();
        assert!(!journal.restore().unwrap(), "it is there");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(journal.restore().unwrap());
        journal.add(&result(2)).unwrap();
        drop(journal);
        let (_, recorded) = Journal::open(&folder, &header(), false).unwrap();
        assert_eq!((recorded.results.into_keys().collect::<Vec<_>>(), recorded.damaged), (vec![0, 2], 0));
    }

    #[test]
    fn damage_is_noticed() {
        let mut bytes = vec![];
        write(&header(), &mut bytes).unwrap();
        let first = bytes.len();
        write(&result(0), &mut bytes).unwrap();
        write(&result(1), &mut bytes).unwrap();
        write(&result(3), &mut bytes).unwrap();
        let recorded = Recorded::parse(&bytes);
        assert_eq!((recorded.results.len(), recorded.damaged), (2, 1), "there is no cell 3");
        for at in first..bytes.len() {
            let mut spoilt = bytes.clone();
            spoilt[at] ^= 1;
            let recorded = Recorded::parse(&spoilt);
            assert!(recorded.results.iter().all(|(cell, found)| *found == result(*cell)), "byte {at}");
        }
        bytes[20] ^= 1;
        assert_eq!(Recorded::parse(&bytes).header, None);
    }

    #[test]
    fn shards_share_all_cells() {
        for of in [1, 3, 4, 25] {
            let mut cells: Vec<u64> = (1..=of).flat_map(|number| Shard { number, of }.cells(20)).collect();
            cells.sort_unstable();
            assert_eq!(cells, (0..20).collect::<Vec<u64>>());
        }
        for text in ["0/2", "3/2", "1", "a/b", "1/0", "/", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
    }
}
