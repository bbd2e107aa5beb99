use super::Sweep;
use crate::experiment::{Table, Value};
use std::fmt::Write as _;

impl Sweep {
    /// A sweep of axes, without a stop rule, as the file from which [`from_toml`](Self::from_toml) would read it.
    ///
    /// # Panics
    /// Never: a scenario is a table of plain values.
    pub fn to_toml(&self) -> String {
        let scenario = Table::of(&self.scenario).expect("a scenario is a table of plain values");
        let mut text = String::new();
        let line = |text: &mut String, (name, value): (&str, &Value)| {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name} = {value}");
        };
        let is_table = |(_, value): &(&str, &Value)| matches!(value, Value::Table(_));
        scenario.iter().filter(|entry| !is_table(entry)).for_each(|entry| line(&mut text, entry));
        for (name, value) in scenario.iter() {
            if let Value::Table(inner) = value {
                let _ = writeln!(text, "\n[{name}]");
                inner.iter().for_each(|entry| line(&mut text, entry));
            }
        }
        text.push_str("\n[axes]\n");
        for dimension in &self.dimensions {
            let values: Vec<String> = dimension.points.iter().flatten().map(Value::to_string).collect();
            let _ = writeln!(text, "\"{}\" = [{}]", dimension.names.join("."), values.join(", "));
        }
        text
    }
}

#[cfg(all(test, not(target_family = "wasm")))]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text = "seed = 7\nreplications = 3\npolicies = [\"ps\", \"fspe+ps\"]\n[system]\nservers = 2\n[workload]\ncount = 100\n\
            sizes = { pareto = { alpha = 1.5 } }\nerrors = { uniform = [0.5, 2.0] }\nwarmup = 10\n\
            [axes]\n\"workload.load\" = [0.5, 0.9]\n\"workload.count\" = [100, 200]";
        let sweep = Sweep::from_toml(text).unwrap();
        assert_eq!(Sweep::from_toml(&sweep.to_toml()).unwrap(), sweep, "{}", sweep.to_toml());
    }
}
