//! LFU: as LRU, but a full storage drops the videos that its dServer was the first to be asked for least often, since the run began and
//! whether it stored it or not; of several, the one that was not used for longest. What was popular once stays for long.

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
    /// How often anything was used.
    uses: u32,
}

impl Counted {
    /// Nothing, of so many videos on so many dServers.
    pub fn new(videos: u32, servers: usize) -> Self {
        Self { servers, worth: vec![(0, 0); videos as usize * servers], stored: vec![BTreeSet::new(); servers], uses: 0 }
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

    /// A dServer stores a video from now on.
    pub fn keep(&mut self, server: u8, video: u32) {
        self.use_at(server, video);
        let place = usize::from(server);
        self.stored[place].insert((self.worth[video as usize * self.servers + place], video));
    }

    /// A dServer drops a video, if it stores any.
    pub fn pop(&mut self, server: u8) -> Option<u32> {
        self.stored[usize::from(server)].pop_first().map(|(_, video)| video)
    }
}
