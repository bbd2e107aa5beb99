//! LFU: as LRU, but a full storage drops the video that its dServer was the first to be asked for least often, since the run began and
//! whether it stored it or not; of several, the one that was not used for longest. What was popular once stays for long.

use super::Holders;
use std::collections::BTreeSet;

/// How often a video was asked for, and when it was used last.
type Worth = (u32, u32);

/// What each dServer caches, by how often it was asked for it.
pub struct Counted {
    servers: usize,
    /// By video and server.
    worth: Vec<Worth>,
    /// By server, the videos that it stores, the one to drop first.
    stored: Vec<BTreeSet<(Worth, u32)>>,
    /// By server, how many more it can store.
    room: Vec<u32>,
    /// How often anything was used.
    uses: u32,
}

impl Counted {
    /// Caches of this storage, empty.
    pub fn new(videos: u32, storage: &[u32]) -> Self {
        let servers = storage.len();
        let worth = vec![(0, 0); videos as usize * servers];
        Self { servers, worth, stored: vec![BTreeSet::new(); servers], room: storage.to_vec(), uses: 0 }
    }

    fn change(&mut self, server: u8, video: u32, to: impl FnOnce(Worth) -> Worth) {
        let worth = &mut self.worth[video as usize * self.servers + usize::from(server)];
        let stored = &mut self.stored[usize::from(server)];
        let there = stored.remove(&(*worth, video));
        *worth = to(*worth);
        if there {
            stored.insert((*worth, video));
        }
    }

    /// A dServer is the first to be asked for a video.
    pub fn ask(&mut self, server: u8, video: u32) {
        self.change(server, video, |(asked, used)| (asked + 1, used));
    }

    /// A dServer serves a video that it stores.
    pub fn use_at(&mut self, server: u8, video: u32) {
        self.uses += 1;
        let now = self.uses;
        self.change(server, video, |(asked, _)| (asked, now));
    }

    /// A dServer takes a copy of a video that it does not store.
    pub fn take(&mut self, server: u8, video: u32, holders: &mut Holders) {
        let place = usize::from(server);
        if self.room[place] > 0 {
            self.room[place] -= 1;
        } else if let Some((_, least)) = self.stored[place].pop_first() {
            holders.remove(least, server);
        }
        self.use_at(server, video);
        self.stored[place].insert((self.worth[video as usize * self.servers + place], video));
        holders.add(video, server);
    }
}
