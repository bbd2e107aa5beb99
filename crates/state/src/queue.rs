//! The queue of the page's workers: who does what next. It starts no worker and keeps no time; both are up to its caller.
//!
//! A question belongs to an *owner*, a part of a view, and has a *generation*, which no other question has. A newer question of an owner
//! takes the place of the older one; an owner that leaves frees its question. A question consists of *lanes*: tasks that one worker
//! does in order, since each builds on the one before.
//!
//! * The question of the highest [`Class`] is served first, and among equals the one with the fewest tasks left, so that a short question
//!   does not wait for a long one. Within a question the lane with most left goes first.
//! * What is done behind an answer leaves one worker to what the reader asks next, if there are two.
//! * Each worker begins its share of the lanes of a question. While another is still at what nobody wants any more, who is free begins the
//!   lanes of that one as well, after something of each of its own, so that there is a first answer soon.
//! * A task is not interrupted by another of its class. One of a lower class gives way if there is no worker for a higher one: it goes
//!   back to its question and is begun anew.
//! * A running simulation receives no messages. A worker whose task is no longer wanted, or must give way, has some time to complete it
//!   and is then ended, unless it holds results that another lane builds on.

/// How urgent a question is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The reader waits for its answer.
    Now,
    /// The reader sees an answer, which this one completes.
    Behind,
    /// It is long, and the reader knows.
    Sweep,
}

/// Tasks that one worker does in order.
pub type Tasks<T> = Box<dyn ExactSizeIterator<Item = T>>;

/// A task for a worker.
#[derive(Clone, Debug, PartialEq)]
pub struct Given<T> {
    /// Number of the worker.
    pub worker: u32,
    /// Generation of the question.
    pub generation: u32,
    /// The task.
    pub task: T,
}

/// Questions that wait, and what the workers are at.
pub struct Queue<T> {
    /// Most workers at a time.
    size: usize,
    questions: Vec<Question<T>>,
    workers: Vec<Worker<T>>,
    /// Generation of the last question.
    generation: u32,
    /// Number of the last worker.
    hired: u32,
    /// Number of the last task that was given to a worker.
    given: u32,
}

/// A question that is wanted, also when no lane is left.
struct Question<T> {
    owner: u32,
    generation: u32,
    class: Class,
    lanes: Vec<Lane<T>>,
    /// Most lanes that a worker has begun and not completed: all workers are to have some, also those that are still starting.
    share: usize,
}

/// A lane with something left to do.
struct Lane<T> {
    tasks: Tasks<T>,
    /// Number of the worker that has begun it.
    worker: Option<u32>,
}

struct Worker<T> {
    number: u32,
    ready: bool,
    busy: Option<Busy<T>>,
}

struct Busy<T> {
    /// Number of the task among all that were given to workers.
    number: u32,
    generation: u32,
    class: Class,
    task: T,
    /// Whether it is a lane by itself, so that another worker may do it.
    alone: bool,
    /// Whether its worker is to be ended soon.
    leaves: bool,
}

impl<T> Question<T> {
    fn left(&self) -> usize {
        self.lanes.iter().map(|lane| lane.tasks.len()).sum()
    }

    fn waiting(&self) -> usize {
        self.lanes.iter().filter(|lane| lane.worker.is_none()).count()
    }

    /// Position of the lane from which a worker gets its next task: the one with most left to do, of equals the first. Where others are
    /// `held` by what nobody wants any more, it begins their lanes, too, once it has done something of each of its own.
    fn lane_for(&self, worker: u32, held: bool) -> Option<usize> {
        let own = || self.lanes.iter().filter(|lane| lane.worker == Some(worker)).map(|lane| lane.tasks.len());
        let (begun, most) = (own().count(), own().max().unwrap_or(0));
        let may_begin = |lane: &Lane<T>| begun < self.share || held && lane.tasks.len() > most;
        let may_take = |lane: &Lane<T>| lane.worker.map_or_else(|| may_begin(lane), |begun| begun == worker);
        let lanes = self.lanes.iter().enumerate().rev().filter(|(_, lane)| may_take(lane));
        lanes.max_by_key(|(_, lane)| lane.tasks.len()).map(|(position, _)| position)
    }
}

