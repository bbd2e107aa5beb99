//! Where servers are, what lies between them, and what a transfer costs.

use crate::sim::{Key, NotAllowed};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A region with its dServer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Region {
    /// What it is called.
    pub name: String,
    /// Where it is on a map: to the east and to the north, in any unit.
    pub at: [f64; 2],
    /// Kilometres of the external link between its dServer and the CDN server at the PoP.
    pub distance: f64,
    /// Its share of the users, relative to the others.
    pub users: f64,
    /// Units of size that its dServer can store: videos, if these have no sizes.
    pub storage: u64,
    /// Sessions that its dServer can serve at once.
    pub capacity: u32,
    /// Names of the regions in the cooperation group of its dServer; absent where the rule of distances makes the group.
    pub group: Option<Vec<String>>,
}

/// An internal link between the dServers of two regions, in both directions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// The regions, by position.
    pub ends: [usize; 2],
    /// Its length in kilometres.
    pub distance: f64,
    /// Whether the operator prefers other links.
    pub low_priority: bool,
}

/// By which way over internal links a transfer goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(inline)]
pub enum Ways {
    /// The cheapest: around links of low priority, if they cost more.
    #[default]
    Cheapest,
    /// The shortest, whatever it costs.
    Shortest,
}

/// Cost of a transfer, for a kilometre and a unit of size, and the way that it goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Prices {
    /// Of external links.
    pub external: f64,
    /// Of internal links.
    pub internal: f64,
    /// Of internal links of low priority.
    pub low_priority: f64,
    /// By which way over internal links.
    pub ways: Ways,
}

/// Regions, links and what follows from them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Network {
    /// The regions, each with a dServer of the same position.
    pub regions: Vec<Region>,
    /// The internal links.
    pub links: Vec<Link>,
    /// Where the CDN server is on a map.
    pub pop: [f64; 2],
    /// Sessions that the CDN server can serve at once.
    pub cdn_capacity: u32,
    /// Copies of a video, on average, where a placement gives every video the same number.
    pub replicas: f64,
    /// The same where the placement is optimal, at most.
    pub optimal_replicas: f64,
    /// Prices.
    pub prices: Prices,
    /// By region, what a video of size 1 costs from the CDN server.
    pub from_cdn: Vec<f64>,
    /// By dServer and region (`server · regions + region`), what a video of size 1 costs.
    cost: Vec<f64>,
    /// The same, links of the way: internal ones, and of these those of low priority. Without a way over internal links
    /// there are none: transfers then go through the PoP.
    crossed: Vec<[u8; 2]>,
    /// By region, its own dServer, then its cooperation group, cheapest first, and the same, nearest first.
    cheapest: Vec<Vec<u8>>,
    nearest: Vec<Vec<u8>>,
}

impl Prices {
    /// What a transfer over an internal link costs.
    fn of(&self, link: &Link) -> f64 {
        link.distance * if link.low_priority { self.low_priority } else { self.internal }
    }
}

/// A way from one dServer to another.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Way {
    length: f64,
    crossed: [u8; 2],
    cost: f64,
}

impl Way {
    const NONE: Self = Self { length: f64::INFINITY, crossed: [0, 0], cost: f64::INFINITY };

    fn then(self, other: Self) -> Self {
        let crossed = [0, 1].map(|i| self.crossed[i].saturating_add(other.crossed[i]));
        Self { length: self.length + other.length, crossed, cost: self.cost + other.cost }
    }
}

impl Network {
    /// Most regions.
    pub const MOST_REGIONS: usize = 64;
    /// Most sessions of a server.
    pub const MOST: u32 = 10_000_000;
    /// Most units that a dServer can store.
    pub const MOST_STORAGE: u64 = 1_000_000_000_000_000;

