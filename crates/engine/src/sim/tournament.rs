//! The least of numbered keys that change one at a time.

/// Keys that meet in one match: those of 64 or 128 bytes, which lie next to each other.
const FAN: usize = 8;

/// A key for each of a fixed number of items, and the item with the least: a tournament tree (Knuth, *The Art of Computer
/// Programming*, vol. 3, section 5.4.1) in which several keys meet in a match. Finding the least, and every change, takes
/// O(log items); a change that does not touch the winner of its match, which most are, ends there.
#[derive(Clone, Debug)]
pub struct Tournament<K> {
    /// The keys of the items, then the winners of all matches among these, and so on up to the winner of all.
    rounds: Vec<Vec<K>>,
    absent: K,
}

impl<K: Copy + Ord> Tournament<K> {
    /// So many items, all of them absent. No key may be greater than `absent`, and an item that has this key is not there.
    ///
    /// # Panics
    /// If so many do not fit into memory.
    pub fn new(items: usize, absent: K) -> Self {
        let mut rounds = vec![];
        let mut count = items.max(1);
        while count > 1 || rounds.is_empty() {
            count = count.div_ceil(FAN);
            rounds.push(vec![absent; count * FAN]);
        }
        rounds.push(vec![absent]);
        Self { rounds, absent }
    }

    /// Gives an item another key.
    pub fn set(&mut self, item: u32, key: K) {
        let mut place = item as usize;
        let mut now = key;
        let mut before = std::mem::replace(&mut self.rounds[0][place], key);
        for round in 1..self.rounds.len() {
            place /= FAN;
            let [players, winners] = &mut self.rounds[round - 1..=round] else { return };
            let winner = &mut winners[place];
            if before > *winner && now >= *winner {
                return;
            }
            let new = if now <= *winner { now } else { least(&players[place * FAN..(place + 1) * FAN]) };
            (before, now) = (std::mem::replace(winner, new), new);
        }
    }

    /// The item with the least key, of equals that with the lowest number, and its key.
    pub fn first(&self) -> Option<(u32, K)> {
        let mut rounds = self.rounds.iter().rev();
        let winner = *rounds.next()?.first()?;
        if winner == self.absent {
            return None;
        }
        let place = rounds.try_fold(0, |place, round| {
            let players = &round[place * FAN..(place + 1) * FAN];
            players.iter().position(|key| *key == winner).map(|player| place * FAN + player)
        });
        place.map(|item| (item as u32, winner))
    }
}

/// The least of the keys that meet in a match.
fn least<K: Copy + Ord>(players: &[K]) -> K {
    players[1..].iter().fold(players[0], |least, key| least.min(*key))
}

#[cfg(test)]
mod tests {
    use super::Tournament;

    #[test]
    fn the_least_key_wins_and_of_equals_the_lowest_number() {
        for items in [1, 2, 8, 9, 64, 65, 600] {
            let mut plain = vec![u32::MAX; items];
            let mut tree = Tournament::new(items, u32::MAX);
            let mut state = 1_u32;
            for step in 0..3000_u32 {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let item = (state >> 8) as usize % items;
                // Few different keys, so that many are equal; now and then one leaves.
                let key = if step % 7 == 0 { u32::MAX } else { state >> 20 & 31 };
                plain[item] = key;
                tree.set(item as u32, key);
                let least = (0..).zip(&plain).filter(|(_, key)| **key < u32::MAX).min_by_key(|(item, key)| (**key, *item));
                assert_eq!(tree.first(), least.map(|(item, key)| (item, *key)), "{items} items, step {step}");
            }
        }
    }
}
