//! What a file of jobs contains, before anything is simulated.

use super::Stretch;
use schedscope::metrics::{Ecdf, Sorted};
use schedscope::workload::{
    BatchWorkload, Columns, LeftOut, Portion, TaskJob, TaskWorkload, Which, Workload, read_hadoop, read_jobs, read_swf, read_swim,
    read_task_jobs, read_tr, read_wfcommons,
};
use schedscope::world::check::MANY;
use schedscope::world::{FileFormat, SpecError, TRACE_LOAD};
use serde::{Deserialize, Serialize};

/// What a file of jobs contains.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Survey {
    /// How it is written.
    pub format: FileFormat,
    /// What sizes are measured in.
    pub unit: Unit,
    /// Number of jobs.
    pub jobs: u64,
    /// What of the file is not read.
    pub left_out: LeftOut,
    /// Distribution of sizes.
    pub sizes: Ecdf,
    /// Mean size.
    pub mean: f64,
    /// Median size.
    pub median: f64,
    /// Largest size.
    pub largest: f64,
    /// Fraction of all work that the largest hundredth of the jobs holds; one job at least.
    pub top_share: f64,
    /// When the first job and the last arrive.
    pub arrivals: (f64, f64),
    /// Jobs that arrive in equal intervals between these.
    pub counts: Vec<u32>,
    /// Work ÷ time from the first arrival to the last, where sizes are times; absent where all jobs arrive at once.
    pub load: Option<f64>,
    /// Speed in bytes per second at which it is served by default, where sizes are bytes.
    pub speed: Option<f64>,
    /// Number of tasks, where jobs have some.
    pub tasks: Option<u64>,
    /// What of it a cluster can be watched with, where all would be too many tasks.
    pub portion: Option<Portion>,
    /// Processors of the machine that it was recorded on.
    pub processors: Option<u32>,
    /// Half of the estimates are off by more than this factor; absent where estimates are the sizes.
    pub off: Option<f64>,
    /// Whether weights differ.
    pub weighted: bool,
    /// The jobs that are worth watching, up to twenty.
    pub stretch: Stretch,
    /// Check sum of the file: FNV-1a.
    pub sum: u64,
}

/// What sizes are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unit {
    /// The unit of arrivals.
    Time,
    /// Seconds on the whole machine.
    Machine,
    /// Seconds of all tasks of a job together.
    Tasks,
    /// Bytes.
    Bytes,
}

/// Intervals in which arrivals are counted.
const INTERVALS: usize = 120;
/// Steps of the distribution of sizes.
const STEPS: usize = 500;

/// A check sum of these bytes, which tells one file from another: FNV-1a.
fn sum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// When a job arrives, and how many tasks it has.
fn counted(job: &TaskJob) -> (f64, usize) {
    (job.arrival, job.len())
}

/// What of jobs with these arrivals and numbers of tasks can be watched, if not all: as many as can be, at the beginning if that does.
fn watched(jobs: impl Iterator<Item = (f64, usize)>) -> Option<Portion> {
    /// Tasks that are played without waiting for long.
    const MOST: usize = 20_000;
    const COUNTS: [usize; 8] = [200, 100, 50, 20, 10, 5, 2, 1];
    let jobs: Vec<(f64, usize)> = jobs.collect();
    let tasks = |jobs: &[(f64, usize)]| jobs.iter().map(|(_, tasks)| tasks).sum::<usize>();
    if tasks(&jobs) <= MOST {
        return None;
    }
    let portions = COUNTS.into_iter().flat_map(|count| [Which::First, Which::Busiest].map(|part| Portion { count, part }));
    let few = |portion: &Portion| {
        let mut some = jobs.clone();
        portion.cut(&mut some, |(arrival, _)| arrival);
        tasks(&some) <= MOST
    };
    Some(portions.into_iter().find(few).unwrap_or(Portion::first(1)))
}

