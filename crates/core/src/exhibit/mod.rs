//! What *Watch* exhibits: a few jobs, bundled or made by hand, under a few policies.

mod examples;
pub mod exercises;

pub use examples::{EXAMPLES, Example, example};

use crate::experiment::sweep::axis_number;
use crate::experiment::{Fields, LINKS, Scenario, ScenarioError, SystemKind, choices, decode, encode, split_policies};
use schedscope::metrics::mean;
use schedscope::server::{self, Config, Policy, Timeline};
use schedscope::sim;
use schedscope::workload::{Ids, Job, Synthetic, Workload};
use schedscope::world::{Ask, JobSpec, JobsSpec, SpecError, World as _};
use std::fmt::Write as _;

/// A few jobs under a few policies on one server; ids are positions, from 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Exhibit {
    /// Key of the bundled example whose jobs these are, if they are as bundled.
    pub example: Option<&'static str>,
    /// The jobs, 1 to [`MOST_JOBS`](Self::MOST_JOBS).
    pub jobs: Vec<Job>,
    /// The policies side by side, 1 to [`MOST_POLICIES`](Self::MOST_POLICIES), each once.
    pub policies: Vec<Policy>,
    /// What a file calls the jobs where that is not a number.
    pub called: Ids,
}

impl Exhibit {
    /// More jobs than can be told apart.
    pub const MOST_JOBS: usize = 20;
    /// More policies than have room side by side.
    pub const MOST_POLICIES: usize = 4;

    /// These jobs, numbered, under these policies.
    pub fn of(jobs: Vec<Job>, policies: Vec<Policy>) -> Self {
        Self { example: None, jobs, policies, called: Ids::default() }
    }

    /// What a picture or a sentence calls the job with this id: `J7`, or what its file calls it.
    pub fn title(&self, id: u64) -> String {
        self.called.title(id)
    }

    /// A bundled example, under its own policies.
    ///
    /// # Panics
    /// Never: every bundled example is read by a test.
    pub fn of_example(example: &Example) -> Self {
        let jobs = read_jobs(example.jobs).expect("bundled examples are valid");
        let policies = split_policies(example.policies).iter().filter_map(|policy| policy.parse().ok()).collect();
        Self { example: Some(example.key), ..Self::of(jobs, policies) }
    }

    /// The jobs that a scenario of one server lists, under its policies.
    ///
    /// # Errors
    /// If it is none that can be exhibited, or if anything is wrong with it.
    pub fn of_scenario(scenario: Scenario) -> Result<Self, ScenarioError> {
        let listed = scenario.of::<server::Plan>().map_or(0, |fields| fields.workload.jobs.len());
        if !(1..=Self::MOST_JOBS).contains(&listed) {
            let found = if listed == 0 { "empty".to_owned() } else { format!("a list of {listed}") };
            let allowed = format!("1 to {} jobs, listed one by one; Compare takes any scenario", Self::MOST_JOBS);
            return Err(ScenarioError::value("workload.jobs", &found, &allowed));
        }
        of_one_server(&scenario)?;
        read_policies(&scenario.policies.join(","))?;
        let exhibit = Self::drawn(&scenario)?;
        match exhibit.jobs.iter().find(|job| !is_within(job)) {
            Some(job) => Err(ScenarioError::value("workload.jobs", &job_text(job), WITHIN)),
            None => Ok(exhibit),
        }
    }

    /// As many jobs as have room, drawn as a scenario of a server draws them, under its first policies. Of sizes that are out of all
    /// proportion some are left out.
    ///
    /// # Errors
    /// What is wrong with the scenario.
    pub fn in_small(mut scenario: Scenario) -> Result<Self, ScenarioError> {
        of_one_server(&scenario)?;
        scenario.policies.truncate(Self::MOST_POLICIES);
        if let Some(fields) = scenario.of_mut::<server::Plan>() {
            (fields.workload.count, fields.workload.warmup) = (Some(Self::MOST_JOBS as u32), None);
        }
        let Self { jobs, policies, .. } = Self::drawn(&scenario)?;
        let within = jobs.into_iter().filter(is_within);
        Ok(Self::of(within.zip(0..).map(|(job, id)| Job { id, ..job }).collect(), policies))
    }

