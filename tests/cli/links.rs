//! Links that people have kept: each means what it has always meant, and what is written for its scenario is the same to the
//! byte.

use schedscope_chart::Mode;
use schedscope_core::experiment::Scenario;
use schedscope_state::route;
use schedscope_state::state::{Preferences, State};
use schedscope_state::theme::ThemeChoice;
use schedscope_state::view::View;
use schedscope_state::{exercises, rooms};

/// A link, the query that is written for its scenario, and the scenario.
const KEPT: [[&str; 3]; 17] = [
    [
        "#compare?v=1&seed=9&show=jobs&pair=ps,fspe%2Bps",
        "v=1&seed=9",
        r#"{"seed":9,"replications":1,"policies":["fifo","ps","las","srpt","srpte","fspe","fspe+ps","psbs"]}"#,
    ],
    [
        "#watch?v=1&example=aging&policies=srpte&t=2.5",
        "v=1&policies=srpte&workload.jobs=[{%20arrival%20%3D%200.0,%20size%20%3D%203.0%20},%20{%20arrival%20%3D%200.0,%20size%20%3D%204.0%20},%20{%20arrival%20%3D%203.0,%20size%20%3D%203.0%20}]",
        r#"{"seed":1,"replications":1,"policies":["srpte"],"workload":{"jobs":[{"arrival":0.0,"size":3.0},{"arrival":0.0,"size":4.0},{"arrival":3.0,"size":3.0}]}}"#,
    ],
    [
        "#embed?jobs=0:40:1,3:4:4:2.5,1e-3:0.1&policies=srpte,psbs,fspe%2Bps-aggressive",
        "v=1&policies=srpte,psbs,fspe+ps-aggressive&workload.jobs=[{%20arrival%20%3D%200.0,%20size%20%3D%2040.0,%20estimate%20%3D%201.0%20},%20{%20arrival%20%3D%203.0,%20size%20%3D%204.0,%20weight%20%3D%202.5%20},%20{%20arrival%20%3D%200.001,%20size%20%3D%200.1%20}]",
        r#"{"seed":1,"replications":1,"policies":["srpte","psbs","fspe+ps-aggressive"],"workload":{"jobs":[{"arrival":0.0,"size":40.0,"estimate":1.0},{"arrival":3.0,"size":4.0,"weight":2.5},{"arrival":0.001,"size":0.1}]}}"#,
    ],
    [
        "#compare?v=1&replications=20&policies=ps,gps,fspe+ps,psbs&workload.weights.classes=5&workload.weights.beta=1.0",
        "v=1&replications=20&policies=ps,gps,fspe+ps,psbs&workload.weights.classes=5&workload.weights.beta=1.0",
        r#"{"seed":1,"replications":20,"policies":["ps","gps","fspe+ps","psbs"],"workload":{"weights":{"classes":5,"beta":1.0}}}"#,
    ],
    [
        "#compare?v=1&workload.weights={ classes = 5, beta = 1.0 }&workload.errors={uniform%20%3D%20[0.5,2.0]}",
        "v=1&workload.errors.uniform=[0.5,%202.0]&workload.weights.classes=5&workload.weights.beta=1.0",
        r#"{"seed":1,"replications":1,"policies":["fifo","ps","las","srpt","srpte","fspe","fspe+ps","psbs"],"workload":{"errors":{"uniform":[0.5,2.0]},"weights":{"classes":5,"beta":1.0}}}"#,
    ],
    [
        "#compare?v=1&workload.sizes.bounded-pareto.alpha=1.5&workload.sizes.bounded-pareto.ratio=1e100&workload.errors.bias=0.1&workload.stretch=true",
        "v=1&workload.sizes.bounded-pareto.alpha=1.5&workload.sizes.bounded-pareto.ratio=1e100&workload.errors.bias=0.1&workload.stretch=true",
        r#"{"seed":1,"replications":1,"policies":["fifo","ps","las","srpt","srpte","fspe","fspe+ps","psbs"],"workload":{"sizes":{"bounded-pareto":{"alpha":1.5,"ratio":1e+100}},"errors":{"bias":0.1},"stretch":true}}"#,
    ],
    [
        "#compare?v=1&workload.sizes=deterministic&workload.errors=none&workload.weights=none&workload.load=1&workload.sigma=1.0&workload.shape=inf&workload.timeshape=5e-324",
        "v=1&workload.shape=inf&workload.sizes=deterministic&workload.timeshape=5e-324&workload.sigma=1.0&workload.errors=none&workload.load=1.0&workload.weights=none",
        r#"{"seed":1,"replications":1,"policies":["fifo","ps","las","srpt","srpte","fspe","fspe+ps","psbs"],"workload":{"shape":null,"sizes":"deterministic","timeshape":5e-324,"sigma":1.0,"errors":"none","load":1.0,"weights":"none"}}"#,
    ],
    [
        "#compare?v=1&workload.path=a%20b%20%26%20c%3D%22d%22/%27%C3%BC%25.tsv&workload.kind=file&workload.format=swim&workload.count=1_000",
        "v=1&workload.kind=file&workload.count=1000&workload.path=a%20b%20%26%20c%3D%22d%22/%27%C3%BC%25.tsv&workload.format=swim",
        r#"{"seed":1,"replications":1,"policies":["fifo","ps","las","srpt","srpte","fspe","fspe+ps","psbs"],"workload":{"kind":"file","count":1000,"path":"a b & c=\"d\"/'ü%.tsv","format":"swim"}}"#,
    ],
    [
        "#compare?v=1&seed=9223372036854775807&workload.jobs=[{ arrival = 0.0, size = 1e16, estimate = 123456789012345680.0, weight = 0.30000000000000004 }, { arrival = 1e-7, size = 3 }]",
        "v=1&seed=9223372036854775807&workload.jobs=[{%20arrival%20%3D%200.0,%20size%20%3D%201e16,%20estimate%20%3D%201.2345678901234568e17,%20weight%20%3D%200.30000000000000004%20},%20{%20arrival%20%3D%201e-7,%20size%20%3D%203.0%20}]",
        r#"{"seed":9223372036854775807,"replications":1,"policies":["fifo","ps","las","srpt","srpte","fspe","fspe+ps","psbs"],"workload":{"jobs":[{"arrival":0.0,"size":1e+16,"estimate":1.2345678901234568e+17,"weight":0.30000000000000004},{"arrival":1e-7,"size":3.0}]}}"#,
    ],
    [
        "#cluster?v=1&workload.mix=prod&policies=fifo,fair,hfsp[preemption=kill,t=3],hfsp[preemption=wait,x=2]&system.machines=36",
        "v=1&policies=fifo,fair,hfsp[preemption%3Dkill,t%3D3],hfsp[preemption%3Dwait,x%3D2]&system.kind=cluster&system.machines=36&workload.mix=prod",
        r#"{"seed":1,"replications":1,"policies":["fifo","fair","hfsp[preemption=kill,t=3]","hfsp[preemption=wait,x=2]"],"system":{"kind":"cluster","machines":36},"workload":{"mix":"prod"}}"#,
    ],
    [
        "#cluster?v=1&system.changes=[{ time = 10.0, machine = 3, joins = false }, { time = 2.5e3, machine = 3, joins = true },]&system.pools=[{ min_map = 4, weight = 2.0 }, {}]",
        "v=1&system.kind=cluster&system.changes=[{%20time%20%3D%2010.0,%20machine%20%3D%203,%20joins%20%3D%20false%20},%20{%20time%20%3D%202500.0,%20machine%20%3D%203,%20joins%20%3D%20true%20}]&system.pools=[{%20min_map%20%3D%204,%20min_reduce%20%3D%200,%20weight%20%3D%202.0%20},%20{%20min_map%20%3D%200,%20min_reduce%20%3D%200,%20weight%20%3D%201.0%20}]",
        r#"{"seed":1,"replications":1,"policies":["fifo","fair","hfsp"],"system":{"kind":"cluster","changes":[{"time":10.0,"machine":3,"joins":false},{"time":2500.0,"machine":3,"joins":true}],"pools":[{"min_map":4,"min_reduce":0,"weight":2.0},{"min_map":0,"min_reduce":0,"weight":1.0}]}}"#,
    ],
    [
        r#"#cluster?v=1&workload.jobs=[{ arrival = 0.0, maps = [1.0, 2.5, 1e-9], reduces = [], pool = 1, name = "a%20%5C%22b%5C%22%20%5C%5C%20%5Cu00e9%5Ctc, [d] { e }" }, { arrival = 1, size = 2, name = 'q%5Cr' }]&system.prompt=false&system.heartbeat=0.0"#,
        "v=1&system.kind=cluster&system.heartbeat=0.0&system.prompt=false&workload.jobs=[{%20arrival%20%3D%200.0,%20maps%20%3D%20[1.0,%202.5,%201e-9],%20pool%20%3D%201,%20name%20%3D%20%22a%20%5C%22b%5C%22%20%5C%5C%20%C3%A9%5Cu0009c,%20[d]%20{%20e%20}%22%20},%20{%20arrival%20%3D%201.0,%20size%20%3D%202.0,%20name%20%3D%20%22q%5C%5Cr%22%20}]",
        r#"{"seed":1,"replications":1,"policies":["fifo","fair","hfsp"],"system":{"kind":"cluster","heartbeat":0.0,"prompt":false},"workload":{"jobs":[{"arrival":0.0,"maps":[1.0,2.5,1e-9],"pool":1,"name":"a \"b\" \\ é\tc, [d] { e }"},{"arrival":1.0,"size":2.0,"name":"q\\r"}]}}"#,
    ],
    [
        "#datacenter?v=1&workload.like=google&workload.scale=0.01&workload.literal=false&system.workers=48&system.cutoff=1129.532&system.delay=0.0005&policies=sparrow,hawk[error=uniform(0.1,1.9),cap=2],eagle",
        "v=1&policies=sparrow,hawk[error%3Duniform%280.1,1.9%29,cap%3D2],eagle&system.kind=datacenter&system.workers=48&system.cutoff=1129.532&system.delay=0.0005&workload.like=google&workload.scale=0.01&workload.literal=false",
        r#"{"seed":1,"replications":1,"policies":["sparrow","hawk[error=uniform(0.1,1.9),cap=2]","eagle"],"system":{"kind":"datacenter","workers":48,"cutoff":1129.532,"delay":0.0005},"workload":{"like":"google","scale":0.01,"literal":false}}"#,
    ],
    [
        "#cdn?v=1&replications=5&policies=rand-opt[copies%3Dfill],opt-opt&system.storage=50&system.regions=[{name=\"A\",distance=3,group=[]}]&workload.churn=0.4&panels=opt-opt&lit=CDN%20server&t=86400",
        "v=1&replications=5&policies=rand-opt[copies%3Dfill],opt-opt&system.kind=cdn&system.storage=50&system.regions=[{%20name%20%3D%20%22A%22,%20distance%20%3D%203.0,%20group%20%3D%20[]%20}]&workload.churn=0.4",
        r#"{"seed":1,"replications":5,"policies":["rand-opt[copies=fill]","opt-opt"],"system":{"kind":"cdn","storage":50,"regions":[{"name":"A","distance":3.0,"group":[]}]},"workload":{"churn":0.4}}"#,
    ],
    [
        "#datacenter?v=1&workload.path=yahoo.tr&system.short_partition=-0.0&system.errors_reclassify=true&replications=4294967295",
        "v=1&replications=4294967295&system.kind=datacenter&system.short_partition=-0.0&system.errors_reclassify=true&workload.path=yahoo.tr",
        r#"{"seed":1,"replications":4294967295,"policies":["sparrow","hawk","eagle"],"system":{"kind":"datacenter","short_partition":-0.0,"errors_reclassify":true},"workload":{"path":"yahoo.tr"}}"#,
    ],
    [
        "#order?v=1&policies=given,a_star&system.kind=ordering&workload.graph=fig-3.11&workload.order=[%221%22,%224%22,%222%22,%220%22,%223%22,%225%22]&step=2&task=4",
        "v=1&policies=given,a_star&system.kind=ordering&workload.graph=fig-3.11&workload.order=[%221%22,%20%224%22,%20%222%22,%20%220%22,%20%223%22,%20%225%22]",
        r#"{"seed":1,"replications":1,"policies":["given","a_star"],"system":{"kind":"ordering"},"workload":{"graph":"fig-3.11","order":["1","4","2","0","3","5"]}}"#,
    ],
    [
        "#ordering?v=1&policies=greedy&system.cache=3.0&workload.count=30",
        "v=1&policies=greedy&system.kind=ordering&system.cache=3.0&workload.count=30",
        r#"{"seed":1,"replications":1,"policies":["greedy"],"system":{"kind":"ordering","cache":3.0},"workload":{"count":30}}"#,
    ],
];

