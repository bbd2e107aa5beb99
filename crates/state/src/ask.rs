//! *Ask the class…*: a question about the jobs that are watched, for the phones of a class. It is an exercise like any other: its answer is
//! computed, a link holds it, and who solves it gets a code.

use super::exercises::{Claim, Link};
use super::route::Route;
use super::view::View;
use super::watch::{Watch, snap, step};
use qrcodegen::{QrCode, QrCodeEcc};
use schedscope::server::Timeline;
use schedscope::sim::brief;
use schedscope::workload::Ids;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::exhibit::exercises::{Asked, Exercise, Moment, Set, Truth};
use std::fmt::Write as _;
use std::rc::Rc;

/// What can be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Who is served from the next event on.
    Served,
    /// When a job leaves.
    Leaves,
    /// In which order all leave.
    Order,
    /// What the mean sojourn time is.
    Mean,
}

/// What the dialog shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Face {
    /// The question, to be made.
    Make,
    /// The question and the way to it, for a projector.
    Show,
    /// What students hand in.
    Codes,
}

/// A question that is being made and asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The jobs and policies that it is about.
    pub exhibit: Rc<Exhibit>,
    /// What each policy does with them.
    timelines: Vec<Rc<Timeline>>,
    /// Where the clock stands.
    pub time: f64,
    /// What is asked.
    pub what: What,
    /// Under which of the policies.
    pub under: usize,
    /// The job that was chosen.
    job: u64,
    /// The task, where it is not the usual one.
    text: Option<String>,
    /// Hints, as typed; empty ones are none.
    pub hints: [String; Exercise::MOST_HINTS],
    /// What is shown.
    pub face: Face,
    /// Whether the class may see the answer.
    pub told: bool,
    /// What students have handed in: codes, a line each.
    pub claims: String,
    /// Whether the link was just copied, or could not be.
    pub copied: Option<bool>,
    /// Whether the dialog is open.
    pub open: bool,
}

/// What can happen to it.
#[derive(Clone, Debug)]
pub enum Change {
    /// Something else is asked.
    What(What),
    /// Under another policy.
    Under(usize),
    /// Of another job.
    Job(u64),
    /// The task was written.
    Text(String),
    /// The hint at this place was.
    Hint(usize, String),
    /// Another face is shown.
    Face(Face),
    /// The class may see the answer, or not.
    Tell(bool),
    /// Codes were pasted.
    Claim(String),
    /// The link was copied, or could not be, or that is long ago.
    Copied(Option<bool>),
}

impl What {
    /// All of it, as it is offered.
    pub const ALL: [Self; 4] = [Self::Served, Self::Leaves, Self::Order, Self::Mean];

    /// As a question.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Served => "Who is served next?",
            Self::Leaves => "When does a job leave?",
            Self::Order => "In which order do they leave?",
            Self::Mean => "What is the mean sojourn time?",
        }
    }
}

impl Ask {
    /// A question about what is watched, where its clock stands.
    pub fn of(watch: &Watch) -> Self {
        let end = watch.clock.end();
        let time = Some(snap(watch.clock.playhead, step(end))).filter(|time| *time < end).unwrap_or(0.0);
        // A link says nothing of what a file calls its jobs.
        let exhibit = Rc::new(Exhibit { example: None, called: Ids::default(), ..(*watch.exhibit).clone() });
        let mut ask = Self {
            exhibit,
            timelines: watch.timelines.clone(),
            time,
            what: What::Served,
            under: watch.front,
            job: 0,
            text: None,
            hints: std::array::from_fn(|_| String::new()),
            face: Face::Make,
            told: false,
            claims: String::new(),
            copied: None,
            open: true,
        };
        if !ask.possible(What::Served) {
            ask.what = What::Order;
        }
        ask
    }

    /// Changes something.
    pub fn change(&mut self, change: Change) {
        self.copied = None;
        match change {
            Change::What(what) => (self.what, self.text) = (what, None),
            Change::Under(place) => (self.under, self.text) = (place.min(self.timelines.len().saturating_sub(1)), None),
            Change::Job(job) => (self.job, self.text) = (job, None),
            Change::Text(text) => self.text = Some(text).filter(|text| !text.trim().is_empty()),
            Change::Hint(place, text) => {
                if let Some(hint) = self.hints.get_mut(place) {
                    *hint = text;
                }
            }
            Change::Face(face) => (self.face, self.told) = (face, false),
            Change::Tell(told) => self.told = told,
            Change::Claim(text) => self.claims = text,
            Change::Copied(copied) => self.copied = copied,
        }
    }