    /// The jobs of the first replication of a scenario of one server.
    fn drawn(scenario: &Scenario) -> Result<Self, ScenarioError> {
        let Some(fields) = scenario.of::<server::Plan>() else { unreachable!("it is of a server") };
        let policies = scenario.policies.iter().filter_map(|policy| policy.parse().ok()).collect();
        let ask = Ask { seed: scenario.seed, replications: 1, policies, system: &fields.system, workload: &fields.workload };
        let plan = server::Plan::prepare(ask, &mut |_| Err(std::io::ErrorKind::NotFound.into()))
            .map_err(|error| ScenarioError::of(SystemKind::Server, error))?;
        let workload = plan.workload(0);
        let jobs: Vec<Job> = workload.given_order().map(|position| workload.jobs()[position]).collect();
        Ok(Self::of(jobs, plan.policies))
    }

    /// So many jobs with a heavy tail and wrong estimates, in round numbers: the usual workload at a size that can be looked
    /// at. The same seed gives the same jobs.
    pub fn random_jobs(count: u32, seed: u64) -> Vec<Job> {
        /// Mean size.
        const MEAN: f64 = 5.0;
        let drawn = Synthetic { count, shape: 0.5, sigma: 1.0, load: 0.9, ..Synthetic::default() }.generate(seed, 0).unwrap_or_default();
        let first = drawn.jobs().first().map_or(0.0, |job| job.arrival);
        let tenths = |x: f64| libm::round(x * MEAN * 10.0) / 10.0;
        let round = |(id, job): (u64, &Job)| Job {
            id,
            arrival: tenths(job.arrival - first),
            size: tenths(job.size).max(0.1),
            estimate: tenths(job.estimate).max(0.1),
            weight: 1.0,
        };
        (1..).zip(drawn.jobs()).map(round).collect()
    }

    /// The same jobs as a scenario, which the command line and *Compare* can run.
    pub fn scenario(&self) -> Scenario {
        let unlike = |value: f64, default: f64| (value != default).then_some(value);
        let job = |job: &Job| JobSpec {
            arrival: job.arrival,
            size: Some(job.size),
            estimate: unlike(job.estimate, job.size),
            weight: unlike(job.weight, 1.0),
        };
        let workload = JobsSpec { jobs: self.jobs.iter().map(job).collect(), ..JobsSpec::default() };
        let fields = Fields::<server::Plan> { workload, ..Fields::default() };
        Scenario { policies: self.policies.iter().map(|policy| policy.written().to_owned()).collect(), ..Scenario::with(fields) }
    }

    /// What each policy does with the jobs, without those that cannot go on.
    pub fn record(&self) -> Vec<Timeline> {
        self.runs().filter_map(Result::ok).collect()
    }

    /// Lets each policy serve the jobs.
    ///
    /// # Errors
    /// Why a policy cannot go on, as a formula may not.
    pub fn run(&self) -> Result<(), SpecError> {
        self.runs().try_for_each(|run| run.map(drop))
    }

    fn runs(&self) -> impl Iterator<Item = Result<Timeline, SpecError>> {
        let workload = Workload::new(self.jobs.iter().copied()).map(|workload| workload.called(self.called.clone()));
        // Every policy is defined on one server.
        self.policies.iter().map(move |policy| Timeline::record(&Config::default(), workload.as_ref().map_err(Clone::clone)?, policy))
    }

    /// The query of a link: `example=KEY`, or else `jobs=ARRIVAL:SIZE[:ESTIMATE[:WEIGHT]],…`, and the policies.
    pub fn to_query(&self) -> String {
        let mut query = format!("v={LINKS}");
        // Writing to a string cannot fail.
        let _ = match self.example {
            Some(key) => write!(query, "&example={key}"),
            None => write!(query, "&jobs={}", self.jobs.iter().map(job_text).collect::<Vec<_>>().join(",")),
        };
        let policies: Vec<&str> = self.policies.iter().map(|policy| policy.written()).collect();
        let _ = write!(query, "&policies={}", encode(&policies.join(",")));
        query
    }

    /// Reads the query of a link; what is missing is the first example's. Keys in `others` are passed over.
    ///
    /// # Errors
    /// Names the key and value that are not understood, and what is allowed.
    pub fn from_query(query: &str, others: &[&str]) -> Result<Self, ScenarioError> {
        let first = &EXAMPLES[0];
        let (mut chosen, mut jobs, mut policies) = (first, None, None);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            let fail = |why: String| ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why };
            let value = decode(value).ok_or_else(|| fail("a % must be followed by two hexadecimal digits of UTF-8 text".to_owned()))?;
            match key {
                "v" if value == LINKS => {}
                "v" => return Err(fail(format!("this program understands links of version {LINKS}"))),
                "example" => {
                    let all = || EXAMPLES.iter().map(|example| example.key).collect::<Vec<_>>().join(", ");
                    chosen = example(&value).ok_or_else(|| fail(format!("allowed: {}", all())))?;
                }
                "jobs" => jobs = Some(read_jobs(&value).map_err(fail)?),
                "policies" => policies = Some(read_policies(&value)?),
                _ if others.contains(&key) => {}
                _ => return Err(fail("no such field; allowed: v, example, jobs, policies".to_owned())),
            }
        }
        let mut exhibit = Self::of_example(chosen);
        if let Some(jobs) = jobs {
            exhibit = Self::of(jobs, exhibit.policies);
        }
        if let Some(policies) = policies {
            exhibit.policies = policies;
        }
        Ok(exhibit)
    }
}