#[test]
fn links_mean_what_they_meant_and_are_written_the_same() {
    for [link, query, meant] in KEPT {
        let scenario = route::scenario(link, None).unwrap();
        assert_eq!(serde_json::to_string(&scenario).unwrap(), meant, "{link}");
        assert_eq!(scenario.to_query(), query, "{link}");
        assert_eq!(Scenario::from_query(query).unwrap().to_query(), query, "{link}");
    }
}

/// Links of every view as earlier editions wrote them, and what is written for the same today.
const EARLIER: [[&str; 2]; 25] = [
    ["#watch?v=1&example=aging&policies=srpte&show=attained&t=2.5", "#watch?v=1&example=aging&policies=srpte&show=attained&t=2.5"],
    ["#race?v=1&seed=7&policies=fifo,psbs&workload.count=900&t=2.5", "#race?v=1&seed=7&policies=fifo,psbs&workload.count=900&t=2.5"],
    ["#compare?v=1&seed=9&show=jobs&pair=ps,fspe+ps", "#compare?v=1&seed=9&show=jobs&pair=ps,fspe+ps"],
    [
        "#sweep?v=1&replications=2&policies=ps,srpt&across=workload.sigma:list:0.5,1",
        "#sweep?v=1&replications=2&policies=ps,srpt&across=workload.sigma:list:0.5,1&show=ratio_ps",
    ],
    ["#cluster?v=1&system.kind=cluster&workload.mix=dev&run=20", "#cluster?v=1&system.kind=cluster&workload.mix=dev&run=20"],
    ["#datacenter?v=1&system.kind=datacenter&run=7", "#datacenter?v=1&system.kind=datacenter&run=7"],
    [
        "#order?v=1&policies=greedy,a_star&system.kind=ordering&workload.graph=fig-3.11&step=2&task=4",
        "#order?v=1&policies=greedy,a_star&system.kind=ordering&workload.graph=fig-3.11&lit=4&t=2",
    ],
    [
        "#network?v=1&policies=fair,pfabric&system.kind=network&workload.load=0.8&pair=pfabric,fair&lit=flow:7&t=2.5",
        "#network?v=1&policies=fair,pfabric&system.kind=network&workload.load=0.8&panels=pfabric,fair&lit=flow:7&t=2.5",
    ],
    [
        "#cdn?v=1&policies=lru,opt-opt&system.kind=cdn&panels=opt-opt&lit=CDN%20server&t=86400",
        "#cdn?v=1&policies=lru,opt-opt&system.kind=cdn&panels=opt-opt&lit=CDN%20server&t=86400",
    ],
    ["#traces", "#traces"],
    ["#exercises", "#exercises"],
    ["#exercise?v=1&set=guesses&number=3", "#exercise?v=1&set=guesses&number=3"],
    ["#learn?page=3", "#learn?page=3"],
    ["#cluster", "#cluster"],
    ["#ordering", "#order"],
    ["#compare/cluster", "#compare/cluster"],
    ["#compare?v=1&policies=sparrow,eagle&system.kind=datacenter", "#compare?v=1&policies=sparrow,eagle&system.kind=datacenter"],
    ["#compare/ordering", "#compare/order"],
    ["#compare/network?measure=p99_sojourn", "#compare?v=1&system.kind=network&measure=p99_sojourn"],
    ["#compare?v=1&system.kind=cdn&show=replications", "#compare?v=1&system.kind=cdn&show=replications"],
    ["#sweep/cluster", "#sweep/cluster"],
    ["#sweep/datacenter", "#sweep/datacenter"],
    ["#sweep/order", "#sweep/order"],
    ["#sweep/network", "#sweep/network"],
    [
        "#sweep?v=1&policies=lru,opt-opt&system.kind=cdn&across=system.storage:list:50,100&show=cost",
        "#sweep?v=1&policies=lru,opt-opt&system.kind=cdn&across=system.storage:list:50,100&show=cost",
    ],
];