    /// Regions with links between them, of which groups, ways and costs follow.
    ///
    /// # Errors
    /// If a name is there twice, a group has an unknown member, or a number is out of range.
    pub fn new(regions: Vec<Region>, links: Vec<Link>, cdn_capacity: u32, replicas: f64, prices: Prices) -> Result<Self, NotAllowed> {
        let from_cdn = regions.iter().map(|region| prices.external * region.distance).collect();
        let mut network = Self {
            regions,
            links,
            pop: [0.0; 2],
            cdn_capacity,
            replicas,
            optimal_replicas: replicas,
            prices,
            from_cdn,
            cost: vec![],
            crossed: vec![],
            cheapest: vec![],
            nearest: vec![],
        };
        network.check()?;
        let roads = network.ways(&|link| link.distance);
        let ways = match prices.ways {
            Ways::Cheapest => network.ways(&|link| prices.of(link)),
            Ways::Shortest => roads.clone(),
        };
        let count = network.regions.len();
        for (place, way) in ways.iter().enumerate() {
            let (server, region) = (place / count, place % count);
            let through = network.from_cdn[server] + network.from_cdn[region];
            network.cost.push(if way.length.is_finite() { way.cost } else { through });
            network.crossed.push(way.crossed);
        }
        for region in 0..count {
            let mut group = network.group(region, &roads)?;
            let own = |group: &[usize]| std::iter::once(&region).chain(group).map(|server| *server as u8).collect();
            let road = |server: usize| Key(roads[server * count + region].length);
            group.sort_by_key(|server| (road(*server), *server));
            network.nearest.push(own(&group));
            group.sort_by_key(|server| (Key(network.cost(*server, region)), road(*server), *server));
            network.cheapest.push(own(&group));
        }
        Ok(network)
    }

    /// The shortest ways between all pairs by this length of a link; of several, the one with fewest links (Floyd & Warshall).
    fn ways(&self, length: &dyn Fn(&Link) -> f64) -> Vec<Way> {
        let count = self.regions.len();
        let mut ways = vec![Way::NONE; count * count];
        (0..count).for_each(|region| ways[region * count + region] = Way { length: 0.0, cost: 0.0, ..Way::NONE });
        for link in &self.links {
            let way = Way { length: length(link), crossed: [1, u8::from(link.low_priority)], cost: self.prices.of(link) };
            let [a, b] = link.ends;
            for place in [a * count + b, b * count + a] {
                ways[place] = if way < ways[place] { way } else { ways[place] };
            }
        }
        for middle in 0..count {
            for from in 0..count {
                for to in 0..count {
                    let around = ways[from * count + middle].then(ways[middle * count + to]);
                    if around < ways[from * count + to] {
                        ways[from * count + to] = around;
                    }
                }
            }
        }
        ways
    }

    /// The cooperation group of a region's dServer: given, or all that are closer than the PoP (section 3.2.0.1).
    fn group(&self, region: usize, roads: &[Way]) -> Result<Vec<usize>, NotAllowed> {
        let count = self.regions.len();
        let road = |server: usize| roads[server * count + region].length;
        let Region { name, group, distance, .. } = &self.regions[region];
        match group {
            None => Ok((0..count).filter(|server| *server != region && road(*server) < *distance).collect()),
            Some(names) => {
                let find = |member: &String| self.position(member).filter(|position| *position != region);
                let mut group = vec![];
                for member in names {
                    let found = find(member).filter(|position| !group.contains(position));
                    let position = found.ok_or_else(|| NotAllowed {
                        field: "system.regions.group",
                        value: format!("{member} for {name}"),
                        allowed: "names of other regions, each once",
                    })?;
                    group.push(position);
                }
                Ok(group)
            }
        }
    }

    /// That there can be so many copies of a video.
    pub(super) fn check_replicas(field: &'static str, replicas: f64) -> Result<(), NotAllowed> {
        NotAllowed::check(field, crate::sim::written(replicas), (0.01..=64.0).contains(&replicas), "a number from 0.01 to 64")
    }