/// Mean sojourn time of a recorded run.
pub fn mean_sojourn(timeline: &Timeline) -> f64 {
    let sojourns: Vec<f64> = timeline.jobs.iter().zip(&timeline.completions).map(|(job, completion)| completion - job.arrival).collect();
    mean(&sojourns)
}

/// A job as links have it, no longer than it must be.
fn job_text(job: &Job) -> String {
    let Job { arrival, size, estimate, weight, .. } = job;
    match (*weight == 1.0, estimate == size) {
        (true, true) => format!("{arrival}:{size}"),
        (true, false) => format!("{arrival}:{size}:{estimate}"),
        (false, _) => format!("{arrival}:{size}:{estimate}:{weight}"),
    }
}

fn read_jobs(text: &str) -> Result<Vec<Job>, String> {
    let jobs = text.split(',').zip(1..).map(|(job, id)| read_job(job, id)).collect::<Result<Vec<_>, _>>()?;
    match jobs.len() {
        1..=Exhibit::MOST_JOBS => Ok(jobs),
        many => Err(format!("there are {many} jobs; allowed: 1 to {}", Exhibit::MOST_JOBS)),
    }
}

fn read_job(text: &str, id: u64) -> Result<Job, String> {
    let form = || format!("job {id} is \"{text}\"; allowed: arrival:size, arrival:size:estimate or arrival:size:estimate:weight");
    let numbers = text.split(':').map(|number| sim::number(number).ok_or_else(form)).collect::<Result<Vec<_>, _>>()?;
    let (arrival, size, estimate, weight) = match numbers[..] {
        [arrival, size] => (arrival, size, size, 1.0),
        [arrival, size, estimate] => (arrival, size, estimate, 1.0),
        [arrival, size, estimate, weight] => (arrival, size, estimate, weight),
        _ => return Err(form()),
    };
    let job = Job { id, arrival, size, estimate, weight };
    if is_within(&job) { Ok(job) } else { Err(format!("job {id} is \"{text}\"; allowed: {WITHIN}")) }
}

/// What jobs may be.
const WITHIN: &str = "arrival and estimate 0 or 1e-6 to 1e6, size and weight 1e-6 to 1e6";

/// Refuses what an exhibit cannot show: more than one server, another speed, and the price of switches.
fn of_one_server(scenario: &Scenario) -> Result<(), ScenarioError> {
    for (field, usual) in [("system.servers", 1.0), ("system.server_speed", 1.0), ("system.switch_cost", 0.0)] {
        let value = scenario.get(field).as_ref().and_then(axis_number);
        if let Some(value) = value.filter(|value| *value != usual) {
            return Err(ScenarioError::value(field, &value.to_string(), &format!("{usual}; Compare takes any scenario")));
        }
    }
    Ok(())
}

fn is_within(job: &Job) -> bool {
    let positive = |x: f64| (1e-6..=1e6).contains(&x);
    let or_zero = |x: f64| x == 0.0 || positive(x);
    or_zero(job.arrival) && positive(job.size) && or_zero(job.estimate) && positive(job.weight)
}

