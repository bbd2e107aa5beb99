//! LRU: nothing is pushed; a dServer keeps what it was last asked for. The dServer that is asked first takes a copy of a video that it
//! does not store, and drops those it has not used for longest until there is room for it (ViPeeR D4.5, section 3.2.0.2, where all videos
//! take the same room). The other dServers of the group are asked for the video, but take no copy ("the video is not re-forwarded to these
//! repositories").
//!
//! A video is used where a copy comes in and where it is served from. A dServer that stores it and is saturated does not use it.

/// No video.
const NONE: u32 = u32::MAX;

/// What each dServer caches, by last use.
pub struct Recent {
    servers: usize,
    /// By video and server, the videos that were used just before and after, in lists that begin and end with [`NONE`].
    links: Vec<[u32; 2]>,
    /// By server, the videos that were used first and last.
    ends: Vec<[u32; 2]>,
}

impl Recent {
    /// Nothing, of so many videos on so many dServers.
    pub fn new(videos: u32, servers: usize) -> Self {
        Self { servers, links: vec![[NONE; 2]; videos as usize * servers], ends: vec![[NONE; 2]; servers] }
    }

    fn links(&mut self, server: u8, video: u32) -> &mut [u32; 2] {
        &mut self.links[video as usize * self.servers + usize::from(server)]
    }

    /// A dServer serves a video that it stores.
    pub fn use_at(&mut self, server: u8, video: u32) {
        if self.ends[usize::from(server)][1] != video {
            self.unlink(server, video);
            self.keep(server, video);
        }
    }

    /// A dServer stores a video from now on.
    pub fn keep(&mut self, server: u8, video: u32) {
        let last = std::mem::replace(&mut self.ends[usize::from(server)][1], video);
        *self.links(server, video) = [last, NONE];
        if last == NONE {
            self.ends[usize::from(server)][0] = video;
        } else {
            self.links(server, last)[1] = video;
        }
    }

    /// A dServer drops a video, if it stores any.
    pub fn pop(&mut self, server: u8) -> Option<u32> {
        let oldest = Some(self.ends[usize::from(server)][0]).filter(|video| *video != NONE)?;
        self.unlink(server, oldest);
        Some(oldest)
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
