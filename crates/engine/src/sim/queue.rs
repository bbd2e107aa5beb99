use super::Key;

/// Children of a node of the heap.
const CHILDREN: usize = 4;
/// Bits of an entry's order that hold when it was announced; those above hold its rank.
const ANNOUNCED: u32 = 56;

/// Events to come, by time; at the same instant by `rank`, then as they were announced.
///
/// A rank is a small number that the caller gives each kind of event, so that completions come before arrivals and those
/// before policy events.
///
/// The heap is one of four children a node, which is half as deep as one of two and whose children lie next to each other:
/// what an event costs is then nearly the same whether thousands or many tens of thousands are announced.
#[derive(Debug)]
pub struct EventQueue<E> {
    heap: Vec<Entry<E>>,
    announced: u64,
}

#[derive(Clone, Copy, Debug)]
struct Entry<E> {
    /// When, and by rank and announcement in what order.
    at: (Key, u64),
    event: E,
}

impl<E: Copy> EventQueue<E> {
    /// An empty queue with room for this many events.
    ///
    /// # Panics
    /// If so many do not fit into memory.
    pub fn with_capacity(capacity: usize) -> Self {
        Self { heap: Vec::with_capacity(capacity), announced: 0 }
    }

    /// Announces an event.
    pub fn push(&mut self, time: f64, rank: u8, event: E) {
        let announced = self.announced;
        self.announced += 1;
        self.push_at(time, rank, announced, event);
    }

    /// Announces an event that has a place among those of its rank and instant, instead of the order of announcement.
    pub fn push_at(&mut self, time: f64, rank: u8, place: u64, event: E) {
        let at = (Key(time), u64::from(rank) << ANNOUNCED | place);
        let bottom = self.heap.len();
        self.heap.push(Entry { at, event });
        self.rise(bottom);
    }

    /// Takes out the next event and its time.
    pub fn pop(&mut self) -> Option<(f64, E)> {
        let last = self.heap.pop()?;
        let Some(first) = self.heap.first_mut() else { return Some((last.at.0.0, last.event)) };
        let next = std::mem::replace(first, last);
        // The last entry nearly always belongs to the bottom: it goes there first, and rises from there.
        let mut place = 0;
        while let Some(child) = self.first_child(place) {
            self.heap[place] = self.heap[child];
            place = child;
        }
        self.heap[place] = last;
        self.rise(place);
        Some((next.at.0.0, next.event))
    }

    /// An entry moves up until its parent comes before it.
    fn rise(&mut self, mut place: usize) {
        let entry = self.heap[place];
        while place > 0 {
            let parent = (place - 1) / CHILDREN;
            if self.heap[parent].at <= entry.at {
                break;
            }
            self.heap[place] = self.heap[parent];
            place = parent;
        }
        self.heap[place] = entry;
    }

    /// The child of a node that comes first.
    fn first_child(&self, place: usize) -> Option<usize> {
        let from = place * CHILDREN + 1;
        let children = self.heap.get(from..self.heap.len().min(from + CHILDREN))?;
        let mut least = 0;
        for child in 1..children.len() {
            least = if children[child].at < children[least].at { child } else { least };
        }
        (!children.is_empty()).then_some(from + least)
    }

    /// The time of the next event.
    pub fn next(&self) -> Option<f64> {
        self.peek().map(|(time, _)| time)
    }

    /// The next event and its time; it stays where it is.
    pub fn peek(&self) -> Option<(f64, &E)> {
        self.heap.first().map(|entry| (entry.at.0.0, &entry.event))
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

    #[test]
    fn many_events_come_out_as_if_they_had_been_sorted() {
        let (mut queue, mut plain) = (EventQueue::with_capacity(0), vec![]);
        let mut state = 1_u32;
        for number in 0..5000_u64 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            // Few different times, so that many are equal.
            let (time, rank) = (state >> 24, (state >> 16 & 3) as u8);
            queue.push(f64::from(time), rank, number);
            plain.push((time, rank, number));
            if number % 3 == 2 {
                let first = plain.iter().copied().min().unwrap();
                plain.retain(|event| *event != first);
                assert_eq!(queue.pop(), Some((f64::from(first.0), first.2)));
            }
        }
        plain.sort_unstable();
        assert!(std::iter::from_fn(|| queue.pop()).map(|(_, number)| number).eq(plain.iter().map(|event| event.2)));
        assert_eq!(queue.next(), None);
    }
}
