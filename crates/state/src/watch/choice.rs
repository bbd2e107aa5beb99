//! Links to *Watch* of the server.

use super::virtual_time::usual;
use schedscope::server::Policy;
use schedscope::sim::number;
use schedscope_chart::Curves;
use schedscope_core::exhibit::Exhibit;
use schedscope_core::experiment::ScenarioError;

/// What a link says beside its jobs and policies: how they are looked at.
pub const OF_WATCH: [&str; 2] = ["show", "t"];

/// How curves are called in a link, those that are no longer drawn by themselves last: the number in the system is below every lane.
const CURVES: [(Curves, &str); 4] =
    [(Curves::Lanes, "lanes"), (Curves::Remaining, "remaining"), (Curves::Attained, "attained"), (Curves::Lanes, "number")];
/// How the picture of virtual time is called there.
const VIRTUAL: &str = "virtual";

/// What a link says about *Watch*.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Jobs and policies.
    pub exhibit: Exhibit,
    /// Which curves are drawn, unless virtual time is.
    pub curves: Curves,
    /// Whether virtual time is drawn; absent where nobody has chosen.
    pub virtually: Option<bool>,
    /// Where the playhead stands; absent while it moves or has not moved yet.
    pub time: Option<f64>,
}

impl Choice {
    /// Reads the query of a link.
    ///
    /// # Errors
    /// Names the key and value that are not understood, and what is allowed.
    pub fn read(query: &str) -> Result<Self, ScenarioError> {
        let exhibit = Exhibit::from_query(query, &OF_WATCH)?;
        let value =
            |name: &str| query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name)).map(|(_, value)| value);
        let wrong =
            |key: &str, value: &str, why: &str| ScenarioError::Link { key: key.to_owned(), value: value.to_owned(), why: why.to_owned() };
        let (curves, virtually) = match value("show") {
            None => (Curves::default(), None),
            Some(VIRTUAL) => (Curves::default(), Some(true)),
            Some(name) => {
                let known = CURVES.iter().find(|(_, known)| *known == name);
                (known.ok_or_else(|| wrong("show", name, "allowed: lanes, remaining, attained, virtual, number"))?.0, Some(false))
            }
        };
        let time = match value("t") {
            None => None,
            Some(text) => {
                let time = number(text).filter(|time| *time >= 0.0);
                Some(time.ok_or_else(|| wrong("t", text, "allowed: a time of at least 0"))?)
            }
        };
        Ok(Self { exhibit, curves, virtually, time })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let usual = usual(&self.exhibit);
        let drawn = CURVES.iter().find(|(curves, _)| *curves == self.curves).map(|(_, name)| *name);
        let shown = if self.virtually.unwrap_or(usual) {
            (!usual).then_some(VIRTUAL)
        } else {
            drawn.filter(|_| usual || self.curves != Curves::default())
        };
        let show = shown.map(|name| format!("&show={name}")).unwrap_or_default();
        let time = self.time.map(|time| format!("&t={}", (time * 1000.0).round() / 1000.0)).unwrap_or_default();
        format!("{}{show}{time}", self.exhibit.to_query())
    }

    /// The example and the policies: going back leads to others.
    pub fn place(&self) -> String {
        let policies: Vec<String> = self.exhibit.policies.iter().map(Policy::to_string).collect();
        format!("{} {}", self.exhibit.example.unwrap_or("by hand"), policies.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_written_as_they_were_read() {
        for query in ["v=1&example=aging&policies=srpte", "v=1&jobs=0:40:1,3:4&policies=ps,srpt&show=attained&t=2.5"] {
            assert_eq!(Choice::read(query).unwrap().write(), query);
        }
        let rooted = Choice::read("show=remaining&t=0").unwrap();
        assert_eq!((rooted.curves, rooted.time), (Curves::Remaining, Some(0.0)));
        let usual = Choice::read("show=number").unwrap();
        assert_eq!((usual.curves, usual.write().contains("show")), (Curves::Lanes, false), "an old link shows what there is now");
    }

    #[test]
    fn virtual_time_is_said_where_it_is_not_usual() {
        for (query, virtually) in [
            ("v=1&example=aging&policies=fsp", None),
            ("v=1&example=aging&policies=fsp&show=lanes", Some(false)),
            ("v=1&example=aging&policies=fsp&show=remaining&t=2", Some(false)),
            ("v=1&example=aging&policies=fsp,srpt&show=virtual&t=4.5", Some(true)),
        ] {
            let choice = Choice::read(query).unwrap();
            assert_eq!((choice.virtually, choice.write()), (virtually, query.to_owned()));
        }
        let said = |query: &str| Choice::read(query).unwrap().write();
        assert_eq!(said("v=1&example=aging&policies=fsp&show=virtual"), "v=1&example=aging&policies=fsp");
        assert_eq!(said("v=1&example=aging&policies=fsp,srpt&show=lanes"), "v=1&example=aging&policies=fsp,srpt");
    }

    #[test]
    fn says_what_is_wrong() {
        for (query, message) in [
            ("show=all", "the link's show is \"all\": allowed: lanes, remaining, attained, virtual, number"),
            ("t=-1", "the link's t is \"-1\": allowed: a time of at least 0"),
            ("t=soon", "the link's t is \"soon\": allowed: a time of at least 0"),
        ] {
            assert_eq!(Choice::read(query).unwrap_err().to_string(), message);
        }
    }
}
