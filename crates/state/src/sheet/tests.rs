use super::*;

fn read(text: &str) -> Sheet {
    Sheet::read("t.csv", text).unwrap()
}

#[test]
fn titles_tell_what_columns_are() {
    let sheet = read("Job name;Submit time (min);Service time;Predicted;User\nload;1,5;2;3;ann\n\"a; b\";2;4;4;bob\n");
    assert_eq!(sheet.chosen.roles, [Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Ignore]);
    assert_eq!((sheet.chosen.arrivals, sheet.chosen.sizes, sheet.missing()), (Unit::Minutes, Sizes::Time(Unit::Seconds), None));
    assert_eq!(sheet.reading().unwrap().csv, "id,arrival (s),size (s),estimate (s)\nload,90,2,3\na; b,120,4,4\n");
    let two = read("3\t10\n4\t2.5\n");
    assert_eq!(
        (&two.titles[..], &two.chosen.roles[..]),
        (&["column 1".to_owned(), "column 2".to_owned()][..], &[Role::Arrival, Role::Size][..])
    );
    assert_eq!(two.reading().unwrap().csv, "id,arrival (s),size (s)\n1,3,10\n2,4,2.5\n");
    assert!(Sheet::read("t", "only one column\n3\n").is_none() && Sheet::read("t", "a,b\n").is_none() && Sheet::read("t", "").is_none());
}

#[test]
fn the_beginning_of_a_table_is_without_its_last_line() {
    let file = crate::testing::file("t.csv");
    let sheet = Sheet::of_beginning(file.clone(), "at,cost\n0,1\n5,2\n7,1").unwrap();
    assert_eq!((sheet.rows.len(), sheet.beginning_of), (2, Some(file.clone())), "what comes after 7,1 is not known");
    assert!(Sheet::of_beginning(file, "at,cost").is_none());
}

#[test]
fn names_of_schedulers_are_known() {
    let roles = |titles: &str| read(&format!("{titles}\n{}\n", vec!["1"; titles.split(',').count()].join(","))).chosen.roles;
    for (titles, expected) in [
        ("user_id,job_id,submit,runtime,est", [Role::Ignore, Role::Id, Role::Arrival, Role::Size, Role::Estimate]),
        ("JobID,SubmitTime,RunTime,ReqTime,Queue", [Role::Id, Role::Arrival, Role::Size, Role::Estimate, Role::Ignore]),
        ("job,submit,start,duration,walltime", [Role::Id, Role::Arrival, Role::Ignore, Role::Size, Role::Estimate]),
        ("submit,duration_s,pred_s,priority,requested_cpus", [Role::Arrival, Role::Size, Role::Estimate, Role::Weight, Role::Ignore]),
    ] {
        assert_eq!(roles(titles), expected, "{titles}");
    }
    assert_eq!(read("submit,runtime,user,queue\n1,2,a,b\n").unused(), ["user", "queue"]);
}

#[test]
fn what_was_chosen_is_told_in_words() {
    let said = whence("minutes,any-unit:0.9,id,arrival,size,not-used").unwrap();
    assert_eq!(said, "a table with arrivals in minutes and sizes scaled to a load of 0.900; 1 column not used; all in seconds now");
    assert_eq!(whence("seconds,hours,arrival,size").unwrap(), "a table with arrivals in seconds and sizes in hours; all in seconds now");
    assert_eq!(whence("nonsense"), None);
}

#[test]
fn what_is_no_job_is_left_out_and_what_cannot_be_read_is_refused() {
    let reading = read("name,arrival,size\na,0,1\nb,,1\nc,2,n/a\nd,4,-1\n").reading().unwrap();
    assert_eq!((reading.jobs, &*reading.csv), (1, "id,arrival (s),size (s)\na,0,1\n"));
    let left_out = ["1 row without arrival (line 3)", "1 row without size (line 4)", "1 row with a negative size (line 5)"];
    assert_eq!(reading.left_out, left_out.map(|what| format!("Left out: {what}.")));
    let refused = |text: &str| read(text).reading().unwrap_err();
    assert!(refused("name,arrival,size\na,0,1\nb,x,1\n").starts_with("t.csv, line 3: arrival is \"x\"; allowed: "));
    assert!(refused("name,arrival,size\na,0,1\na,3,1\n").starts_with("t.csv, line 3: id a is already used in line 2"));
}

#[test]
fn a_column_is_one_thing_and_no_two_are_the_same() {
    let mut sheet = read("a,b,c\n1,2,3\n");
    assert_eq!(sheet.missing(), Some("Say which column has the arrivals, and which the sizes."));
    sheet.assign(0, Role::Arrival);
    assert_eq!(sheet.missing(), Some("Say which column has the sizes."));
    sheet.assign(2, Role::Arrival);
    sheet.assign(1, Role::Size);
    assert_eq!(sheet.chosen.roles, [Role::Ignore, Role::Size, Role::Arrival]);
    let mut timed = read("x,cost (min)\n1,2\n");
    timed.assign(1, Role::Size);
    assert_eq!(timed.chosen.sizes, Sizes::Time(Unit::Minutes), "as its title says");
    let mut again = read("a,b,c\n7,8,9\n");
    assert_eq!(again.signature(), sheet.signature());
    assert!(again.recall(&sheet.chosen.written()));
    assert_eq!(again.chosen.roles, sheet.chosen.roles);
    assert!(!again.recall("nonsense") && !again.recall("seconds,seconds,id"));
    assert_eq!(again.chosen.roles, sheet.chosen.roles);
}