    /// Whether something can be asked under the policy that is chosen.
    pub fn possible(&self, what: What) -> bool {
        match what {
            What::Served => self.turn().is_some(),
            What::Leaves => !self.jobs().is_empty(),
            What::Order | What::Mean => true,
        }
    }

    fn timeline(&self) -> Option<&Timeline> {
        self.timelines.get(self.under).map(Rc::as_ref)
    }

    fn turn(&self) -> Option<f64> {
        Exercise::turn(self.timeline()?, self.time)
    }

    /// The jobs that have not left, by their numbers.
    pub fn jobs(&self) -> Vec<u64> {
        let Some(timeline) = self.timeline() else { return vec![] };
        let both = timeline.jobs.iter().zip(&timeline.completions);
        let mut jobs: Vec<u64> = both.filter(|(_, leaves)| **leaves > self.time).map(|(job, _)| job.id).collect();
        jobs.sort_unstable();
        jobs
    }

    /// The job that is asked about: that which was chosen, or else the last.
    pub fn job(&self) -> Option<u64> {
        let jobs = self.jobs();
        jobs.iter().copied().find(|job| *job == self.job).or(jobs.last().copied())
    }

    /// The set that holds the question.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn set(&self) -> Result<Rc<Set>, String> {
        let wrong = || format!("From t = {} on nothing happens that could be asked for.", brief(self.time));
        let timeline = self.timeline().ok_or_else(wrong)?;
        let under = timeline.policy.clone();
        let end = timeline.completions.iter().copied().fold(0.0, f64::max);
        let (at, asked) = match self.what {
            What::Served => (self.turn().ok_or_else(wrong)?, Asked::Served { under }),
            What::Leaves => {
                let job = self.job().ok_or_else(wrong)?;
                (self.time, Asked::Instant { moment: Moment::Leaves, job, under, within: step(3.0 * end) })
            }
            What::Order => (self.time, Asked::Order { under }),
            What::Mean => (self.time, Asked::Mean { under, within: step(0.3 * end) }),
        };
        let fault = |error: schedscope_core::exhibit::exercises::ExerciseError| format!("{error}.");
        let mut question = Exercise::asking((*self.exhibit).clone(), at, asked).map_err(fault)?;
        if let Some(text) = &self.text {
            text.trim().clone_into(&mut question.text);
        }
        question.hints = self.hints.iter().map(|hint| hint.trim().to_owned()).filter(|hint| !hint.is_empty()).collect();
        let set = Set { title: question.title.clone(), exercises: vec![question] };
        // What a link holds must be read again.
        Set::from_toml(&set.to_toml()).map(Rc::new).map_err(fault)
    }

    /// The answer in words, with its reason.
    pub fn answer(set: &Set) -> String {
        let said = set.exercises.first().and_then(|question| Some(format!("{} {}", Truth::of(question)?.words(question), question.why)));
        said.unwrap_or_default()
    }

    /// The address of the question, on the page at this address.
    pub fn address(set: &Rc<Set>, page: &str) -> String {
        let link = Link::Own { set: set.clone(), number: Some(1) };
        format!("{page}{}", Route::View(View::Exercises, Some(link.write())).write(false))
    }

    /// What the codes prove that students have handed in.
    pub fn claims(&self, set: &Set) -> Vec<Claim> {
        Claim::all(&self.claims, set)
    }
}

/// A text as squares for the camera of a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Qr {
    /// Squares on a side, with the quiet margin.
    pub side: i32,
    /// The dark ones: the path of an SVG in which a square has length 1.
    pub path: String,
}

