//! Links to *Watch* of the server.

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

/// What a link says about *Watch*.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Jobs and policies.
    pub exhibit: Exhibit,
    /// Which curves are drawn.
    pub curves: Curves,
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
        let curves = match value("show") {
            None => Curves::default(),
            Some(name) => {
                let known = CURVES.iter().find(|(_, known)| *known == name);
                known.ok_or_else(|| wrong("show", name, "allowed: lanes, remaining, attained, number"))?.0
            }
        };
        let time = match value("t") {
            None => None,
            Some(text) => {
                let time = number(text).filter(|time| *time >= 0.0);
                Some(time.ok_or_else(|| wrong("t", text, "allowed: a time of at least 0"))?)
            }
        };
        Ok(Self { exhibit, curves, time })
    }

    /// The query of a link.
    pub fn write(&self) -> String {
        let shown = CURVES.iter().find(|(curves, _)| *curves == self.curves && *curves != Curves::default());
        let show = shown.map(|(_, name)| format!("&show={name}")).unwrap_or_default();
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
    fn says_what_is_wrong() {
        for (query, message) in [
            ("show=all", "the link's show is \"all\": allowed: lanes, remaining, attained, number"),
            ("t=-1", "the link's t is \"-1\": allowed: a time of at least 0"),
            ("t=soon", "the link's t is \"soon\": allowed: a time of at least 0"),
        ] {
            assert_eq!(Choice::read(query).unwrap_err().to_string(), message);
        }
    }
}
