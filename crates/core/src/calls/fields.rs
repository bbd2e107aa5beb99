use crate::experiment::{Scenario, ScenarioError, SystemKind, split_policies};
use toml::{Table, Value};

/// A scenario by its fields; those of the system and the workload are in tables of their own or have dotted names. They are given to it one
/// by one, so that each error names its field.
///
/// # Errors
/// The first field that its world does not have, or not with this value.
pub fn scenario_of(table: Table) -> Result<Scenario, ScenarioError> {
    let fields = table.into_iter().flat_map(|(name, value)| match value {
        Value::Table(inner) if name == "system" || name == "workload" => {
            inner.into_iter().map(|(key, value)| (format!("{name}.{key}"), value)).collect()
        }
        value => vec![(name, value)],
    });
    let (world, fields): (Vec<_>, Vec<_>) = fields.partition(|(name, _)| name == "system.kind");
    let mut scenario = Scenario::new(world.last().map_or(Ok(SystemKind::default()), |(_, value)| kind(value))?);
    for (name, value) in fields {
        let value = match value {
            Value::String(list) if name == "policies" => split_policies(&list).into(),
            value => value,
        };
        scenario.set(&name, Some(value))?;
    }
    Ok(scenario)
}

/// The world of this name.
fn kind(value: &Value) -> Result<SystemKind, ScenarioError> {
    let known = SystemKind::ALL.iter().copied().find(|kind| value.as_str() == Some(kind.key()));
    let allowed = || SystemKind::ALL.iter().map(|kind| format!("\"{}\"", kind.key())).collect::<Vec<_>>().join(", ");
    known.ok_or_else(|| ScenarioError::value("system.kind", &value.to_string(), &allowed()))
}