#[test]
fn sizes_may_be_bytes_or_anything() {
    let mut sheet = read("task,submitted_at,bytes,guess_bytes\na,0,300000000,600000000\nb,10,500000000,100000000\n");
    assert_eq!(
        (&sheet.chosen.roles[..], sheet.chosen.sizes),
        (&[Role::Id, Role::Arrival, Role::Size, Role::Estimate][..], Sizes::Bytes(100.0))
    );
    let reading = sheet.reading().unwrap();
    assert_eq!((reading.csv.as_str(), reading.load), ("id,arrival (s),size (s),estimate (s)\na,0,3,6\nb,10,5,1\n", Some(0.8)));
    sheet.chosen.sizes = Sizes::Load(0.4);
    let reading = sheet.reading().unwrap();
    assert_eq!(reading.csv, "id,arrival (s),size (s),estimate (s)\na,0,1.5,3\nb,10,2.5,0.5\n");
    assert!((reading.load.unwrap() - 0.4).abs() < 1e-12);
    for sizes in [Sizes::Time(Unit::Hours), Sizes::Bytes(12.5), Sizes::Load(0.7)] {
        sheet.chosen.sizes = sizes;
        let mut other = read("a,b,c,d\n1,2,3,4\n");
        assert!(other.recall(&sheet.chosen.written()), "{}", sheet.chosen.written());
        assert_eq!((other.chosen.sizes, &other.chosen.roles), (sizes, &sheet.chosen.roles));
    }
    assert_eq!(Sizes::Load(0.9).with(0.0), None);
    assert_eq!(Sizes::Bytes(1.0).with(f64::NAN), None);
}

#[test]
fn sizes_are_scaled_where_the_load_would_be_far_above_one() {
    let table = |size: u64| (0..100).fold("submitted,size\n".to_owned(), |text, i| text + &format!("{i},{size}\n"));
    let mut sheet = read(&table(1_000_000));
    assert_eq!((sheet.chosen.sizes, sheet.dated()), (Sizes::Load(0.9), false));
    assert!((sheet.reading().unwrap().load.unwrap() - 0.9).abs() < 1e-9);
    assert_eq!(read(&table(2)).chosen.sizes, Sizes::Time(Unit::Seconds), "a little above 1 may be meant");
    sheet.chosen.sizes = Sizes::Time(Unit::Seconds);
    sheet.assign(1, Role::Ignore);
    sheet.assign(1, Role::Size);
    assert_eq!(sheet.chosen.sizes, Sizes::Load(0.9));
}

#[test]
fn dates_are_counted_from_the_first() {
    let sheet = read("start,duration_ms\n2026-05-03 10:00:05,1500\n2026-05-03 10:00:00,200\n");
    assert_eq!(sheet.reading().unwrap().csv, "id,arrival (s),size (s)\n1,5,1.5\n2,0,0.2\n");
    assert!(sheet.dated() && !read("start,size\n5,1\n").dated());
}

#[test]
fn files_of_our_own_form_are_not_asked_about() {
    for (name, head, foreign) in [
        ("a.csv", "# made by hand\nid,arrival,size,weight\n", false),
        ("a.csv", "id,arrival,length\n", true),
        ("a.csv", "id;arrival;size\n", false),
        ("a.csv", "source,destination,size,arrival,class\n", false),
        ("a.csv", "source,destination,bytes,arrival\n", true),
        ("a.tsv", "job0\t49\t49\t740773\t2339561\t627471\n", false),
        ("a.tsv", "name\tsubmit\tduration\n", true),
        ("a.txt", "submit\tduration\n1\t2\n", true),
        ("a.txt", "hello\n", false),
        ("a.swf", "; Version: 2\n", false),
        ("a.csv", "", false),
    ] {
        assert_eq!(is_foreign(name, head), foreign, "{name}: {head}");
    }
}

#[test]
fn the_unit_of_another_arrival_counts_at_once() {
    let rows: Vec<String> = (0..100).map(|i| format!("{i},{i},120")).collect();
    let mut sheet = read(&format!("submitted (s),other (min),size\n{}\n", rows.join("\n")));
    assert_eq!(sheet.chosen.sizes, Sizes::Load(0.9), "120 seconds of work a second");
    sheet.assign(1, Role::Arrival);
    assert_eq!(
        (sheet.chosen.arrivals, sheet.chosen.sizes),
        (Unit::Minutes, Sizes::Time(Unit::Seconds)),
        "2 seconds of work a second may be meant"
    );
}