impl<T: Clone + 'static> Queue<T> {
    /// A queue for at most so many workers.
    pub fn new(size: usize) -> Self {
        Self { size, questions: vec![], workers: vec![], generation: 0, hired: 0, given: 0 }
    }

    /// An owner's question, in place of the one before.
    pub fn ask(&mut self, owner: u32, class: Class, lanes: Vec<Tasks<T>>) {
        self.free(owner);
        self.generation += 1;
        let lanes: Vec<_> = lanes.into_iter().filter(|tasks| tasks.len() > 0).map(|tasks| Lane { tasks, worker: None }).collect();
        let share = lanes.len().div_ceil(self.size.min(lanes.len()).max(1));
        self.questions.push(Question { owner, generation: self.generation, class, lanes, share });
    }

    /// Drops an owner's question.
    pub fn free(&mut self, owner: u32) {
        self.questions.retain(|question| question.owner != owner);
    }

    /// Drops what is left to do of an owner's question, since it has no answer; what workers are at already is still heard.
    pub fn fail(&mut self, owner: u32) {
        self.questions.iter_mut().filter(|question| question.owner == owner).for_each(|question| question.lanes.clear());
    }

    /// The next task that an idle worker gets.
    pub fn give(&mut self) -> Option<Given<T>> {
        let behind = |worker: &Worker<T>| worker.busy.as_ref().is_some_and(|busy| busy.class == Class::Behind);
        let full = self.size > 1 && self.workers.iter().filter(|worker| behind(worker)).count() + 1 >= self.size;
        let may_begin = |question: &Question<T>| !(full && question.class == Class::Behind);
        let held = self.workers.iter().any(|worker| worker.busy.as_ref().is_some_and(|busy| self.owner(busy.generation).is_none()));
        let (questions, given) = (&mut self.questions, &mut self.given);
        self.workers.iter_mut().filter(|worker| worker.ready && worker.busy.is_none()).find_map(|worker| {
            let open = questions.iter_mut().filter(|question| may_begin(question) && question.lane_for(worker.number, held).is_some());
            let question = open.min_by_key(|question| (question.class, question.left()))?;
            let position = question.lane_for(worker.number, held)?;
            let lane = &mut question.lanes[position];
            let begins = lane.worker.replace(worker.number).is_none();
            let task = lane.tasks.next()?;
            let over = lane.tasks.len() == 0;
            if over {
                question.lanes.remove(position);
            }
            *given += 1;
            let Question { generation, class, .. } = *question;
            worker.busy = Some(Busy { number: *given, generation, class, task: task.clone(), alone: begins && over, leaves: false });
            Some(Given { worker: worker.number, generation, task })
        })
    }

    /// Number of a worker that is to be started, if lanes wait for more than are starting.
    pub fn hire(&mut self) -> Option<u32> {
        let starting = self.workers.iter().filter(|worker| !worker.ready).count();
        let waiting: usize = self.questions.iter().map(Question::waiting).sum();
        (waiting > starting && self.workers.len() < self.size).then(|| {
            self.hired += 1;
            self.workers.push(Worker { number: self.hired, ready: false, busy: None });
            self.hired
        })
    }

    /// Workers that are to be ended soon, each with the number of its task; nobody is named twice for the same task.
    pub fn leaving(&mut self) -> Vec<(u32, u32)> {
        let mut leaving: Vec<usize> = (0..self.workers.len()).filter(|position| self.is_outdated(*position)).collect();
        let stays = |worker: &&Worker<T>| worker.busy.as_ref().is_some_and(|busy| !busy.leaves);
        let mut free = (self.size + leaving.len()).saturating_sub(self.workers.iter().filter(stays).count());
        for class in [Class::Now, Class::Behind] {
            let of_class = self.questions.iter().filter(|question| question.class == class);
            let waiting: usize = of_class.map(Question::waiting).sum();
            let mut lower: Vec<(Class, u32, usize)> = (0..self.workers.len())
                .filter(|position| !leaving.contains(position))
                .filter_map(|position| {
                    let busy = self.workers[position].busy.as_ref()?;
                    (busy.class > class && busy.alone && !busy.leaves).then_some((busy.class, busy.number, position))
                })
                .collect();
            // Of the lowest class, and of those the ones that have done least.
            lower.sort_unstable();
            leaving.extend(lower.into_iter().rev().map(|(.., position)| position).take(waiting.saturating_sub(free)));
            free = free.saturating_sub(waiting);
        }
        let told = |position: usize| {
            let worker = &mut self.workers[position];
            let busy = worker.busy.as_mut()?;
            busy.leaves = true;
            Some((worker.number, busy.number))
        };
        leaving.into_iter().filter_map(told).collect()
    }

    /// Whether a worker that was to leave has to be ended now, since it is still at the task of this number. Its task goes back to its
    /// question.
    pub fn end(&mut self, worker: u32, number: u32) -> bool {
        let same = |busy: &Busy<T>| busy.number == number;
        let Some(position) = self.workers.iter().position(|known| known.number == worker && known.busy.as_ref().is_some_and(same)) else {
            return false;
        };
        if let Some(busy) = &mut self.workers[position].busy {
            busy.leaves = false;
        }
        let gives_way = self.gives_way(position);
        if !gives_way && !self.is_outdated(position) {
            return false;
        }
        if let Some(Busy { generation, task, .. }) = self.workers.remove(position).busy
            && let Some(question) = self.questions.iter_mut().find(|question| question.generation == generation)
        {
            question.lanes.insert(0, Lane { tasks: Box::new(std::iter::once(task)), worker: None });
        }
        true
    }

    /// A worker has started.
    pub fn ready(&mut self, worker: u32) {
        self.workers.iter_mut().filter(|known| known.number == worker).for_each(|worker| worker.ready = true);
    }

    /// Whether a worker has started.
    pub fn is_ready(&self, worker: u32) -> bool {
        self.workers.iter().any(|known| known.number == worker && known.ready)
    }

    /// Lets all workers go that have started and have nothing to do. Their numbers come back.
    pub fn dismiss(&mut self) -> Vec<u32> {
        let (idle, rest) = std::mem::take(&mut self.workers).into_iter().partition(|worker| worker.ready && worker.busy.is_none());
        self.workers = rest;
        let idle: Vec<Worker<T>> = idle;
        idle.into_iter().map(|worker| worker.number).collect()
    }

    /// What a worker is at, and for whom, if it is still wanted.
    pub fn at(&self, worker: u32) -> Option<(u32, &T)> {
        let busy = self.workers.iter().find(|known| known.number == worker)?.busy.as_ref()?;
        Some((self.owner(busy.generation)?, &busy.task))
    }

    /// A worker has done its task, which comes back as above.
    pub fn done(&mut self, worker: u32) -> Option<(u32, T)> {
        let busy = self.workers.iter_mut().find(|known| known.number == worker)?.busy.take()?;
        Some((self.owner(busy.generation)?, busy.task))
    }

    /// A worker is of no more use, and with it all questions of which it was at a task or has begun a lane. Their owners come back, each
    /// with a task.
    pub fn lose(&mut self, worker: u32) -> Vec<(u32, T)> {
        let at = self.done(worker);
        self.workers.retain(|known| known.number != worker);
        let mut lost: Vec<(u32, T)> = at.into_iter().collect();
        for question in &mut self.questions {
            let mut begun = question.lanes.iter_mut().filter(|lane| lane.worker == Some(worker));
            let told = lost.iter().any(|(owner, _)| *owner == question.owner);
            if let Some(task) = begun.next().filter(|_| !told).and_then(|lane| lane.tasks.next()) {
                lost.push((question.owner, task));
            }
        }
        lost.iter().for_each(|(owner, _)| self.fail(*owner));
        lost
    }

    /// No worker can be started: those that have not are gone, and all questions that wait fail. Their owners come back, each with a task.
    pub fn abandon(&mut self) -> Vec<(u32, T)> {
        self.workers.retain(|worker| worker.ready);
        let told = |question: &mut Question<T>| {
            let task = question.lanes.first_mut()?.tasks.next()?;
            question.lanes.clear();
            Some((question.owner, task))
        };
        self.questions.iter_mut().filter(|question| question.waiting() > 0).filter_map(told).collect()
    }

    fn owner(&self, generation: u32) -> Option<u32> {
        self.questions.iter().find(|question| question.generation == generation).map(|question| question.owner)
    }

    /// Whether the worker at this position does what nobody wants, and may be ended.
    fn is_outdated(&self, position: usize) -> bool {
        let Worker { number, busy, .. } = &self.workers[position];
        let holds = |question: &Question<T>| question.lanes.iter().any(|lane| lane.worker == Some(*number));
        let outdated = |busy: &Busy<T>| !busy.leaves && self.owner(busy.generation).is_none();
        busy.as_ref().is_some_and(outdated) && !self.questions.iter().any(holds)
    }

    /// Whether a lane of a higher class waits for the worker at this position.
    fn gives_way(&self, position: usize) -> bool {
        let waits = |class: Class| self.questions.iter().any(|question| question.class < class && question.waiting() > 0);
        self.workers[position].busy.as_ref().is_some_and(|busy| busy.alone && waits(busy.class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLUSTER: u32 = 1;
    const COMPARE: u32 = 2;
    const SWEEP: u32 = 3;
    const STORY: u32 = 4;
    const BEHIND: u32 = 5;

    /// Lanes of a task each.
    fn alone(tasks: &[&'static str]) -> Vec<Tasks<&'static str>> {
        tasks.iter().map(|task| -> Tasks<_> { Box::new(std::iter::once(*task)) }).collect()
    }

    fn lane(tasks: &'static [&'static str]) -> Tasks<&'static str> {
        Box::new(tasks.iter().copied())
    }

    /// A queue whose workers have all started.
    fn started(size: usize) -> Queue<&'static str> {
        let mut queue = Queue::new(size);
        queue.ask(0, Class::Sweep, (0..size).flat_map(|_| alone(&["start"])).collect());
        while let Some(worker) = queue.hire() {
            queue.ready(worker);
        }
        queue.free(0);
        queue
    }

    /// What idle workers get: worker and task.
    fn given(queue: &mut Queue<&'static str>) -> Vec<(u32, &'static str)> {
        std::iter::from_fn(|| queue.give()).map(|given| (given.worker, given.task)).collect()
    }

    /// Ends all that have to be.
    fn ended(queue: &mut Queue<&'static str>) -> Vec<u32> {
        let leaving = queue.leaving();
        assert_eq!(queue.leaving(), [], "nobody is named twice");
        leaving.into_iter().filter(|(worker, number)| queue.end(*worker, *number)).map(|(worker, _)| worker).collect()
    }

    #[test]
    fn idle_workers_can_be_let_go_and_others_are_hired_for_the_next_question() {
        let mut queue = started(2);
        queue.ask(CLUSTER, Class::Now, alone(&["a"]));
        assert_eq!(given(&mut queue), [(1, "a")]);
        assert_eq!(queue.dismiss(), [2], "the other one is busy");
        queue.done(1);
        assert_eq!((queue.dismiss(), queue.dismiss()), (vec![1], vec![]));
        queue.ask(CLUSTER, Class::Now, alone(&["b"]));
        let hired = queue.hire().unwrap();
        assert!(queue.dismiss().is_empty(), "it has yet to start");
        queue.ready(hired);
        assert_eq!(given(&mut queue), [(3, "b")]);
    }

    #[test]
    fn workers_are_started_when_lanes_wait_and_never_too_many() {
        let mut queue = Queue::new(3);
        assert_eq!(queue.hire(), None, "nothing is asked");
        queue.ask(CLUSTER, Class::Now, alone(&["a", "b"]));
        assert_eq!([queue.hire(), queue.hire(), queue.hire()], [Some(1), Some(2), None]);
        assert!(queue.give().is_none() && !queue.is_ready(1), "they have not started");
        queue.ready(1);
        assert_eq!(given(&mut queue), [(1, "a")]);
        queue.ask(COMPARE, Class::Now, alone(&["c", "d", "e"]));
        assert_eq!([queue.hire(), queue.hire()], [Some(3), None]);
    }

    #[test]
    fn a_newer_question_takes_the_place_of_the_older_of_its_owner() {
        let mut queue = started(1);
        queue.ask(COMPARE, Class::Behind, alone(&["other"]));
        queue.ask(CLUSTER, Class::Now, alone(&["old", "older"]));
        assert_eq!(given(&mut queue), [(1, "old")]);
        assert_eq!(queue.at(1), Some((CLUSTER, &"old")));
        queue.ask(CLUSTER, Class::Now, alone(&["new"]));
        assert_eq!(queue.at(1), None, "what it says is not heard any more");
        let leaving = queue.leaving();
        assert_eq!(leaving.len(), 1);
        assert_eq!(queue.done(1), None);
        assert_eq!(given(&mut queue), [(1, "new")]);
        assert!(!queue.end(leaving[0].0, leaving[0].1), "it is at another task by now");
        assert_eq!(queue.done(1), Some((CLUSTER, "new")));
        assert_eq!(given(&mut queue), [(1, "other")]);
    }

    #[test]
    fn what_is_done_behind_an_answer_leaves_a_worker_to_the_next_question() {
        let mut queue = started(3);
        queue.ask(BEHIND, Class::Behind, alone(&["a", "b", "c"]));
        assert_eq!(given(&mut queue), [(1, "a"), (2, "b")]);
        queue.ask(CLUSTER, Class::Now, alone(&["asked"]));
        assert_eq!(given(&mut queue), [(3, "asked")]);
        queue.done(1);
        queue.done(3);
        assert_eq!(given(&mut queue), [(1, "c")]);
    }

    #[test]
    fn who_is_free_begins_what_others_are_held_from() {
        const LANES: [&[&str]; 4] = [&["a1", "a2"], &["b1", "b2"], &["c1", "c2"], &["d1", "d2"]];
        let asked = |held: bool| {
            let mut queue = started(2);
            if held {
                queue.ask(BEHIND, Class::Behind, alone(&["long"]));
                assert_eq!(given(&mut queue), [(1, "long")]);
                queue.free(BEHIND);
            }
            queue.ask(COMPARE, Class::Now, LANES.map(lane).into());
            queue
        };
        let done_by = |queue: &mut Queue<&'static str>, worker: u32, tasks: usize| -> Vec<&str> {
            let mut done = vec![];
            while done.len() < tasks
                && let Some((of, task)) = given(queue).into_iter().find(|(of, _)| *of == worker)
            {
                assert_eq!(of, worker);
                queue.done(worker);
                done.push(task);
            }
            done
        };
        assert_eq!(done_by(&mut asked(true), 2, 4), ["a1", "b1", "c1", "d1"], "the first of each, for a first picture");
        let mut queue = asked(false);
        assert_eq!(given(&mut queue), [(1, "a1"), (2, "b1")]);
        queue.done(2);
        assert_eq!(done_by(&mut queue, 2, 2), ["c1", "b2"], "two of the four are for the other one");
    }

    #[test]
    fn no_two_questions_have_the_same_generation() {
        let mut queue = started(2);
        let mut generation = |owner: u32| {
            queue.ask(owner, Class::Now, alone(&["task"]));
            let given = queue.give().unwrap();
            queue.done(given.worker);
            given.generation
        };
        let (first, second, third) = (generation(CLUSTER), generation(COMPARE), generation(CLUSTER));
        assert!(first < second && second < third);
    }

    #[test]
    fn who_leaves_frees_what_waits_and_what_runs() {
        let mut queue = started(2);
        queue.ask(CLUSTER, Class::Now, alone(&["a", "b", "c"]));
        queue.ask(COMPARE, Class::Now, alone(&["d"; 9]));
        assert_eq!(given(&mut queue), [(1, "a"), (2, "b")]);
        queue.free(CLUSTER);
        assert_eq!(given(&mut queue), []);
        assert_eq!(ended(&mut queue), [1, 2]);
        assert_eq!([queue.hire(), queue.hire(), queue.hire()], [Some(3), Some(4), None], "others take their places");
        queue.free(COMPARE);
        queue.ready(3);
        assert_eq!(given(&mut queue), []);
    }

    #[test]
    fn who_is_watched_goes_first_and_then_who_has_least_to_do() {
        let mut queue = started(1);
        queue.ask(SWEEP, Class::Sweep, alone(&["cell"]));
        queue.ask(BEHIND, Class::Behind, alone(&["behind"]));
        queue.ask(COMPARE, Class::Now, vec![lane(&["part 1", "part 2", "part 3"])]);
        queue.ask(STORY, Class::Now, alone(&["story", "its end"]));
        let mut order = vec![];
        while let Some(Given { worker, task, .. }) = queue.give() {
            order.push(task);
            queue.done(worker);
        }
        assert_eq!(order, ["story", "its end", "part 1", "part 2", "part 3", "behind", "cell"]);
    }

    #[test]
    fn a_long_task_gives_way_to_one_of_a_higher_class() {
        let mut queue = started(2);
        queue.ask(SWEEP, Class::Sweep, alone(&["cell 1", "cell 2", "cell 3"]));
        assert_eq!(given(&mut queue), [(1, "cell 1"), (2, "cell 2")]);
        assert_eq!(queue.leaving(), [], "equals wait");
        queue.ask(CLUSTER, Class::Now, alone(&["run"]));
        assert_eq!(ended(&mut queue), [2], "the one that has done least");
        let hired = queue.hire().unwrap();
        queue.ready(hired);
        assert_eq!(given(&mut queue), [(hired, "run")]);
        assert_eq!(queue.leaving(), []);
        queue.done(hired);
        assert_eq!(given(&mut queue), [(hired, "cell 2")], "it is begun anew");
    }

    #[test]
    fn nothing_gives_way_where_a_worker_is_free() {
        let mut queue = started(2);
        queue.ask(SWEEP, Class::Sweep, alone(&["cell"]));
        given(&mut queue);
        queue.ask(CLUSTER, Class::Now, alone(&["run"]));
        assert_eq!(queue.leaving(), []);
        assert_eq!(given(&mut queue), [(2, "run")]);
        // One that was to give way stays if what waited has gone meanwhile.
        queue.ask(COMPARE, Class::Now, alone(&["part"]));
        let leaving = queue.leaving();
        assert_eq!(leaving.len(), 1);
        queue.free(COMPARE);
        assert!(!queue.end(leaving[0].0, leaving[0].1));
        assert_eq!(queue.at(1), Some((SWEEP, &"cell")));
    }

    #[test]
    fn a_lane_stays_with_its_worker_and_all_workers_have_some() {
        let mut queue = started(2);
        queue.ask(COMPARE, Class::Now, vec![lane(&["a1", "a2"]), lane(&["b1", "b2"]), lane(&["c1", "c2"])]);
        assert_eq!(given(&mut queue), [(1, "a1"), (2, "b1")]);
        let mut next = |worker: u32| {
            queue.done(worker);
            queue.give().map(|given| given.task)
        };
        assert_eq!([next(1), next(1), next(1)], [Some("c1"), Some("a2"), Some("c2")]);
        assert_eq!([next(1), next(2), next(2)], [None, Some("b2"), None]);
    }

    #[test]
    fn a_worker_that_holds_a_lane_is_not_ended() {
        let mut queue = started(1);
        queue.ask(COMPARE, Class::Now, vec![lane(&["part 1", "part 2", "part 3"])]);
        assert_eq!(given(&mut queue), [(1, "part 1")]);
        queue.ask(STORY, Class::Now, alone(&["story"]));
        queue.done(1);
        assert_eq!(given(&mut queue), [(1, "story")]);
        queue.free(STORY);
        assert_eq!(ended(&mut queue), [0; 0]);
        queue.free(COMPARE);
        assert_eq!(ended(&mut queue), [1]);
    }

    #[test]
    fn a_question_that_fails_keeps_what_runs() {
        let mut queue = started(2);
        queue.ask(CLUSTER, Class::Now, alone(&["a", "b", "c"]));
        given(&mut queue);
        assert_eq!(queue.done(1), Some((CLUSTER, "a")));
        queue.fail(CLUSTER);
        assert_eq!(given(&mut queue), []);
        assert_eq!((queue.leaving(), queue.at(2)), (vec![], Some((CLUSTER, &"b"))));
    }

    #[test]
    fn a_worker_that_is_lost_takes_along_what_it_was_at_and_what_it_holds() {
        let mut queue = started(1);
        queue.ask(SWEEP, Class::Sweep, alone(&["cell"]));
        queue.ask(COMPARE, Class::Now, vec![lane(&["part 1", "part 2", "part 3"])]);
        given(&mut queue);
        queue.ask(STORY, Class::Now, alone(&["story"]));
        queue.done(1);
        assert_eq!(given(&mut queue), [(1, "story")]);
        assert_eq!(queue.lose(1), [(STORY, "story"), (COMPARE, "part 2")]);
        let hired = queue.hire().unwrap();
        queue.ready(hired);
        assert_eq!(given(&mut queue), [(hired, "cell")]);
    }

    #[test]
    fn where_no_worker_can_be_started_all_who_wait_are_told() {
        let mut queue = Queue::new(2);
        queue.ask(CLUSTER, Class::Now, alone(&["a", "b"]));
        queue.ask(COMPARE, Class::Behind, alone(&["c"]));
        assert_eq!(queue.hire(), Some(1));
        assert_eq!(queue.abandon(), [(CLUSTER, "a"), (COMPARE, "c")]);
        assert_eq!(queue.hire(), None);
        queue.ask(CLUSTER, Class::Now, alone(&["again"]));
        assert_eq!(queue.hire(), Some(2));
    }
}