impl Qr {
    /// Of a text; none if it is longer than a code holds.
    pub fn of(text: &str) -> Option<Self> {
        /// Squares around it that stay light.
        const MARGIN: i32 = 4;
        let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
        let size = code.size();
        let mut path = String::new();
        for y in 0..size {
            let mut x = 0;
            while x < size {
                let run = (x..size).take_while(|x| code.get_module(*x, y)).count() as i32;
                if run > 0 {
                    // Writing to a string cannot fail.
                    let _ = write!(path, "M{},{}h{run}v1h-{run}z", x + MARGIN, y + MARGIN);
                }
                x += run.max(1);
            }
        }
        Some(Self { side: size + 2 * MARGIN, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::watch;
    use schedscope_core::exhibit::exercises::Effort;

    fn ask(query: &str) -> Ask {
        let mut watch = Watch::open(false);
        watch.follow(Ok(watch::Choice::read(query).unwrap()));
        Ask::of(&watch)
    }

    fn of(ask: &Ask) -> (String, String) {
        let set = ask.set().unwrap();
        (set.exercises[0].text.clone(), Ask::answer(&set))
    }

    const FIVE: &str = "v=1&jobs=0:40:1,4:3,9:5,12:2,20:4&policies=srpte,fspe%2Bps&t=14";

    #[test]
    fn every_question_is_about_the_instant_and_has_its_answer() {
        let mut ask = ask(FIVE);
        assert_eq!(ask.time, 14.0);
        let (text, answer) = of(&ask);
        assert!(text.ends_with("**Who is served from t = 20 on under SRPTE?**"), "{text}");
        assert!(answer.starts_with("From t = 20 on J1 is served under SRPTE. At t = 20 J1 runs"), "{answer}");
        ask.change(Change::What(What::Leaves));
        ask.change(Change::Job(3));
        let (text, answer) = of(&ask);
        assert!(text.ends_with("**When does J3 leave under SRPTE?**") && text.contains("J3 at 9: size 5;"), "{text}");
        assert!(answer.starts_with("J3 leaves at t = 54 under SRPTE, 45 after it came."), "{answer}");
        ask.change(Change::Under(1));
        ask.change(Change::What(What::Order));
        assert!(of(&ask).1.starts_with("Under FSPE+PS they leave in this order: J2"), "{}", of(&ask).1);
        ask.change(Change::What(What::Mean));
        assert!(of(&ask).1.starts_with("The mean sojourn time under FSPE+PS is "), "{}", of(&ask).1);
        assert_eq!((ask.jobs(), What::ALL.map(|what| ask.possible(what))), (vec![1, 3, 4, 5], [true; 4]));
    }

    #[test]
    fn at_the_end_of_a_run_it_is_about_its_beginning() {
        let mut watch = Watch::open(false);
        watch.clock.seek(f64::MAX);
        assert_eq!(Ask::of(&watch).time, 0.0);
        let mut alone = ask("v=1&jobs=0:1&policies=ps");
        assert!(!alone.possible(What::Served) && alone.what == What::Order);
        alone.change(Change::What(What::Served));
        assert_eq!(alone.set(), Err("From t = 0 on nothing happens that could be asked for.".to_owned()));
    }

    #[test]
    fn a_link_holds_it_with_its_hints_and_codes_are_checked() {
        let mut ask = ask(FIVE);
        ask.change(Change::What(What::Leaves));
        ask.change(Change::Hint(1, " What is believed to be left of J1? ".to_owned()));
        ask.change(Change::Text("Look. **When?**".to_owned()));
        let set = ask.set().unwrap();
        assert_eq!((set.exercises[0].hints.len(), set.exercises[0].text.as_str()), (1, "Look. **When?**"));
        let address = Ask::address(&set, "https://a.b/c/");
        let (page, query) = address.split_once('?').unwrap();
        assert_eq!((page, Link::read(query)), ("https://a.b/c/#exercise", Ok(Link::Own { set: set.clone(), number: Some(1) })));
        assert!(!query.contains("believed"), "it is veiled: {query}");
        let code = set.exercises[0].code("Ada", Effort { tries: 1, hints: 0 });
        ask.change(Change::Claim(format!("Ada {code}\nBob {code}\n")));
        assert_eq!(ask.claims(&set).iter().map(Claim::counts).collect::<Vec<_>>(), [true, false]);
        ask.change(Change::Text("x".repeat(1001)));
        assert_eq!(ask.set().unwrap_err(), "exercise 1: text is a text of 1001 characters; allowed: 1 to 1000.");
        ask.change(Change::Text(" ".to_owned()));
        assert!(ask.set().unwrap().exercises[0].text.contains("When does J5 leave"), "without words of one's own it says the usual");
    }

    /// A question about five jobs has squares that can be told apart from the back of a room.
    #[test]
    fn its_squares_are_few() {
        let set = ask(FIVE).set().unwrap();
        let address = Ask::address(&set, "https://schedscope.example.org/lab/");
        assert!(address.len() < 320, "{} characters: {address}", address.len());
        let qr = Qr::of(&address).unwrap();
        assert!(qr.side <= 61 + 8, "{} squares", qr.side);
        assert!(qr.path.starts_with("M4,4h7v1h-7z"), "the first of the corners: {}", &qr.path[..40]);
        assert_eq!(Qr::of(&"x".repeat(3000)), None);
    }
}
