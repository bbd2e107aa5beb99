//! What dServers take in as they are asked for it, and drop when they are full: a rule of which videos go, and one of which may come.
//! Videos go until there is room for the one that comes; one that is larger than the whole storage does not come.

use super::Holders;
use super::lfu::Counted;
use super::lru::Recent;
use crate::cdn::{Network, Requests, Sizes};

/// How dServers change what they store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caching {
    /// What a full storage drops.
    pub drops: Drops,
    /// What it takes in.
    pub admits: Admits,
}

/// What a full storage drops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drops {
    /// The video that was not used for longest.
    Oldest,
    /// The video that the dServer was asked for least often.
    Rarest,
}

/// Of which videos a dServer that is asked first takes a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admits {
    /// Of all.
    Always,
    /// Of those that it was asked for before: most are never asked for again.
    Again,
}

impl Caching {
    /// Drops what was not used for longest, and takes whatever it is asked for.
    pub const LRU: Self = Self { drops: Drops::Oldest, admits: Admits::Always };
}

/// What each dServer caches.
pub struct Caches {
    stored: Stored,
    sizes: Sizes,
    /// By server, what it can store, and how much more.
    storage: Vec<f64>,
    room: Vec<f64>,
    /// By video and server, whether it was asked for before, if that matters.
    asked: Option<Vec<bool>>,
}

enum Stored {
    Recent(Recent),
    Counted(Counted),
}

impl Stored {
    fn keep(&mut self, server: u8, video: u32) {
        match self {
            Self::Recent(recent) => recent.keep(server, video),
            Self::Counted(counted) => counted.keep(server, video),
        }
    }

    fn pop(&mut self, server: u8) -> Option<u32> {
        match self {
            Self::Recent(recent) => recent.pop(server),
            Self::Counted(counted) => counted.pop(server),
        }
    }
}

impl Caches {
    /// Those of a network, empty.
    pub fn new(caching: Caching, network: &Network, requests: &Requests) -> Self {
        let storage = network.storage();
        let (videos, servers) = (requests.videos, storage.len());
        let stored = match caching.drops {
            Drops::Oldest => Stored::Recent(Recent::new(videos, servers)),
            Drops::Rarest => Stored::Counted(Counted::new(videos, servers)),
        };
        let asked = (caching.admits == Admits::Again).then(|| vec![false; videos as usize * servers]);
        Self { stored, sizes: requests.sizes.clone(), room: storage.clone(), storage, asked }
    }

    /// A dServer is the first to be asked for a video. Whether it would take a copy comes back.
    pub fn ask(&mut self, server: u8, video: u32) -> bool {
        if let Stored::Counted(counted) = &mut self.stored {
            counted.ask(server, video);
        }
        let place = video as usize * self.storage.len() + usize::from(server);
        self.asked.as_mut().is_none_or(|asked| std::mem::replace(&mut asked[place], true))
    }

    /// A dServer serves a video that it stores.
    pub fn use_at(&mut self, server: u8, video: u32) {
        match &mut self.stored {
            Stored::Recent(recent) => recent.use_at(server, video),
            Stored::Counted(counted) => counted.use_at(server, video),
        }
    }

    /// A dServer takes a copy of a video that it does not store, if it ever can.
    pub fn take(&mut self, server: u8, video: u32, holders: &mut Holders) {
        let (place, size) = (usize::from(server), self.sizes.of(video));
        if size > self.storage[place] {
            return;
        }
        while self.room[place] < size {
            let Some(least) = self.stored.pop(server) else { break };
            self.room[place] += self.sizes.of(least);
            holders.remove(least, server);
        }
        self.room[place] -= size;
        self.stored.keep(server, video);
        holders.add(video, server);
    }
}
