use crate::sim::{NotAllowed, written};
use crate::workload::Ids;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// Sizes of videos, in units of storage. Where none is given, each takes one unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sizes(Arc<[f64]>);

impl Sizes {
    /// Sizes that there may be, in words.
    pub const ALLOWED: &'static str = "units of storage, 0.000001 to 1e15";

    /// Whether a video may have this size.
    pub fn allows(size: f64) -> bool {
        (1e-6..=1e15).contains(&size)
    }

    /// By video, its size.
    ///
    /// # Errors
    /// If one is not from 1e-6 to 1e15 units of storage.
    pub fn new(sizes: Vec<f64>) -> Result<Self, NotAllowed> {
        for size in &sizes {
            NotAllowed::check("size of a video", written(*size), Self::allows(*size), Self::ALLOWED)?;
        }
        Ok(Self::trusted(sizes))
    }

    /// The same of sizes that are checked.
    pub(crate) fn trusted(sizes: Vec<f64>) -> Self {
        let given = sizes.iter().any(|size| *size != 1.0);
        Self(if given { sizes.into() } else { Arc::default() })
    }

    /// Whether any video takes more or less than one unit.
    pub fn given(&self) -> bool {
        !self.0.is_empty()
    }

    /// The size of a video.
    pub fn of(&self, video: u32) -> f64 {
        self.0.get(video as usize).copied().unwrap_or(1.0)
    }

    /// The size of the smallest video.
    pub fn least(&self) -> f64 {
        self.0.iter().copied().reduce(f64::min).unwrap_or(1.0)
    }

    /// The size of so many videos, which are all that there are.
    pub fn sum(&self, videos: u32) -> f64 {
        if self.given() { self.0.iter().sum() } else { videos.into() }
    }
}

/// Videos as requests name them, with the sizes that these say.
pub struct Named<K> {
    numbers: HashMap<K, u32>,
    sizes: Vec<Option<f64>>,
}

impl<K: Eq + Hash + ToString> Named<K> {
    /// No video.
    pub fn none() -> Self {
        Self { numbers: HashMap::new(), sizes: vec![] }
    }

    /// The number of a video, from 0.
    pub fn number(&mut self, name: K) -> u32 {
        let fresh = self.sizes.len() as u32;
        let video = *self.numbers.entry(name).or_insert(fresh);
        if video == fresh {
            self.sizes.push(None);
        }
        video
    }

    /// A request says the size of a video.
    ///
    /// # Errors
    /// The size that an earlier one has said, if that is another.
    pub fn say(&mut self, video: u32, size: f64) -> Result<(), f64> {
        let known = self.sizes[video as usize].get_or_insert(size);
        if *known == size { Ok(()) } else { Err(*known) }
    }

    /// What they are called, by their numbers from 1, and their sizes.
    pub fn all(self) -> (Ids, Sizes) {
        let names = self.numbers.into_iter().map(|(name, video)| (u64::from(video) + 1, name.to_string())).collect();
        (Ids::new(names), Sizes::trusted(self.sizes.into_iter().map(|size| size.unwrap_or(1.0)).collect()))
    }
}
