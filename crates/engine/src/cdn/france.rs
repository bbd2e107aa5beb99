//! The network of figure 3.2: thirteen regions of France with the PoP in Paris.
//!
//! The text names twelve of them, the three links of low priority and the cooperation groups of Rennes and of Nice; it gives neither
//! distances nor the other links, which were in the figure. Strasbourg is the thirteenth here, as other large cities would enter one of
//! these two groups. Distances are great circles in kilometres, neighbours are linked, and the rule of section 3.2.0.1 (a group is
//! whoever is closer than the PoP) then gives both groups as they are named.

use super::{Link, Region};

/// Name, longitude, latitude, and kilometres to Paris.
const REGIONS: [(&str, f64, f64, f64); 13] = [
    ("Lille", 3.057, 50.629, 203.0),
    ("Caen", -0.371, 49.183, 202.0),
    ("Rennes", -1.678, 48.117, 308.0),
    ("Orleans", 1.909, 47.903, 111.0),
    ("Metz", 6.176, 49.119, 281.0),
    ("Strasbourg", 7.752, 48.573, 397.0),
    ("Dijon", 5.041, 47.322, 263.0),
    ("Poitiers", 0.340, 46.580, 295.0),
    ("Limoges", 1.262, 45.834, 346.0),
    ("Lyon", 4.836, 45.764, 392.0),
    ("Toulouse", 1.444, 43.605, 588.0),
    ("Montpellier", 3.877, 43.611, 595.0),
    ("Nice", 7.262, 43.710, 685.0),
];

/// Two regions by position, kilometres, and whether the link is of low priority (section 3.2.0.1).
const LINKS: [(usize, usize, f64, bool); 18] = [
    (0, 1, 293.0, false),
    (0, 4, 280.0, true),
    (4, 5, 130.0, false),
    (4, 6, 217.0, false),
    (5, 6, 247.0, false),
    (6, 9, 174.0, false),
    (6, 3, 243.0, false),
    (1, 2, 153.0, false),
    (1, 3, 220.0, false),
    (2, 3, 268.0, false),
    (3, 7, 189.0, false),
    (3, 8, 235.0, false),
    (7, 8, 109.0, true),
    (8, 10, 248.0, false),
    (10, 11, 196.0, false),
    (11, 9, 251.0, false),
    (11, 12, 273.0, false),
    (9, 12, 298.0, true),
];

/// Where the PoP is on the map of these regions.
pub const PARIS: [f64; 2] = [2.352 * NARROW, 48.857];

/// A degree of longitude is so much shorter than one of latitude there.
const NARROW: f64 = 0.69;

/// The regions, with dServers of this storage and capacity.
pub fn regions(storage: u64, capacity: u32) -> Vec<Region> {
    let region = |&(name, x, y, distance): &(&str, f64, f64, f64)| Region {
        name: name.to_owned(),
        at: [x * NARROW, y],
        distance,
        users: 1.0,
        storage,
        capacity,
        group: None,
    };
    REGIONS.iter().map(region).collect()
}

/// Their links.
pub fn links() -> Vec<Link> {
    LINKS.iter().map(|&(a, b, distance, low_priority)| Link { ends: [a, b], distance, low_priority }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cdn::Network;
    use crate::cdn::network::{Prices, Ways};

    #[test]
    fn the_groups_that_the_source_names() {
        let prices = Prices { external: 2.0, internal: 1.0, low_priority: 1.0, ways: Ways::Cheapest };
        let network = Network::new(regions(5000, 500), links(), 5000, 1.76, prices).unwrap();
        let group = |name: &str| {
            let region = network.position(name).unwrap();
            let mut names: Vec<&str> =
                network.cheapest(region)[1..].iter().map(|server| &*network.regions[usize::from(*server)].name).collect();
            names.sort_unstable();
            names
        };
        assert_eq!(group("Rennes"), ["Caen", "Orleans"]);
        assert_eq!(group("Nice"), ["Dijon", "Lyon", "Montpellier", "Toulouse"]);
        assert!(network.cheapest(0).starts_with(&[0]), "its own first");
    }

    #[test]
    fn low_priority_links_cost_what_they_are_told_to() {
        let network = |ways| {
            let prices = Prices { external: 1000.0, internal: 1.0, low_priority: 1000.0, ways };
            Network::new(regions(1, 1), links(), 1, 1.0, prices).unwrap()
        };
        let [cheapest, shortest] = [Ways::Cheapest, Ways::Shortest].map(network);
        let [lyon, nice, dijon] = ["Lyon", "Nice", "Dijon"].map(|name| cheapest.position(name).unwrap());
        // Around by Montpellier instead of straight on.
        assert_eq!((cheapest.cost(lyon, nice), cheapest.crossed(lyon, nice)), (251.0 + 273.0, [2, 0]));
        assert_eq!((shortest.cost(lyon, nice), shortest.crossed(lyon, nice)), (298_000.0, [1, 1]));
        assert_eq!((shortest.cost(dijon, nice), shortest.crossed(dijon, nice)), (298_174.0, [2, 1]));
        assert_eq!(cheapest.from_cdn[nice], 685_000.0);
        // Lyon is the second nearest there, and the dearest but one.
        let names =
            |servers: &[u8]| -> Vec<String> { servers.iter().map(|server| shortest.regions[usize::from(*server)].name.clone()).collect() };
        assert_eq!(names(shortest.nearest(nice)), ["Nice", "Montpellier", "Lyon", "Toulouse", "Dijon"]);
        assert_eq!(names(shortest.cheapest(nice)), ["Nice", "Montpellier", "Toulouse", "Lyon", "Dijon"]);
    }
}