impl Survey {
    /// Looks through a file, whose name tells its format.
    ///
    /// # Errors
    /// The first thing that is wrong, with its line, value and what is allowed.
    pub fn of(name: &str, bytes: &[u8]) -> Result<Self, SpecError> {
        let format = FileFormat::of(name)?;
        let (mut survey, left_out) = match format {
            FileFormat::Csv => match read_task_jobs(name, bytes, &Columns::default())? {
                Some((jobs, left_out)) => (Self::of_task_jobs(format, &jobs), left_out),
                None => {
                    let (jobs, left_out) = read_jobs(name, bytes, &Columns::default())?;
                    let cut = TaskWorkload::cut(&jobs, None);
                    let portion = watched(cut.jobs().iter().map(counted));
                    (Self { portion, ..Self::look(format, Unit::Time, &jobs) }, left_out)
                }
            },
            FileFormat::Tr => {
                let (batches, left_out) = read_tr(name, bytes)?;
                (Self::of_tasks(format, &batches), left_out)
            }
            FileFormat::Hadoop => {
                let (jobs, left_out) = read_hadoop(name, bytes)?;
                (Self::of_task_jobs(format, &jobs), left_out)
            }
            FileFormat::Swf => {
                let (trace, left_out) = read_swf(name, bytes)?;
                let survey = Self::look(format, Unit::Machine, &trace.workload());
                (Self { processors: Some(trace.processors), portion: watched(trace.widths()), ..survey }, left_out)
            }
            FileFormat::Wfcommons => {
                let workflow = read_wfcommons(name, bytes)?;
                // All of it is watched, or nothing.
                (Self { portion: None, ..Self::of_task_jobs(format, &workflow) }, LeftOut::default())
            }
            // No other format has an extension.
            _ => {
                let (trace, left_out) = read_swim(name, bytes)?;
                let (workload, speed) = (trace.workload(1.0)?, trace.speed(TRACE_LOAD)?);
                let survey = Self::look(format, Unit::Bytes, &workload);
                let portion = watched(trace.task_jobs().map(|job| counted(&job)));
                (Self { speed: Some(speed), portion, stretch: Stretch::of(&workload, speed), ..survey }, left_out)
            }
        };
        survey.left_out = left_out;
        if matches!(survey.unit, Unit::Bytes | Unit::Tasks) {
            survey.load = None;
        }
        survey.sum = sum(bytes);
        Ok(survey)
    }

    fn of_task_jobs(format: FileFormat, jobs: &TaskWorkload) -> Self {
        let tasks = jobs.jobs().iter().map(TaskJob::len).sum::<usize>() as u64;
        let portion = watched(jobs.jobs().iter().map(counted));
        Self { tasks: Some(tasks), portion, ..Self::look(format, Unit::Tasks, &jobs.whole()) }
    }

    fn of_tasks(format: FileFormat, batches: &BatchWorkload) -> Self {
        let portion = watched(batches.jobs().iter().map(|job| (job.arrival, job.tasks() as usize)));
        Self { tasks: Some(batches.tasks() as u64), portion, ..Self::look(format, Unit::Tasks, &batches.whole()) }
    }

    fn look(format: FileFormat, unit: Unit, workload: &Workload) -> Self {
        let jobs = workload.jobs();
        let sizes = Sorted::new(jobs.iter().map(|job| job.size).collect());
        let (first, last) = (jobs.first().map_or(0.0, |job| job.arrival), jobs.last().map_or(0.0, |job| job.arrival));
        let mut counts = vec![0; INTERVALS];
        for job in jobs {
            let part = if last > first { (job.arrival - first) / (last - first) } else { 0.0 };
            counts[((part * INTERVALS as f64) as usize).min(INTERVALS - 1)] += 1;
        }
        let work: f64 = jobs.iter().map(|job| job.size).sum();
        let top: f64 = (0..jobs.len()).rev().take(jobs.len().div_ceil(100)).map(|rank| sizes.at(rank)).sum();
        let estimated = jobs.iter().any(|job| job.estimate != job.size);
        let off = estimated.then(|| {
            let factor = |a: f64, b: f64| if a > 0.0 && b > 0.0 { (a / b).max(b / a) } else { f64::INFINITY };
            Sorted::new(jobs.iter().map(|job| factor(job.estimate, job.size)).collect()).quantile(0.5).unwrap_or(1.0)
        });
        Self {
            format,
            unit,
            jobs: jobs.len() as u64,
            left_out: LeftOut::default(),
            mean: work / jobs.len().max(1) as f64,
            median: sizes.quantile(0.5).unwrap_or(0.0),
            largest: sizes.quantile(1.0).unwrap_or(0.0),
            top_share: top / work,
            sizes: sizes.ecdf(STEPS),
            arrivals: (first, last),
            counts,
            load: workload.load(),
            speed: None,
            tasks: None,
            portion: None,
            processors: None,
            off,
            weighted: jobs.iter().any(|job| job.weight != 1.0),
            stretch: Stretch::of(workload, 1.0),
            sum: 0,
        }
    }