fn read_policies(list: &str) -> Result<Vec<Policy>, ScenarioError> {
    let keys = split_policies(list);
    match keys.len() {
        1..=Exhibit::MOST_POLICIES => {
            choices(SystemKind::Server, &keys)?;
            Ok(keys.iter().filter_map(|key| key.parse().ok()).collect())
        }
        many => {
            let most = Exhibit::MOST_POLICIES;
            Err(ScenarioError::policies(format!("policies is a list of {many}; allowed: 1 to {most} policies side by side")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Plan, Study};

    #[test]
    fn round_trip() {
        for example in EXAMPLES {
            let (exhibit, key) = (Exhibit::of_example(example), example.key);
            assert_eq!(exhibit.policies.iter().map(Policy::written).collect::<Vec<_>>().join(","), example.policies);
            let query = exhibit.to_query();
            assert!(query.starts_with(&format!("v=1&example={key}&policies=")), "{query}");
            assert_eq!(Exhibit::from_query(&query, &[]).unwrap(), exhibit);
            let by_hand = Exhibit { example: None, ..exhibit };
            assert_eq!(Exhibit::from_query(&by_hand.to_query(), &[]).unwrap(), by_hand);
        }
        let query = "v=1&jobs=0:40:1,3:4,7.5:0.5:0.5:2&policies=srpte,fspe+ps";
        assert_eq!(Exhibit::from_query(query, &[]).unwrap().to_query(), query);
        assert_eq!(Exhibit::from_query("", &[]).unwrap(), Exhibit::of_example(&EXAMPLES[0]));
        assert_eq!(Exhibit::from_query("t=3", &["t"]).unwrap().example, Some(EXAMPLES[0].key));
    }

    #[test]
    fn a_scenario_that_lists_jobs_is_exhibited() {
        let read = |text: &str| Exhibit::of_scenario(Scenario::from_toml(text).unwrap());
        let jobs =
            "policies = ['srpte']\n[workload]\njobs = [{ arrival = 0.0, size = 40.0, estimate = 1.0 }, { arrival = 3.0, size = 4.0 }]\n";
        assert_eq!(read(jobs).unwrap(), Exhibit::from_query("jobs=0:40:1,3:4&policies=srpte", &[]).unwrap());
        for (text, words) in [
            ("[workload]\ncount = 5\n".to_owned(), "(workload.jobs) is empty"),
            (format!("[system]\nservers = 2\n{}", &jobs[20..]), "(system.servers) is 2; allowed: 1"),
            (jobs.replace("40.0", "1e9"), "1e-6 to 1e6"),
            (jobs.replace("['srpte']", "['ps', 'las', 'fifo', 'srpt', 'srpte']"), "policies"),
            ("[system]\nkind = 'cdn'\n".to_owned(), "(workload.jobs) is empty"),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn is_what_the_command_line_runs() {
        let exhibit = Exhibit::from_query("jobs=0:40:1,3:4,1:2:2:3&policies=srpte,psbs", &[]).unwrap();
        let study = Study::new(exhibit.scenario(), |_| unreachable!("no file")).unwrap();
        let Plan::Server(plan) = study.plan() else { panic!("one server") };
        assert_eq!(plan.policies, exhibit.policies);
        let timelines = exhibit.record();
        assert_eq!(timelines.len(), 2);
        assert!(timelines.iter().all(|timeline| timeline.jobs == plan.workload(0).jobs()));
    }

    #[test]
    fn random_jobs_are_round_and_stay() {
        let jobs = Exhibit::random_jobs(20, 3);
        assert_eq!(jobs, Exhibit::random_jobs(20, 3));
        assert_ne!(jobs, Exhibit::random_jobs(20, 4));
        assert!(jobs[0].arrival == 0.0 && jobs.iter().zip(1..).all(|(job, id)| job.id == id));
        let by_hand = Exhibit::of(jobs, vec!["ps".parse().unwrap()]);
        assert!(by_hand.to_query().len() < 400, "{}", by_hand.to_query());
        assert_eq!(Exhibit::from_query(&by_hand.to_query(), &[]).unwrap(), by_hand);
    }

    #[test]
    fn says_what_is_wrong() {
        let many = vec!["0:1"; 21].join(",");
        for (query, key, words) in [
            ("jobs=", "jobs", "arrival:size"),
            ("jobs=1", "jobs", "arrival:size"),
            ("jobs=1:2:3:4:5", "jobs", "arrival:size"),
            ("jobs=0:1,0:x", "jobs", "job 2 is \"0:x\""),
            ("jobs=0:0", "jobs", "size and weight 1e-6"),
            ("jobs=-1:1", "jobs", "arrival and estimate 0"),
            ("jobs=0:1e7", "jobs", "1e6"),
            ("jobs=0:inf", "jobs", "arrival:size"),
            ("jobs=0:NaN", "jobs", "arrival:size"),
            (&*format!("jobs={many}"), "jobs", "there are 21 jobs; allowed: 1 to 20"),
            ("example=nothing", "example", "allowed: under-estimated"),
            ("policies=", "policies", "1 to 4 policies"),
            ("policies=fifo,ps,las,srpt,fsp", "policies", "1 to 4 policies"),
            ("policies=ps,ps", "policies", "twice"),
            ("policies=srpte,fspeps", "policies", "did you mean \"fspe+ps\"?"),
            ("v=2", "v", "version 1"),
            ("seed=1", "seed", "no such field"),
            ("jobs=%z", "jobs", "hexadecimal"),
        ] {
            let error = Exhibit::from_query(query, &[]).unwrap_err();
            assert_eq!(error.field().as_deref(), Some(key), "{query}");
            assert!(error.to_string().contains(words), "{query}: {error}");
        }
    }
}
