//! How claims of files are read, judged and refused.

use super::*;

/// That the page of claims says of each what its file says, in the same order.
pub fn as_published<L: Lab>(claims: &'static Claims<L::Scenario>, lab: &L) {
    let page = include_str!("../../../../../docs/claims.md");
    let mut after: BTreeMap<&str, usize> = BTreeMap::new();
    for claim in &claims.all {
        let nothing = Measured::Estimate(Estimate::of([]));
        let measured = claim.numbers.keys().map(|name| (&**name, vec![nothing])).collect();
        let row = claim.row(&lab.words(&claim.scenario, &claims.scenarios[&claim.scenario]), "", &measured);
        assert!(!row.stated.contains("(reading") || row.theirs.contains("read as"), "{}: as what its word is read is not said", row.name());
        let words = format!("\n| {} | {} | {} | {} | {} | ", row.name(), row.source, row.claim, row.theirs, row.stated);
        let from = after.entry(&claim.id).or_default();
        let at = page[*from..].find(&words).unwrap_or_else(|| panic!("docs/claims.md has no row{words}, or not in this order"));
        *from += at + 1;
    }
}

/// One number for each policy, scenario and replication.
struct Toy;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Times {
    times: f64,
}

impl Lab for Toy {
    type Scenario = Times;
    type Runs = f64;
    const COLUMNS: &'static str = "x";

    fn has(column: &str) -> bool {
        column == "x"
    }

    fn knows(policy: &str) -> Result<(), String> {
        if ["one", "two"].contains(&policy) { Ok(()) } else { Err(format!("unknown policy \"{policy}\"; allowed: one, two")) }
    }

    fn words(&self, name: &str, _: &Times) -> String {
        name.to_owned()
    }

    fn is_quick(&self) -> bool {
        true
    }

    fn run(&self, Times { times }: &Times, policies: &[&str]) -> Vec<Arc<f64>> {
        policies.iter().map(|policy| Arc::new(if *policy == "one" { *times } else { 2.0 * times })).collect()
    }

    fn column(runs: &f64, _: &str) -> Vec<f64> {
        vec![*runs, 3.0 * runs]
    }
}

const TEXT: &str = r#"
compared = "quotient"
separator = "; "

[scenarios]
usual = { times = 1 }
more = { times = 10 }

[[claims]]
id = "Z1"
source = "a book"
claim = "{scenario}: {what} is less"
with = { what = "one", most = 0.6 }
theirs = "half"
ours = "{ratio} and {difference}, {one} alone, {each}"
numbers.ratio = { column = "x", of = "one", to = "two" }
numbers.difference = { column = "x", of = "one", to = "two", to_scenario = "usual", compared = "difference" }
numbers.one = { column = "x", of = "one" }
numbers.each = { column = "x", of = "{at}", to = "one", at = ["one", "two"] }
checks = [
    { numbers = ["ratio"], name = "", window = { at_most = "{most}" }, side = { below = 1 } },
    { numbers = ["one"], share = 5, compared = ["ratio", "one ÷ two"], side = { below = 1 } },
]
rows = [
    { scenario = "usual", ablations = ["more"] },
    { scenario = "more", label = "more", with.what = "it" },
    { scenario = "more", large = true },
]
"#;

#[test]
fn rows_are_measured_and_judged() {
    let claims: &'static Claims<Times> = Box::leak(Box::new(Claims::read::<Toy>(TEXT).unwrap()));
    let [usual, more] = &claims.measure("Z1", &Toy)[..] else { panic!("two rows; the third is large") };
    assert_eq!((&*usual.claim, &*usual.label), ("usual: one is less", ""));
    assert_eq!(usual.ablations, ["more"]);
    assert_eq!(usual.ours, "0.50 ± 0.00 and -2.00 ± 12.71, 2.00 ± 12.71 alone, 1.00 ± 0.00; 2.00 ± 0.00");
    assert_eq!(usual.stated, "≤ 0.6 (window, side < 1); one: 3.75 to 6.25 (share, side one ÷ two < 1)");
    assert_eq!((&*more.claim, &*more.label), ("more: it is less", "more"));
    assert_eq!(more.ours, "0.50 ± 0.00 and 16.0 ± 101.6, 20.0 ± 127.1 alone, 1.00 ± 0.00; 2.00 ± 0.00");
}

#[test]
fn the_best_of_a_sweep_alone_decides_what_is_said_of_it() {
    let stated = |check: &str| {
        let text = TEXT.replace("{ numbers = [\"one\"], share = 5, compared = [\"ratio\", \"one ÷ two\"], side = { below = 1 } }", check);
        let claims: &'static Claims<Times> = Box::leak(Box::new(Claims::read::<Toy>(&text).unwrap()));
        let [usual, _] = &claims.measure("Z1", &Toy)[..] else { panic!("two rows") };
        (usual.stated.clone(), usual.verdict.words())
    };
    let ratios = "≤ 0.6 (window, side < 1); each: 0.85 to 0.975 (ratio)";
    assert_eq!(stated("{ numbers = [\"each\"], ratios = [0.9, 0.95] }"), (ratios.to_owned(), "not reproduced"));
    let least = "≤ 0.6 (window, side < 1); each: < 1.5 (relation)";
    assert_eq!(stated("{ numbers = [\"each\"], relation = { below = 1.5 }, best = true }"), (least.to_owned(), "reproduced"));
    assert_eq!(stated("{ numbers = [\"each\"], relation = { below = 1.5 } }"), (least.to_owned(), "not reproduced"));
}