#[test]
fn links_of_every_view_lead_where_they_led() {
    let state = |link: &str| {
        let preferences = Preferences { theme: ThemeChoice::Auto, system: Mode::Light, still: true, narrow: false, letters: true };
        State::open(link, preferences, rooms::all)
    };
    let mut seen = vec![];
    for [earlier, now] in EARLIER {
        let [opened, same] = [earlier, now].map(state);
        assert_eq!((opened.view, opened.address()), (same.view, same.address()), "{earlier}");
        if now.contains('?') {
            assert_eq!(opened.address(), now, "{earlier}");
        }
        seen.push(opened.view);
    }
    assert!(View::all().all(|view| seen.contains(&view)), "a view has no link here");
}

#[test]
fn space_around_a_value_means_nothing() {
    let scenario = Scenario::from_query("workload.load= 0.5 &seed=%0A7").unwrap();
    assert_eq!((scenario.get("workload.load").and_then(|load| load.as_float()), scenario.seed), (Some(0.5), 7));
}

#[test]
fn words_and_their_values_are_asked_for_in_plain_words() {
    for (query, words) in [
        ("workload.errors=bias", "this word needs a value"),
        ("workload.sizes=pareto", "this word needs a value"),
        ("workload.errors={bias=1,uniform=[1,2]}", "expected one word with its value, found several"),
        ("workload.sizes={}", "expected one word with its value, found none"),
        ("system.kind=1", "expected a word"),
        ("workload.kind=true", "expected a word"),
    ] {
        let message = Scenario::from_query(query).unwrap_err().to_string();
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn no_field_takes_a_date() {
    for (query, allowed) in [
        ("workload.sigma=1979-05-27T07:32:00Z", "expected a number"),
        ("workload.sigma=07:32:00", "expected a number"),
        ("workload.jobs=[{ arrival = 1979-05-27 }]", "expected a list"),
    ] {
        let (key, value) = query.split_once('=').unwrap();
        let message = Scenario::from_query(query).unwrap_err().to_string();
        assert!(message.contains(allowed) && message.contains(key) && message.contains(value), "{message}");
    }
}

#[test]
fn what_lies_too_deep_is_refused() {
    for open in ["[", "{a=", "{a.a=", "[{a=["] {
        let query = format!("workload.jobs={}", open.repeat(100_000));
        assert_eq!(Scenario::from_query(&query).unwrap_err().field().as_deref(), Some("workload.jobs"), "{open}");
    }
    let dotted = format!("workload.jobs={{a{}=1}}", ".a".repeat(100_000));
    let closed = format!("workload.jobs={}{}", "[".repeat(100_000), "]".repeat(100_000));
    for query in [dotted, closed] {
        assert_eq!(Scenario::from_query(&query).unwrap_err().field().as_deref(), Some("workload.jobs"));
    }
}

#[test]
fn exercises_and_scenes_are_written_as_they_were_read() {
    for link in [
        "#exercises",
        "#exercise?v=1&set=guesses&number=3",
        "#scenes?v=1&at=2&scene=One%7C%23watch%3Fexample%3Daging%7CJ1%20size%201%2040&scene=Two%7C%23compare",
    ] {
        assert_eq!(route::Route::read(link).write(false), link);
    }
    for link in [
        "#exercise?v=1&title=When%3F&text=So&jobs=0:20:2,4:3&policies=srpte,fspe+ps&at=5.0&hide=[%22future%22]&instant.of=leaves&instant.job=2&instant.under=srpte&instant.within=0.5&hints=[%22a%20%26%20b%22]&why=c",
        "#exercise?v=1&title=A&text=B&jobs=0:20,4:3&policies=srpte,fspe+ps&goal.worse=srpte&goal.than=fspe+ps&goal.times=1.5&goal.jobs=[2,%203]&goal.sizes=[1.0,%2040.0]",
        "#exercise?v=1&title=A&text=B&compare=v%3D1%26policies%3Dps,srpt%26workload.count%3D100&choose.by=mean_sojourn&choose.within=0.02",
    ] {
        let read = |query: &str| exercises::Link::read(query).unwrap();
        let asked = read(link.strip_prefix("#exercise?").unwrap());
        let written = asked.write();
        assert!(written.starts_with("v=1&own="), "{written}");
        assert_eq!(read(&written), asked, "an exercise is coded, and stays what it was");
    }
}
