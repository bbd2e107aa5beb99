//! Jobs with their tasks as comma-separated values: `id,arrival,maps,reduces` and what else a cluster knows of a job.

use super::mapreduce::MOST_TASKS;
use super::roll::Roll;
use super::table::{Cell, Fault, Form, Rows, Table, TableRow};
use super::{Columns, LeftOut, MEMORY, Phase, PoolShare, Task, TaskJob, TaskWorkload, WorkloadError, titles};
use crate::sim::written;
use std::collections::BTreeMap;
use std::io;

const COLUMNS: [&str; 17] = [
    "id",
    "arrival",
    "maps",
    "reduces",
    "shuffles",
    "estimate",
    "error",
    "weight",
    "after",
    "name",
    "pool",
    "map_memory",
    "reduce_memory",
    "dirty",
    "bin",
    "share",
    "production",
];

/// Where in these the arrival is.
const ARRIVAL: usize = 1;
/// Where the jobs are that a job waits for.
const AFTER: usize = 8;
/// Where the number of the pool is, and what all jobs of the pool are entitled to.
const POOL: usize = 10;
const SHARE: usize = 15;
const PRODUCTION: usize = 16;

/// Reads jobs with tasks from the text of a CSV file, or nothing if its header names neither `maps` nor `reduces`; `name` is what messages
/// call it, and `columns` says what columns are whose titles do not.
///
/// A row is a job. `maps` and `reduces` are the seconds of each task, with semicolons between them; one of the two may be missing. Other
/// columns may, too: `shuffles`, the seconds that each reduce gathers its input before those of `reduces` (default: none); `estimate`, the
/// estimated work of all tasks, or `error`, that ÷ the true work (default: 1); `weight` (1), `name` (none), `pool` (0), `map_memory` and
/// `reduce_memory` in gigabytes (1 and 2), `dirty` (1), and `bin`, its size class from 1 to 4 (none). `share`, the fraction of the slots
/// that its pool is guaranteed (none), and `production`, 1 if the pool's jobs are production jobs (0), are the same for all jobs of a pool.
/// An empty cell is the default.
/// Ids, `after`, comments, other names of columns, units, dates, separators and what is left out are as in files of
/// [jobs](super::read_jobs); a row without tasks is no job either.
///
/// # Errors
/// The first rows that are wrong, each with its line, value and what is allowed.
pub fn read_task_jobs(name: &str, bytes: &[u8], columns: &Columns) -> Result<Option<(TaskWorkload, LeftOut)>, WorkloadError> {
    let rows = Rows::of_table(name, bytes, columns, "a CSV file of jobs")?;
    let tells = |header: TableRow<'_>| header.cells().any(|title| matches!(&*titles::plain(title), "maps" | "reduces"));
    let said = columns.names("maps") || columns.names("reduces");
    if columns.names("size") || !said && !rows.clone().next().is_some_and(tells) {
        return Ok(None);
    }
    let table = Table::new(rows, &FORM, columns)?;
    let mut roll = Roll::of(name, table.place[0].is_some(), table.place[AFTER].is_some())?;
    let (mut jobs, mut tasks) = (vec![], 0);
    let mut pools: BTreeMap<u32, PoolShare> = BTreeMap::new();
    let left_out = table.each(&mut |row, cells| {
        let mut given = cells.map(|cell| cell.filter(|cell| !cell.text().is_empty()));
        // Without its arrival it is no job, whatever the default.
        given[ARRIVAL] = cells[ARRIVAL];
        let mut job = read(&given)?;
        tasks += job.len();
        if tasks > MOST_TASKS {
            return Err(row.value("tasks", tasks as f64, "up to 50000000 in the file").into());
        }
        job.id = roll.add(row.line, cells[0].as_ref(), given[AFTER].as_ref())?;
        let pool = entitled(&given)?;
        if let Some(cell) = given[POOL].filter(|_| pool != PoolShare::default() && job.pool >= MOST_POOLS) {
            return Err(cell.wrong("a pool from 0 to 9999, as it has a share or production jobs").into());
        }
        if *pools.entry(job.pool).or_insert(pool) != pool {
            let cell = given[SHARE].or(given[PRODUCTION]).or(given[POOL]);
            return Err(cell.map_or_else(|| Fault::no_job("without a pool"), |cell| cell.wrong(ALIKE).into()));
        }
        jobs.push(job);
        Ok(())
    })?;
    if jobs.is_empty() {
        return Err(left_out.nothing(name, "expected one job a line below the header"));
    }
    let called = roll.finish(|position, number| jobs[position].id = number)?;
    for job in &mut jobs {
        job.after = called.after.get(&job.id).cloned().unwrap_or_default();
    }
    let workload = TaskWorkload::linked(jobs).map_err(|tangle| called.refuse(&tangle))?;
    let entitled = |number: u32| pools.get(&number).copied().unwrap_or_default();
    let last = pools.iter().filter(|(_, pool)| **pool != PoolShare::default()).map(|(number, _)| *number).max();
    let pools = last.map_or_else(Vec::new, |last| (0..=last).map(entitled).collect());
    Ok(Some((workload.called(called.ids).pooled(pools), left_out)))
}