#[test]
fn mistakes_are_named_with_what_is_allowed() {
    for (from, to, said) in [
        ("compared = \"quotient\"", "compared = \"sum\"", "unknown variant `sum`, expected one of `quotient`"),
        ("times = 10", "tims = 10", "unknown field `tims`, expected `times`"),
        ("scenario = \"usual\", abl", "scenario = \"usal\", abl", "Z1, row 1: scenario is \"usal\"; allowed: more, usual"),
        ("to_scenario = \"usual\"", "to_scenario = \"less\"", "numbers.difference.to_scenario is \"less\"; allowed: more, usual"),
        ("of = \"one\", to = \"two\" }", "of = \"one\", to = \"too\" }", "numbers.ratio.to: unknown policy \"too\"; allowed: one, two"),
        ("one = { column = \"x\"", "one = { column = \"y\"", "numbers.one.column is \"y\"; allowed: x"),
        ("of = \"one\" }", "of = \"one\", compared = \"difference\" }", "numbers.one.compared is given without to"),
        ("source = \"a book\"", "", "Z1, row 1: missing field `source`"),
        ("theirs = ", "thiers = ", "unknown field `thiers`"),
        ("{scenario}: ", "{scenery}: ", "a name in claim is \"scenery\"; allowed: scenario"),
        ("{one} alone", "{two} alone", "a name in ours is \"two\"; allowed: difference, each, one, ratio"),
        ("at = [", "at = [3, ", "invalid type: integer `3`, expected a string"),
        ("at = [\"one\", \"two\"]", "at = []", "at is []; allowed: a list of words"),
        ("of = \"one\", to = \"two\" }", "of = \"one\", to = \"two\", geometric = true }", "numbers.ratio.geometric is given with to"),
        ("[\"ratio\", \"one ÷ two\"]", "[\"each\", \"one ÷ two\"]", "checks[1].compared is \"each\"; allowed: difference, one, ratio"),
        ("{each}\"", "{each\"", "has a brace that does not end"),
        ("numbers = [\"one\"]", "numbers = [\"won\"]", "checks[1].numbers is \"won\"; allowed: difference, each, one, ratio"),
        ("numbers = [\"one\"]", "numbers = []", "checks[1].numbers is empty; allowed: at least one"),
        ("[\"ratio\", \"one ÷ two\"]", "[\"ratoi\", \"one ÷ two\"]", "checks[1].compared is \"ratoi\"; allowed: difference"),
        ("\"one ÷ two\"], side = { below = 1 }", "\"one ÷ two\"]", "checks[1].compared is given without side"),
        ("share = 5, ", "", "checks[1]: 0 classes of tolerance are given; allowed: one of relation, window, reading, duration"),
        ("share = 5, ", "share = 5, alike = 1, ", "checks[1]: 2 classes of tolerance are given; allowed: one of"),
        ("share = 5, ", "share = -5, ", "checks[1]: share is -5; allowed: a number above 0, at most 100"),
        ("share = 5, ", "share = 100.5, ", "checks[1]: share is 100.5; allowed: a number above 0, at most 100"),
        ("share = 5, ", "duration = inf, ", "checks[1]: duration is inf; allowed: a number above 0"),
        (
            "share = 5, ",
            "share = 5, best = true, ",
            "checks[1].best is given of \"one\", which has no at; allowed: of numbers with several",
        ),
        (
            "{ numbers = [\"one\"], share = 5, compared = [\"ratio\", \"one ÷ two\"], side = { below = 1 } }",
            "{ numbers = [\"each\"], best = true, ratio = [3, 2] }",
            "checks[1].best is given where more is better; allowed: where less is",
        ),
        (
            "{ numbers = [\"one\"], share = 5, compared = [\"ratio\", \"one ÷ two\"], side = { below = 1 } }",
            "{ numbers = [\"each\"], best = true, share = 5, side = { above = 1 } }",
            "checks[1].best is given where more is better; allowed: where less is",
        ),
        ("share = 5, ", "share = \"five\", ", "expected f64"),
        ("share = 5, ", "ratio = [1, 0], ", "checks[1]: ratio is inf; allowed: a number above 0"),
        (
            "share = 5, ",
            "ratios = [0.7, 0.6], ",
            "checks[1]: ratios are 0.7 and 0.6; allowed: two above 0 in ascending order on one side of 1",
        ),
        ("share = 5, ", "ratios = [0.9, 1.1], ", "checks[1]: ratios are 0.9 and 1.1; allowed: two above 0 in ascending order on one side"),
        ("at_most = \"{most}\"", "", "checks[0]: window: it has no end; allowed: above or at_least, at_most or below"),
        ("at_most = \"{most}\"", "at_most = 1, below = 2", "checks[0]: window: at_most and below are given; allowed: one of them"),
        ("at_most = \"{most}\"", "at_least = 2, at_most = 1", "checks[0]: window: it is from 2 to 1; allowed: ends in ascending order"),
        ("at_most = \"{most}\"", "at_most = nan", "checks[0]: window: an end is not finite; allowed: a number"),
        ("at_most = \"{most}\"", "atmost = 1", "unknown field `atmost`"),
        ("with = { what", "with = 3\nnote = { what", "Z1: with is 3; allowed: a table of words"),
        ("ablations = [\"more\"]", "ablations = [\"mere\"]", "Z1: ablations is \"mere\"; allowed: more"),
        ("rows = [", "rows = [3,", "Z1: rows has 3; allowed: tables"),
    ] {
        assert!(TEXT.contains(from), "{from}");
        let error = Claims::<Times>::read::<Toy>(&TEXT.replacen(from, to, 1)).unwrap_err();
        assert!(error.contains(said), "{to}: {error}");
    }
    let mut none = TEXT.to_owned();
    none.replace_range(TEXT.find("checks = [").unwrap()..TEXT.find("rows = [").unwrap(), "checks = []\n");
    assert!(Claims::<Times>::read::<Toy>(&none).unwrap_err().contains("checks is empty; allowed: at least one"));
}
