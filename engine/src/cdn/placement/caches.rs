//! What dServers take in as they are asked for it, and drop when they are full: a rule of which video goes, and one of which may come.

use super::Holders;
use super::lfu::Counted;
use super::lru::Recent;

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
    servers: usize,
    /// By video and server, whether it was asked for before, if that matters.
    asked: Option<Vec<bool>>,
}

enum Stored {
    Recent(Recent),
    Counted(Counted),
}

impl Caches {
    /// Caches of this storage, empty.
    pub fn new(caching: Caching, videos: u32, storage: &[u32]) -> Self {
        let stored = match caching.drops {
            Drops::Oldest => Stored::Recent(Recent::new(videos, storage)),
            Drops::Rarest => Stored::Counted(Counted::new(videos, storage)),
        };
        let pairs = videos as usize * storage.len();
        Self { stored, servers: storage.len(), asked: (caching.admits == Admits::Again).then(|| vec![false; pairs]) }
    }

    /// A dServer is the first to be asked for a video. Whether it would take a copy comes back.
    pub fn ask(&mut self, server: u8, video: u32) -> bool {
        if let Stored::Counted(counted) = &mut self.stored {
            counted.ask(server, video);
        }
        let place = video as usize * self.servers + usize::from(server);
        self.asked.as_mut().is_none_or(|asked| std::mem::replace(&mut asked[place], true))
    }

    /// A dServer serves a video that it stores.
    pub fn use_at(&mut self, server: u8, video: u32) {
        match &mut self.stored {
            Stored::Recent(recent) => recent.use_at(server, video),
            Stored::Counted(counted) => counted.use_at(server, video),
        }
    }

    /// A dServer takes a copy of a video that it does not store.
    pub fn take(&mut self, server: u8, video: u32, holders: &mut Holders) {
        match &mut self.stored {
            Stored::Recent(recent) => recent.take(server, video, holders),
            Stored::Counted(counted) => counted.take(server, video, holders),
        }
    }
}
