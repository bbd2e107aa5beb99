//! Hosts, switches, and the links between them.

use crate::sim::{NotAllowed, written};

/// A link in one direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The node from which it leads.
    pub from: u32,
    /// The node to which it leads.
    pub to: u32,
    /// Units of size that it carries in a unit of time.
    pub capacity: f64,
}

/// A network. Nodes with the lowest numbers are hosts, between which flows go; the others are switches. In some topologies hosts pass
/// on flows of others.
#[derive(Clone, Debug, PartialEq)]
pub struct Network {
    names: Vec<String>,
    hosts: u32,
    links: Vec<Link>,
    /// By node, the links that leave it: where they begin in `leaving`.
    begins: Vec<u32>,
    leaving: Vec<u32>,
}

impl Network {
    /// Most nodes, and most links.
    const MOST: usize = 10_000_000;

    /// These nodes, of which the first are hosts, and these links.
    ///
    /// # Errors
    /// If there is no host, there are fewer nodes than hosts, more than ten million nodes or links, a link leads from or to a node that is
    /// not there, or its capacity is not from 1e-100 to 1e100.
    pub fn new(names: Vec<String>, hosts: u32, links: Vec<Link>) -> Result<Self, NotAllowed> {
        let (check, nodes) = (NotAllowed::check, names.len());
        check("nodes", nodes.to_string(), nodes <= Self::MOST, "at most 10000000")?;
        check("hosts", hosts.to_string(), (1..=nodes).contains(&(hosts as usize)), "1 or more, and no more than there are nodes")?;
        check("links", links.len().to_string(), links.len() <= Self::MOST, "at most 10000000")?;
        for Link { from, to, capacity } in &links {
            check("link", format!("{from} to {to}"), (*from.max(to) as usize) < nodes, "nodes by their numbers, from 0")?;
            check("capacity", written(*capacity), (1e-100..=1e100).contains(capacity), "a number above 0 (1e-100 to 1e100)")?;
        }
        Ok(Self::trusted(names, hosts, links))
    }

    /// The same of links that are checked.
    pub(crate) fn trusted(names: Vec<String>, hosts: u32, links: Vec<Link>) -> Self {
        let mut begins = vec![0; names.len() + 1];
        links.iter().for_each(|link| begins[link.from as usize + 1] += 1);
        for i in 1..begins.len() {
            begins[i] += begins[i - 1];
        }
        let mut leaving: Vec<u32> = (0..links.len() as u32).collect();
        leaving.sort_by_key(|link| links[*link as usize].from);
        Self { names, hosts, links, begins, leaving }
    }

    /// Number of hosts.
    pub fn hosts(&self) -> u32 {
        self.hosts
    }

    /// Number of nodes: hosts and switches.
    pub fn nodes(&self) -> usize {
        self.names.len()
    }

    /// What a node is called.
    pub fn name(&self, node: u32) -> &str {
        &self.names[node as usize]
    }

    /// What all nodes are called.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// All links.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// Capacity of a link.
    pub fn capacity(&self, link: u32) -> f64 {
        self.links[link as usize].capacity
    }

    /// What a link is called: `h1→s2`.
    pub fn link_name(&self, link: u32) -> String {
        let Link { from, to, .. } = self.links[link as usize];
        format!("{}→{}", self.name(from), self.name(to))
    }

    /// The links that leave a node.
    pub fn leaving(&self, node: u32) -> &[u32] {
        &self.leaving[self.begins[node as usize] as usize..self.begins[node as usize + 1] as usize]
    }

    /// Capacity of all links by which hosts send: what a load is relative to.
    pub fn sending(&self) -> f64 {
        self.links.iter().filter(|link| link.from < self.hosts).map(|link| link.capacity).sum()
    }
}
