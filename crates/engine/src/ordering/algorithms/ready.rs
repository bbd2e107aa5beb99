//! The tasks that can be executed next.

use crate::ordering::Graph;

/// The tasks not yet executed that have all they read, in no particular order.
#[derive(Clone, Debug)]
pub struct Ready<'a> {
    graph: &'a Graph,
    unmet: Vec<u32>,
    tasks: Vec<u32>,
    /// Where each of them is among these.
    place: Vec<u32>,
}

impl<'a> Ready<'a> {
    /// Before anything is executed: the roots.
    pub fn new(graph: &'a Graph) -> Self {
        let unmet: Vec<u32> = (0..graph.tasks() as u32).map(|task| graph.before(task).len() as u32).collect();
        let mut ready = Self { graph, tasks: vec![], place: vec![0; unmet.len()], unmet };
        (0..graph.tasks() as u32).filter(|task| graph.before(*task).is_empty()).for_each(|task| ready.push(task));
        ready
    }

    fn push(&mut self, task: u32) {
        self.place[task as usize] = self.tasks.len() as u32;
        self.tasks.push(task);
    }

    /// The tasks.
    pub fn tasks(&self) -> &[u32] {
        &self.tasks
    }

    /// Whether a task that was not executed is one of them.
    pub fn has(&self, task: u32) -> bool {
        self.unmet[task as usize] == 0
    }

    /// Executes one of them. The tasks that are ready now come back.
    pub fn execute(&mut self, task: u32) -> &[u32] {
        let place = self.place[task as usize];
        self.tasks.swap_remove(place as usize);
        if let Some(other) = self.tasks.get(place as usize) {
            self.place[*other as usize] = place;
        }
        let from = self.tasks.len();
        for &other in self.graph.next(task) {
            let unmet = &mut self.unmet[other as usize];
            *unmet -= 1;
            if *unmet == 0 {
                self.push(other);
            }
        }
        &self.tasks[from..]
    }
}
