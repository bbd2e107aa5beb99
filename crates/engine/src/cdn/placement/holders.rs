/// The dServers that store each video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holders(Vec<u64>);

impl Holders {
    /// So many videos, of which none is stored anywhere.
    pub fn none(videos: u32) -> Self {
        Self(vec![0; videos as usize])
    }

    /// By video, a bit for each dServer that stores it, the lowest for the first.
    pub fn new(bits: Vec<u64>) -> Self {
        Self(bits)
    }

    /// The dServers that store a video, a bit each.
    pub fn of(&self, video: u32) -> u64 {
        self.0[video as usize]
    }

    /// Whether a dServer stores a video.
    pub fn has(&self, video: u32, server: u8) -> bool {
        self.of(video) >> server & 1 == 1
    }

    /// A dServer stores a video from now on.
    pub fn add(&mut self, video: u32, server: u8) {
        self.0[video as usize] |= 1 << server;
    }

    /// A dServer stores a video no longer.
    pub fn remove(&mut self, video: u32, server: u8) {
        self.0[video as usize] &= !(1 << server);
    }

    /// Number of copies of all videos.
    pub fn copies(&self) -> u64 {
        self.0.iter().map(|bits| u64::from(bits.count_ones())).sum()
    }

    /// By video, the dServers that store it.
    pub fn all(&self) -> &[u64] {
        &self.0
    }
}
