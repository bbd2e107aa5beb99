//! Max-min fair rates, tier by tier.

use super::fair::Fair;
use super::{Held, Rates};
use crate::network::Network;
use crate::network::streams::{NEVER, Streams, after};
use crate::sim::{Sum, TIE, Tournament};

/// What decides in which tier a stream is.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::network) enum Tier {
    /// One for all.
    One,
    /// The first for short flows, the second for long ones.
    Class,
    /// By attained service: a stream goes to the next tier when it has attained the next of these.
    Attained(Vec<f64>),
}

/// Tiers of streams: those of a tier share what the tiers before them leave, max-min fairly.
#[derive(Debug)]
pub(in crate::network) struct Tiers<'a> {
    tier: Tier,
    parts: Vec<Fair<'a>>,
    /// Tier of each stream.
    of: Vec<u8>,
    /// When a stream will have attained what sends it to the next tier.
    demotions: Tournament<Sum>,
    room: usize,
}

impl<'a> Tiers<'a> {
    pub fn new(network: &Network, tier: Tier) -> Self {
        let count = match &tier {
            Tier::One => 1,
            Tier::Class => 2,
            Tier::Attained(thresholds) => thresholds.len() + 1,
        };
        let room = if matches!(tier, Tier::Attained(_)) { 1 << 10 } else { 0 };
        let parts = (0..count).map(|_| Fair::new(network)).collect();
        Self { tier, parts, of: vec![], demotions: Tournament::new(room, NEVER), room }
    }

    /// Says when a stream will be demoted.
    fn announce(&mut self, streams: &Streams<'a>, slot: u32) {
        if self.room < streams.slots() {
            self.room = streams.slots().next_power_of_two();
            self.demotions = Tournament::new(self.room, NEVER);
            for slot in 0..self.of.len() as u32 {
                self.demotions.set(slot, self.demotion(streams, slot));
            }
        } else {
            self.demotions.set(slot, self.demotion(streams, slot));
        }
    }

    /// Whether streams change their tier.
    fn demotes(&self) -> bool {
        matches!(self.tier, Tier::Attained(_))
    }

    fn demotion(&self, streams: &Streams<'_>, slot: u32) -> Sum {
        let (Tier::Attained(thresholds), stream) = (&self.tier, streams.of(slot)) else { return NEVER };
        match thresholds.get(usize::from(self.of[slot as usize])) {
            Some(threshold) if stream.rate > 0.0 && *threshold < stream.size => {
                let attained = stream.size - streams.left(slot);
                after(streams.now, (threshold - attained).max(0.0) / stream.rate)
            }
            _ => NEVER,
        }
    }
}

impl<'a> Rates<'a> for Tiers<'a> {
    fn enter(&mut self, streams: &mut Streams<'a>, slot: u32, short: bool) {
        let tier = u8::from(self.tier == Tier::Class && !short);
        if self.of.len() <= slot as usize {
            self.of.resize(slot as usize + 1, 0);
        }
        self.of[slot as usize] = tier;
        self.parts[usize::from(tier)].insert(streams, slot);
    }

    fn leave(&mut self, _: &mut Streams<'a>, slot: u32) {
        self.parts[usize::from(self.of[slot as usize])].remove(slot);
        if self.demotes() {
            self.demotions.set(slot, NEVER);
        }
    }

    fn next(&self) -> Sum {
        self.demotions.first().map_or(NEVER, |(_, time)| time)
    }

    fn act(&mut self, streams: &mut Streams<'a>, until: Sum) {
        while let Some((slot, time)) = self.demotions.first() {
            let Tier::Attained(thresholds) = &self.tier else { return };
            let tier = usize::from(self.of[slot as usize]);
            let attained = streams.of(slot).size - streams.left(slot);
            if time > until && attained < thresholds[tier] * (1.0 - TIE) {
                return;
            }
            self.parts[tier].remove(slot);
            self.of[slot as usize] += 1;
            self.demotions.set(slot, NEVER);
            self.parts[tier + 1].insert(streams, slot);
        }
    }

    fn settle(&mut self, streams: &mut Streams<'a>) {
        for tier in 0..self.parts.len() {
            let (before, later) = self.parts.split_at_mut(tier);
            if let Some(before) = before.last() {
                before.touched().for_each(|(link, left)| later[0].limit(link, left));
            }
            later[0].settle();
            later[0].changed.iter().for_each(|slot| streams.set_rate(*slot, later[0].rate(*slot)));
        }
        for tier in 0..if self.demotes() { self.parts.len() } else { 0 } {
            for i in 0..self.parts[tier].changed.len() {
                let slot = self.parts[tier].changed[i];
                self.announce(streams, slot);
            }
        }
    }

    fn held(&self, _: &Streams<'a>, slot: u32) -> Option<Held> {
        let tier = usize::from(self.of[slot as usize]);
        let link = self.parts[tier].bottleneck(slot)?;
        let behind = self.parts[..tier].iter().flat_map(|tier| tier.on(link)).next();
        Some(Held { link, behind })
    }
}
