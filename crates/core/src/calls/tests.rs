use super::*;
use toml::Table;

fn columns() -> Columns<'static> {
    Columns { arrival: Some(&[0.0, 1.0, 2.0]), size: Some(&[10.0, 2.0, 2.0]), estimate: Some(&[1.0, 2.0, 2.0]), ..Columns::default() }
}

#[test]
fn jobs_are_served_in_the_order_in_which_they_were_given() {
    let mut complete = 0;
    let times = simulate(columns().jobs().unwrap(), &policy("psbs").unwrap(), 1, |jobs| complete += jobs).unwrap();
    assert_eq!((times.sojourn.as_slice(), times.mean), (&[14.0, 8.5, 8.5][..], 31.0 / 3.0));
    assert_eq!((times.slowdown.as_slice(), complete), (&[1.4, 4.25, 4.25][..], 3));
    let backwards = Columns { arrival: Some(&[2.0, 0.0]), size: Some(&[2.0, 10.0]), ..Columns::default() };
    let times = simulate(backwards.jobs().unwrap(), &policy("fifo").unwrap(), 1, |_| ()).unwrap();
    assert_eq!(times.sojourn, [10.0, 10.0]);
}

#[test]
fn what_is_wrong_names_its_column_and_job() {
    let texts = || Some(Names::Texts(["a", "b", "c"].map(str::to_owned).into()));
    let refusal = |columns: Columns<'_>| columns.jobs().and_then(Jobs::workload).unwrap_err();
    let field = |refusal: &Refusal| refusal.field.clone().unwrap_or_default();
    for (columns, name) in [
        (Columns { arrival: None, ..columns() }, "arrival"),
        (Columns { size: Some(&[1.0]), ..columns() }, "size"),
        (Columns { weight: Some(&[1.0]), ..columns() }, "weight"),
        (Columns { id: Some(Names::Numbers(vec![1])), ..columns() }, "id"),
        (Columns { id: Some(Names::Numbers(vec![4, 3, 4])), ..columns() }, "id"),
        (Columns { id: Some(Names::Texts(["a", "b", "a"].map(str::to_owned).into())), ..columns() }, "id"),
        (Columns { arrival: Some(&[]), size: Some(&[]), ..Columns::default() }, "jobs"),
    ] {
        let refusal = refusal(columns);
        assert_eq!(field(&refusal), name, "{refusal}");
        assert!(refusal.value.is_some() && refusal.allowed.is_some(), "{refusal:?}");
    }
    let named = refusal(Columns { size: Some(&[1.0, f64::NAN, 1.0]), id: texts(), ..columns() });
    assert!(named.message.starts_with("size of job b is NaN; allowed: ") && field(&named) == "size", "{named}");
}

#[test]
fn misspelt_columns_are_noticed_unless_the_right_one_is_there() {
    let refusal = misspelt(["arrival", "size", "estimates", "user"].into_iter()).unwrap();
    assert_eq!(refusal.field.as_deref(), Some("estimates"));
    assert!(refusal.message.contains("did you mean \"estimate\"?"), "{refusal}");
    assert_eq!(misspelt(["arrival", "size", "estimate", "estimates", "user"].into_iter()), None);
}

#[test]
fn policies_servers_and_fields_are_checked() {
    let refusal = policy("prst").unwrap_err();
    assert_eq!((refusal.field.as_deref(), refusal.value.as_deref()), (Some("policies"), Some("prst")));
    assert!(policy("rank[").is_err() && policy("hfsp").is_err() && policy("").is_err());
    assert_eq!((servers(2, Some(2)).unwrap(), servers("2.5", None).unwrap_err().value.unwrap()), (2, "2.5".to_owned()));
    assert!(servers(0, Some(0)).is_err());
    let fields = |text: &str| scenario_of(text.parse::<Table>().unwrap());
    let scenario = fields("policies = 'ps,srpt'\n'workload.sigma' = 1\n[system]\nservers = 2").unwrap();
    assert_eq!(scenario.policies, ["ps", "srpt"]);
    assert_eq!(scenario.get("workload.sigma").and_then(|value| value.as_float()), Some(1.0));
    let refusal = Refusal::from(
        fields("[workload]\nsigma = nan")
            .and_then(|scenario| crate::experiment::Study::new(scenario, |_| unreachable!("no file")).map(|_| ()))
            .unwrap_err(),
    );
    assert_eq!((refusal.field.as_deref(), refusal.value.as_deref()), (Some("workload.sigma"), Some("NaN")));
    assert_eq!(Refusal::from(fields("[system]\nkind = 'moon'").unwrap_err()).field.as_deref(), Some("system.kind"));
}