    /// Work that arrives ÷ work that so many workers can do, where jobs have tasks and do not all arrive at once.
    pub fn load_on(&self, workers: u32) -> Option<f64> {
        let span = self.arrivals.1 - self.arrivals.0;
        (self.unit == Unit::Tasks && span > 0.0).then(|| self.mean * self.jobs as f64 / (span * f64::from(workers)))
    }

    /// How many workers have this load at most.
    pub fn workers_for(&self, load: f64) -> Option<u32> {
        self.load_on(1).map(|one| libm::ceil(one / load).clamp(1.0, 1e6) as u32)
    }

    /// What a user should know before this is simulated.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = vec![];
        if self.arrivals.0 == self.arrivals.1 && self.jobs > 1 {
            warnings.push("all jobs arrive at once: there is no load, only a backlog to be served".to_owned());
        }
        if let Some(load) = self.load.filter(|load| *load >= 1.0 && self.jobs >= MANY) {
            let load = if load < 1000.0 { format!("{load:.3}") } else { format!("{load:.0}") };
            warnings.push(format!(
                "its own load is {load}: more work arrives than can be served; simulate it at a load below 1, or check the unit of its \
                 sizes"
            ));
        }
        if self.jobs >= 100 && self.top_share > 0.5 {
            let share = 100.0 * self.top_share;
            warnings.push(format!(
                "the largest 1 % of the jobs hold {share:.0} % of the work, so that few jobs decide the means; compare medians"
            ));
        }
        if self.off.is_some_and(f64::is_infinite) {
            warnings.push("half of the estimates are 0: the jobs are late from the beginning".to_owned());
        }
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_with_estimates() {
        let text = "id,arrival,size,estimate,weight\n1,0,4,8,1\n2,10,1,1,2\n3,40,5,1,1\n";
        let survey = Survey::of("jobs.csv", text.as_bytes()).unwrap();
        assert_eq!((survey.jobs, survey.unit, survey.load, survey.off), (3, Unit::Time, Some(0.25), Some(2.0)));
        assert_eq!((survey.mean, survey.median, survey.largest, survey.top_share), (10.0 / 3.0, 4.0, 5.0, 0.5));
        assert!(survey.weighted && survey.left_out.is_empty());
        assert_eq!((survey.counts[0], survey.counts[30], survey.counts[INTERVALS - 1]), (1, 1, 1));
        assert_eq!(survey.sizes.steps.last(), Some(&(5.0, 1.0)));
    }