/// Pools of which it may be said what they are entitled to.
const MOST_POOLS: u32 = 10_000;
/// What all jobs of a pool have to say.
const ALIKE: &str = "the same share and production for all jobs of a pool";

/// What the pool of a row's job is entitled to.
fn entitled(given: &[Option<Cell<'_>>; COLUMNS.len()]) -> Result<PoolShare, WorkloadError> {
    let share = given[SHARE].map(|cell| cell.number("a fraction of the slots, 0 to 1", |x| (0.0..=1.0).contains(&x))).transpose()?;
    let production = match given[PRODUCTION].map(|cell| (cell, cell.text())) {
        None | Some((_, "0")) => false,
        Some((_, "1")) => true,
        Some((cell, _)) => return Err(cell.wrong("0 or 1")),
    };
    Ok(PoolShare { share, production })
}

const FORM: Form<17> = Form {
    fields: COLUMNS,
    required: &[ARRIVAL],
    instants: &[ARRIVAL],
    // What maps, reduces and shuffles take, and the estimate.
    lengths: &[2, 3, 4, 5],
    columns: "arrival, maps or reduces, and may name id, shuffles, estimate or error, weight, after, name, pool, map_memory, \
              reduce_memory, dirty, bin, share, production",
    known: |title| {
        let plain = titles::plain(title).replace(' ', "_");
        let own = COLUMNS.iter().position(|column| *column == plain).map(|field| (field, 0));
        own.or_else(|| {
            let (column, rank) = titles::known(title)?;
            Some((COLUMNS.iter().position(|known| *known == column)?, rank))
        })
    },
};

/// The job of a row, of which these of [`COLUMNS`] are given.
fn read(given: &[Option<Cell<'_>>; COLUMNS.len()]) -> Result<TaskJob, Fault> {
    let [_, arrival, maps, reduces, gathering, estimate, error, weight, _, name, pool, map_memory, reduce_memory, dirty, bin, ..] =
        given.each_ref().map(Option::as_ref);
    let real = |cell: Option<&Cell<'_>>, default: f64, allowed: &'static str, legal: fn(f64) -> bool| {
        cell.map_or(Ok(default), |cell| cell.number(allowed, legal))
    };
    let list = |cell: Option<&Cell<'_>>, allowed: &'static str, legal: fn(f64) -> bool| -> Result<Vec<f64>, WorkloadError> {
        cell.into_iter().flat_map(Cell::list).map(|part| part.number(allowed, legal)).collect()
    };
    let seconds = |x: f64| (1e-6..=1e12).contains(&x);
    let (maps, reduces) = (list(maps, WORK, seconds)?, list(reduces, WORK, seconds)?);
    let shuffles = list(gathering, SHUFFLES, |x| x == 0.0 || (1e-6..=1e12).contains(&x))?;
    if maps.is_empty() && reduces.is_empty() {
        return Err(Fault::no_job("without tasks"));
    }
    if let Some(cell) = gathering.filter(|_| shuffles.len() != reduces.len()) {
        return Err(cell.wrong("as many as reduces, with ; between them, or none").into());
    }
    let time = |cell: &Cell<'_>| cell.amount("0, or seconds from 1e-6 to 1e12", |x| x == 0.0 || (1e-6..=1e12).contains(&x));
    let arrival = arrival.map_or(Ok(0.0), time)?;
    let mut job = TaskJob::new(0, arrival, &maps, &reduces);
    for (task, shuffle) in job.tasks[1].iter_mut().zip(shuffles) {
        task.shuffle = shuffle;
    }
    if let (Some(_), Some(error)) = (estimate, error) {
        return Err(error.wrong("nothing beside an estimate").into());
    }
    let estimate = real(estimate, f64::NAN, "seconds, 0 to 1e12", |x| (0.0..=1e12).contains(&x))?;
    let whole: f64 = Phase::ALL.map(|phase| job.size(phase)).iter().sum();
    let default = if estimate.is_nan() { 1.0 } else { estimate / whole };
    job.error = real(error, default, "a factor, 0 to 1e100", |x| (0.0..=1e100).contains(&x))?;
    job.weight = real(weight, 1.0, "a number above 0 (1e-100 to 1e100)", |x| (1e-100..=1e100).contains(&x))?;
    // A mark that is doubled between others is one.
    job.name = name.map(|cell| cell.text().replace("\"\"", "\"")).unwrap_or_default();
    let allowed = "the number of a pool, from 0 to 4294967295";
    job.pool = pool.map_or(Ok(0), |cell| cell.whole(allowed)?.try_into().map_err(|_| cell.wrong(allowed)))?;
    for (memory, cell) in job.memory.iter_mut().zip([map_memory, reduce_memory]) {
        *memory = real(cell, *memory, "gigabytes, 0 to 1e12", |x| (0.0..=1e12).contains(&x))?;
    }
    job.dirty = real(dirty, 1.0, "a fraction of its memory, 0 to 1", |x| (0.0..=1.0).contains(&x))?;
    let class = |cell: &Cell<'_>| match cell.text() {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(3),
        "4" => Ok(4),
        _ => Err(cell.wrong("a size class, 1 to 4")),
    };
    job.bin = bin.map(class).transpose()?;
    Ok(job)
}

const WORK: &str = "seconds above 0 (1e-6 to 1e12), with ; between them";
const SHUFFLES: &str = "0 or seconds from 1e-6 to 1e12, with ; between them";

/// What a column says of a job.
type Say = fn(&TaskWorkload, &TaskJob) -> String;

/// Numbers with semicolons between them.
fn joined(numbers: impl Iterator<Item = f64>) -> String {
    numbers.map(written).collect::<Vec<_>>().join(";")
}

/// Writes jobs in the order in which they were given, with the columns in which any of them differs from the default, and numbers in a
/// form that reads back to the same bits.
///
/// # Errors
/// If `out` cannot be written to.
pub fn write_task_jobs(workload: &TaskWorkload, out: impl io::Write) -> io::Result<()> {
    let columns: [(&str, bool, Say); 16] = [
        ("id", true, |all, job| all.ids().of(job.id).into_owned()),
        ("arrival", true, |_, job| written(job.arrival)),
        ("maps", true, |_, job| joined(job.tasks[0].iter().map(Task::duration))),
        ("reduces", true, |_, job| joined(job.tasks[1].iter().map(|task| task.work))),
        ("shuffles", false, |_, job| {
            let some = job.tasks[1].iter().any(|task| task.shuffle != 0.0);
            if some { joined(job.tasks[1].iter().map(|task| task.shuffle)) } else { String::new() }
        }),
        ("error", false, |_, job| unless(job.error == 1.0, || written(job.error))),
        ("weight", false, |_, job| unless(job.weight == 1.0, || written(job.weight))),
        ("after", false, |all, job| job.after.iter().map(|id| all.ids().of(*id)).collect::<Vec<_>>().join(";")),
        ("name", false, |_, job| job.name.clone()),
        ("pool", false, |_, job| unless(job.pool == 0, || job.pool.to_string())),
        ("map_memory", false, |_, job| unless(job.memory[0] == MEMORY[0], || written(job.memory[0]))),
        ("reduce_memory", false, |_, job| unless(job.memory[1] == MEMORY[1], || written(job.memory[1]))),
        ("dirty", false, |_, job| unless(job.dirty == 1.0, || written(job.dirty))),
        ("bin", false, |_, job| job.bin.map_or_else(String::new, |bin| bin.to_string())),
        ("share", false, |all, job| all.pool(job).share.map_or_else(String::new, written)),
        ("production", false, |all, job| unless(!all.pool(job).production, || "1".to_owned())),
    ];
    let used = |(_, always, say): &&(&str, bool, Say)| *always || workload.jobs().iter().any(|job| !say(workload, job).is_empty());
    let columns: Vec<_> = columns.iter().filter(used).collect();
    let mut csv = csv::WriterBuilder::new().has_headers(false).comment(Some(b'#')).from_writer(out);
    csv.write_record(columns.iter().map(|(title, ..)| title))?;
    for position in workload.given_order() {
        let job = &workload.jobs()[position];
        csv.write_record(columns.iter().map(|(.., say)| say(workload, job)))?;
    }
    csv.flush()
}

/// What is no default, written.
fn unless(default: bool, write: impl FnOnce() -> String) -> String {
    if default { String::new() } else { write() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workload::{Errors, Mix, Recurring, read_jobs};

    fn reads(text: &str) -> TaskWorkload {
        read_task_jobs("f.csv", text.as_bytes(), &Columns::default()).unwrap().expect("jobs with tasks").0
    }

    fn writes(workload: &TaskWorkload) -> String {
        let mut out = vec![];
        write_task_jobs(workload, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn fails(text: &str) -> String {
        read_task_jobs("f.csv", text.as_bytes(), &Columns::default()).unwrap_err().to_string()
    }

    #[test]
    fn pools_keep_what_they_are_entitled_to() {
        let text = "id,arrival,maps,reduces,pool,share,production\n1,0,5,,0,0.2,\n2,0,5,,2,0.8,1\n3,1,5,,2,0.8,1\n4,2,5,,1,,\n";
        let jobs = reads(text);
        let pool = |share, production| PoolShare { share, production };
        assert_eq!(jobs.pools(), [pool(Some(0.2), false), pool(None, false), pool(Some(0.8), true)]);
        let mut out = vec![];
        write_task_jobs(&jobs, &mut out).unwrap();
        assert_eq!(reads(std::str::from_utf8(&out).unwrap()), jobs);
        assert_eq!(reads("id,arrival,maps\n1,0,5\n").pools(), []);
        for (row, what) in [
            ("3,1,5,,2,0.7,1", "line 4: share is \"0.7\"; allowed: the same share and production for all jobs of a pool"),
            ("3,1,5,,2,0.8,", "line 4: share is \"0.8\"; allowed: the same share and production"),
            ("3,1,5,,1,2,", "line 4: share is \"2\"; allowed: a fraction of the slots, 0 to 1"),
            ("3,1,5,,1,,x", "line 4: production is \"x\"; allowed: 0 or 1"),
            ("3,1,5,,10000,0.1,", "line 4: pool is \"10000\"; allowed: a pool from 0 to 9999"),
        ] {
            let wrong = fails(&text.replace("3,1,5,,2,0.8,1", row));
            assert!(wrong.contains(what), "{wrong}");
        }
    }

    #[test]
    fn a_person_can_write_jobs_with_tasks() {
        let jobs = reads("job,submit,maps,reduces,pool\nload,0,10; 12.5,,1\n# a comment\nreport,3,,4,\n7,5,1e-6,2;3,2\n");
        let plain = |id, arrival, maps: &[f64], reduces: &[f64], pool| TaskJob { pool, ..TaskJob::new(id, arrival, maps, reduces) };
        let expected = [plain(1, 0.0, &[10.0, 12.5], &[], 1), plain(2, 3.0, &[], &[4.0], 0), plain(7, 5.0, &[1e-6], &[2.0, 3.0], 2)];
        assert_eq!(jobs.jobs(), expected);
        assert_eq!(&*jobs.ids().of(2), "report");
        assert_eq!(writes(&jobs), "id,arrival,maps,reduces,pool\nload,0,10;12.5,,1\nreport,3,,4,\n7,5,0.000001,2;3,2\n");
        let (whole, _) = read_jobs("f.csv", b"id,arrival,maps,reduces,estimate\n1,0,10;12.5,3,51\n", &Columns::default()).unwrap();
        assert_eq!((whole.jobs()[0].size, whole.jobs()[0].estimate), (25.5, 51.0));
        assert!(read_task_jobs("f.csv", b"id,arrival,size\n1,0,maps\n", &Columns::default()).unwrap().is_none());
    }

    #[test]
    fn all_that_is_known_of_a_job_comes_back() {
        let text = "id,arrival,maps,reduces,shuffles,error,weight,after,name,pool,map_memory,reduce_memory,dirty,bin\n\
                    a,0,1.5,2;3,0.1;0,0.3333333333333333,2,,\"say \"\"sort, then join\"\"\",3,0.5,,0.25,2\n\
                    \"#b\",0,1,,,,,a,,,,4,,\n";
        let jobs = reads(text);
        assert_eq!(jobs.jobs()[0].name, "say \"sort, then join\"");
        assert_eq!(jobs.jobs()[0].tasks[1], [Task { shuffle: 0.1, work: 2.0 }, Task::of(3.0)]);
        assert_eq!((jobs.jobs()[1].after.as_slice(), jobs.jobs()[1].memory, jobs.jobs()[1].bin), (&[1][..], [1.0, 4.0], None));
        assert_eq!(writes(&jobs), text);
        let recurring = Mix::Test.recurring(Recurring { fraction: 0.4, growth: 1.1 }, 40, 3, 1).unwrap();
        for mix in [
            Mix::Dev.generate(60, 1, 0).unwrap(),
            Mix::Facebook.generate(20, 2, 0).unwrap().in_chains(3.0, [40, 20], 2, 0).unwrap(),
            recurring,
        ] {
            let mix = mix.with_errors(Errors::default(), 0.7, 1, 0).unwrap();
            assert_eq!(reads(&writes(&mix)), mix);
        }
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        for (text, said) in [
            ("id,maps\n1,2\n", "f.csv, line 1: column \"arrival\" is missing; the header must name the columns arrival, maps or reduces"),
            ("id,arrival,maps,Maps\n", "column \"Maps\" is there twice"),
            ("id,arrival,maps\n", "no jobs: expected one job a line below the header"),
            ("id,arrival,maps\n1,0,\n", "no jobs: 1 row without tasks (line 2)"),
            ("id,arrival,maps\n1,0,3;;4\n", "line 2: maps is \"\"; allowed: seconds above 0"),
            ("id,arrival,maps\n1,0,3;-4\n", "line 2: maps is \"-4\""),
            ("id,arrival,maps\n1,0,1e-9\n", "line 2: maps is \"1e-9\""),
            ("id,arrival,maps\n1,-1,3\n", "no jobs: 1 row with a negative arrival (line 2)"),
            ("id,arrival,maps,reduces,shuffles\n1,0,1,2;3,1\n", "line 2: shuffles is \"1\"; allowed: as many as reduces"),
            ("id,arrival,maps,estimate,error\n1,0,1,2,3\n", "line 2: error is \"3\"; allowed: nothing beside an estimate"),
            ("id,arrival,maps,pool\n1,0,1,4294967296\n", "line 2: pool is \"4294967296\""),
            ("id,arrival,maps,dirty\n1,0,1,2\n", "line 2: dirty is \"2\""),
            ("id,arrival,maps,map_memory\n1,0,1,-2\n", "line 2: map_memory is \"-2\""),
            ("id,arrival,maps,bin\n1,0,1,5\n", "line 2: bin is \"5\"; allowed: a size class, 1 to 4"),
            ("id,arrival,maps,weight\n1,0,1,0\n", "line 2: weight is \"0\""),
            ("id,arrival,maps\n1,0,1\n1,0,1\n", "line 3: id 1 is already used in line 2"),
            ("id,arrival,maps,after\n1,0,1,x\n", "line 2: job 1 waits for job x, which is not among the jobs"),
            ("id,arrival,maps,after\n1,0,1,2\n2,0,1,1\n", "line 2: jobs wait for each other in a circle: 1 waits for 2, 2 waits for 1"),
            ("id,arrival,maps\n1,0\n", "line 2: 2 columns; expected 3, as the header has"),
        ] {
            let error = fails(text);
            assert!(error.contains(said), "{text}: {error}");
        }
    }
}
