//! LRU: nothing is pushed; a dServer keeps what it was last asked for. The dServer that is asked first takes a copy of a video that it
//! does not store, and drops the one it has not used for longest if its storage is full (ViPeeR D4.5, section 3.2.0.2). The other
//! dServers of the group are asked for the video, but take no copy ("the video is not re-forwarded to these repositories").
//!
//! A video is used where a copy comes in and where it is served from. A dServer that stores it and is saturated does not use it.

use super::Holders;

/// No video.
const NONE: u32 = u32::MAX;

/// What each dServer caches, by last use.
pub struct Recent {
    servers: usize,
    /// By video and server, the videos that were used just before and after, in lists that begin and end with [`NONE`].
    links: Vec<[u32; 2]>,
    /// By server, the videos that were used first and last.
    ends: Vec<[u32; 2]>,
    /// By server, how many more it can store.
    room: Vec<u32>,
}

impl Recent {
    /// Caches of this storage, empty.
    pub fn new(videos: u32, storage: &[u32]) -> Self {
        let servers = storage.len();
        Self { servers, links: vec![[NONE; 2]; videos as usize * servers], ends: vec![[NONE; 2]; servers], room: storage.to_vec() }
    }

    fn links(&mut self, server: u8, video: u32) -> &mut [u32; 2] {
        &mut self.links[video as usize * self.servers + usize::from(server)]
    }

    /// A dServer serves a video that it stores.
    pub fn use_at(&mut self, server: u8, video: u32) {
        if self.ends[usize::from(server)][1] != video {
            self.unlink(server, video);
            self.append(server, video);
        }
    }

    /// A dServer takes a copy of a video that it does not store.
    pub fn take(&mut self, server: u8, video: u32, holders: &mut Holders) {
        let room = &mut self.room[usize::from(server)];
        if *room > 0 {
            *room -= 1;
        } else {
            let oldest = self.ends[usize::from(server)][0];
            self.unlink(server, oldest);
            holders.remove(oldest, server);
        }
        self.append(server, video);
        holders.add(video, server);
    }

    fn append(&mut self, server: u8, video: u32) {
        let last = std::mem::replace(&mut self.ends[usize::from(server)][1], video);
        *self.links(server, video) = [last, NONE];
        if last == NONE {
            self.ends[usize::from(server)][0] = video;
        } else {
            self.links(server, last)[1] = video;
        }
    }

    fn unlink(&mut self, server: u8, video: u32) {
        let [before, after] = *self.links(server, video);
        for (side, (neighbour, other)) in [(before, after), (after, before)].into_iter().enumerate() {
            if neighbour == NONE {
                self.ends[usize::from(server)][side] = other;
            } else {
                self.links(server, neighbour)[1 - side] = other;
            }
        }
    }
}
