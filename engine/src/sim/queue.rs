use super::Key;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Events to come, by time; at the same instant by `rank`, then as they were announced.
///
/// A rank is a small number that the caller gives each kind of event, so that completions come before arrivals and those
/// before policy events.
#[derive(Debug)]
pub struct EventQueue<E> {
    heap: BinaryHeap<Reverse<Entry<E>>>,
    announced: u64,
}

#[derive(Debug)]
struct Entry<E> {
    at: (Key, u8, u64),
    event: E,
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.at == other.at
    }
}

impl<E> Eq for Entry<E> {}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Entry<E> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.at.cmp(&other.at)
    }
}

impl<E> EventQueue<E> {
    /// An empty queue with room for this many events.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { heap: BinaryHeap::with_capacity(capacity), announced: 0 }
    }

    /// Announces an event.
    pub fn push(&mut self, time: f64, rank: u8, event: E) {
        self.heap.push(Reverse(Entry { at: (Key(time), rank, self.announced), event }));
        self.announced += 1;
    }

    /// Takes out the next event and its time.
    pub fn pop(&mut self) -> Option<(f64, E)> {
        self.heap.pop().map(|Reverse(entry)| (entry.at.0.0, entry.event))
    }

    /// The time of the next event.
    pub fn next(&self) -> Option<f64> {
        self.peek().map(|(time, _)| time)
    }

    /// The next event and its time; it stays where it is.
    pub fn peek(&self) -> Option<(f64, &E)> {
        self.heap.peek().map(|Reverse(entry)| (entry.at.0.0, &entry.event))
    }
}

#[cfg(test)]
mod tests {
    use super::EventQueue;

    #[test]
    fn by_time_then_rank_then_order_of_announcement() {
        let mut queue = EventQueue::with_capacity(4);
        for (time, rank, event) in [(2.0, 0, 'e'), (1.0, 1, 'b'), (1.0, 1, 'c'), (1.0, 0, 'a'), (1.0, 2, 'd')] {
            queue.push(time, rank, event);
        }
        assert_eq!(queue.next(), Some(1.0));
        let order: String = std::iter::from_fn(|| queue.pop()).map(|(_, event)| event).collect();
        assert_eq!(order, "abcde");
    }
}