    #[test]
    fn traces_say_what_was_left_out() {
        let swim = Survey::of("t.tsv", b"a\t1\t1\t5\t3\t2\nb\t4\t3\t0\t0\t0\nc\t11\t7\t0\t30\t0\n").unwrap();
        assert_eq!((swim.jobs, swim.unit, swim.load), (2, Unit::Bytes, None));
        assert!((swim.speed.unwrap() - 40.0 / 9.0).abs() < 1e-12);
        assert_eq!(swim.stretch.jobs.iter().map(|job| job.size * swim.speed.unwrap()).collect::<Vec<_>>(), [10.0, 30.0], "in seconds");
        assert_eq!(swim.left_out.told(), ["left out: 1 row without bytes (line 2)"]);

        let swf = Survey::of("example.swf", include_bytes!("../../../../assets/traces/example.swf")).unwrap();
        assert_eq!((swf.jobs, swf.processors, swf.left_out.count()), (6, Some(64), 2));
        assert!(swf.off.is_some_and(|off| off > 1.0));

        let tr = Survey::of("a.tr", b"0 2 5 4 6\n10 1 3 3\n").unwrap();
        assert_eq!((tr.jobs, tr.tasks, tr.largest), (2, Some(3), 10.0));

        let attempt = |what: &str| format!(r#"MapAttempt TASK_ATTEMPT_ID="attempt_1_1_m_0_0" {what} ."#);
        let log = [
            r#"Job JOBID="job_1_1" SUBMIT_TIME="0" ."#.to_owned(),
            attempt(r#"START_TIME="0""#),
            attempt(r#"TASK_STATUS="SUCCESS" FINISH_TIME="4000""#),
            r#"Job JOBID="job_1_1" JOB_STATUS="SUCCESS" ."#.to_owned(),
            r#"Job JOBID="job_1_2" JOB_STATUS="KILLED" ."#.to_owned(),
        ];
        let hadoop = Survey::of("a.jhist", log.join("\n").as_bytes()).unwrap();
        assert_eq!((hadoop.jobs, hadoop.unit, hadoop.tasks, hadoop.largest), (1, Unit::Tasks, Some(1), 4.0));
        assert_eq!((&*hadoop.stretch.called[0], &hadoop.left_out.reasons()[0].lines), ("job_1_1", &vec![5]));
        let tasks = Survey::of("a.csv", b"id,arrival,maps,reduces\n1,0,3;4,\n2,5,1,2\n").unwrap();
        assert_eq!((tasks.jobs, tasks.unit, tasks.tasks, tasks.mean), (2, Unit::Tasks, Some(4), 5.0));
    }

    #[test]
    fn what_can_be_watched_of_many_tasks_is_known() {
        // Half of the first jobs have 1000 tasks; later ones arrive closer to each other and have one.
        let row = |i: u32| {
            let arrival = if i < 400 { 10 * i } else { 4000 + i };
            let tasks = if i < 400 && i.is_multiple_of(2) { 1000 } else { 1 };
            format!("{arrival} {tasks} 5{}", " 5".repeat(tasks))
        };
        let text = (0..700).map(row).collect::<Vec<_>>().join("\n");
        let of = |text: &str| Survey::of("a.tr", text.as_bytes()).unwrap();
        assert_eq!(of(&text).portion, Some(Portion { count: 200, part: Which::Busiest }));
        assert_eq!(of(&text.lines().take(150).collect::<Vec<_>>().join("\n")).portion, Some(Portion::first(20)));
        assert_eq!(of("0 1 5 5\n9 1 5 5\n").portion, None);
    }

    #[test]
    fn workers_are_told_for_a_load() {
        let survey = Survey::of("a.tr", b"0 2 50 40 60\n10 1 3 3\n").unwrap();
        assert_eq!((survey.load_on(1), survey.load_on(103), survey.workers_for(0.9)), (Some(10.3), Some(0.1), Some(12)));
        assert_eq!(Survey::of("a.csv", b"id,arrival,size\n1,0,3\n2,1,2\n").unwrap().workers_for(0.9), None);
    }

    #[test]
    fn files_are_told_apart() {
        let of = |text: &str| Survey::of("a.csv", text.as_bytes()).unwrap().sum;
        assert_eq!(sum(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(of("id,arrival,size\n1,0,2\n"), of("id,arrival,size\n1,0,2\n"));
        assert_ne!(of("id,arrival,size\n1,0,2\n"), of("id,arrival,size\n1,0,3\n"));
    }

    #[test]
    fn warns() {
        let rows = |arrival: &dyn Fn(u32) -> f64, size: &dyn Fn(u32) -> f64| {
            let rows: Vec<String> = (0..200).map(|i| format!("{i},{},{}", arrival(i), size(i))).collect();
            Survey::of("a.csv", format!("id,arrival,size\n{}", rows.join("\n")).as_bytes()).unwrap().warnings().join("\n")
        };
        assert!(rows(&|_| 3.0, &|_| 1.0).contains("at once"));
        assert!(rows(&f64::from, &|_| 2.0).contains("load is 2."));
        assert!(rows(&|i| 1e6 * f64::from(i), &|i| if i == 7 { 1e6 } else { 1.0 }).contains("100 % of the work"));
        assert_eq!(rows(&f64::from, &|_| 0.5), "");
    }

    #[test]
    fn says_what_is_wrong_and_where() {
        let fails = |name: &str, text: &str| Survey::of(name, text.as_bytes()).unwrap_err().to_string();
        assert!(fails("a.csv", "id,arrival,size\n1,0,-1\n").contains("line 2"));
        assert!(fails("a.xls", "").contains("a.xls"));
    }
}