    fn check(&self) -> Result<(), NotAllowed> {
        let check = NotAllowed::check;
        let count = self.regions.len();
        check("system.regions", format!("a list of {count}"), (1..=Self::MOST_REGIONS).contains(&count), "1 to 64 regions")?;
        check("system.cdn_capacity", self.cdn_capacity.to_string(), whole(self.cdn_capacity), WHOLE)?;
        Self::check_replicas("system.replicas", self.replicas)?;
        for (field, price) in [
            ("system.external_cost", self.prices.external),
            ("system.internal_cost", self.prices.internal),
            ("system.low_priority_cost", self.prices.low_priority),
        ] {
            check(field, crate::sim::written(price), (1e-6..=1e9).contains(&price), "a number from 0.000001 to 1e9")?;
        }
        for (position, region) in self.regions.iter().enumerate() {
            let name = &region.name;
            let fresh = !name.is_empty() && self.position(name) == Some(position);
            check("system.regions.name", format!("\"{name}\""), fresh, "names that are not empty, each once")?;
            let of = |value: String| format!("{value} for {name}");
            let stores = (1..=Self::MOST_STORAGE).contains(&region.storage);
            check(
                "system.storage",
                of(region.storage.to_string()),
                stores,
                "room for 1 to 1000000000000000 units: videos, or of their sizes",
            )?;
            check("system.dserver_capacity", of(region.capacity.to_string()), whole(region.capacity), WHOLE)?;
            let (distance, users) = (region.distance, region.users);
            check("system.regions.distance", of(crate::sim::written(distance)), kilometres(distance), KILOMETRES)?;
            check("system.regions.users", of(crate::sim::written(users)), (0.0..=1e9).contains(&users), "a number from 0 to 1e9")?;
            let seen = region.at.iter().all(|x| x.abs() <= 1e9);
            check("system.regions.x", of(format!("{:?}", region.at)), seen, "numbers from -1e9 to 1e9 for x and y")?;
        }
        let users: f64 = self.regions.iter().map(|region| region.users).sum();
        check("system.regions.users", crate::sim::written(users), users > 0.0, "a sum above 0")?;
        for link in &self.links {
            let [a, b] = link.ends.map(|end| &self.regions[end].name);
            let of = format!("{} between {a} and {b}", crate::sim::written(link.distance));
            check("system.links.distance", of, kilometres(link.distance), KILOMETRES)?;
        }
        Ok(())
    }

    /// Position of the region of this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.regions.iter().position(|region| region.name == name)
    }

    /// What a video of size 1 costs from a dServer to the users of a region.
    ///
    /// # Panics
    /// If there is no such server or region.
    pub fn cost(&self, server: usize, region: usize) -> f64 {
        self.cost[server * self.regions.len() + region]
    }

    /// How many internal links a transfer from a dServer to a region crosses, and how many of them of low priority.
    ///
    /// # Panics
    /// If there is no such server or region.
    pub fn crossed(&self, server: usize, region: usize) -> [u8; 2] {
        self.crossed[server * self.regions.len() + region]
    }

    /// The dServers that optimal redirection asks for a region, in order: its own, then its cooperation group, cheapest first.
    ///
    /// # Panics
    /// If there is no such region.
    pub fn cheapest(&self, region: usize) -> &[u8] {
        &self.cheapest[region]
    }

    /// Those that nearest redirection asks, in order: the same, nearest first.
    ///
    /// # Panics
    /// If there is no such region.
    pub fn nearest(&self, region: usize) -> &[u8] {
        &self.nearest[region]
    }

    /// By dServer, units of size that it can store.
    pub(super) fn storage(&self) -> Vec<f64> {
        self.regions.iter().map(|region| region.storage as f64).collect()
    }

    /// Sessions that all dServers can serve at once.
    pub fn capacity(&self) -> u64 {
        self.regions.iter().map(|region| u64::from(region.capacity)).sum()
    }
}

fn whole(x: u32) -> bool {
    (1..=Network::MOST).contains(&x)
}

const WHOLE: &str = "a whole number from 1 to 10000000";

fn kilometres(x: f64) -> bool {
    (0.0..=1e6).contains(&x)
}

const KILOMETRES: &str = "kilometres, 0 to 1000000";
