//! Values that no program should give to a constructor of a network, a CDN or a graph of tasks. Those of jobs are in `workload/check.rs`.

use schedscope::cdn::{Request, Requests, Sizes};
use schedscope::network::{Class, Flow, Flows, Hop, Link, Network, Paths};
use schedscope::ordering::Graph;
use schedscope::workload::Ids;

const HOSTILE: [f64; 5] = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0, 0.0];

fn network(capacity: f64, to: u32, hosts: u32) -> Result<Network, String> {
    let names = vec!["a".to_owned(), "b".to_owned()];
    Network::new(names, hosts, vec![Link { from: 0, to, capacity }]).map_err(|error| error.to_string())
}

#[test]
fn networks() {
    for capacity in HOSTILE {
        assert!(network(capacity, 1, 2).unwrap_err().starts_with("capacity is "));
    }
    assert!(network(1.0, 2, 2).unwrap_err().starts_with("link is 0 to 2; allowed: nodes"));
    assert!(network(1.0, 1, 3).unwrap_err().starts_with("hosts is 3"));
    assert!(network(1.0, 1, 0).unwrap_err().starts_with("hosts is 0"));
    let there = network(1.0, 1, 2).unwrap();
    let plain = Flow { id: 4, arrival: 0.0, size: 1.0, source: 0, destination: 1, class: Class::Long, path: 0, other: None };
    let flows = |flows: Vec<Flow>, link: u32, share: f64| {
        let mut paths = Paths::default();
        paths.push([Hop { link, access: true, share }]);
        Flows::new(&there, flows, paths, vec![], Ids::default()).map(drop).map_err(|error| error.to_string())
    };
    assert_eq!(flows(vec![plain], 0, 1.0), Ok(()));
    for value in HOSTILE {
        assert!(flows(vec![Flow { size: value, ..plain }], 0, 1.0).unwrap_err().starts_with("size of job 4 is"));
        assert!(flows(vec![plain], 0, value).unwrap_err().starts_with("part on a link of job 4 is"));
    }
    assert!(flows(vec![Flow { arrival: f64::NAN, ..plain }], 0, 1.0).unwrap_err().starts_with("arrival of job 4 is NaN"));
    assert!(flows(vec![Flow { destination: 2, ..plain }], 0, 1.0).unwrap_err().starts_with("destination of job 4 is 2"));
    assert!(flows(vec![Flow { path: 1, ..plain }], 0, 1.0).unwrap_err().starts_with("path of job 4 is 1"));
    assert!(flows(vec![plain], 1, 1.0).unwrap_err().starts_with("link of job 4 is 1"));
    assert!(flows(vec![plain, plain], 0, 1.0).unwrap_err().contains("have the same id, 4"));
    assert!(flows(vec![], 0, 1.0).unwrap_err().starts_with("there is no job"));
}

#[test]
fn requests_and_videos() {
    let plain = Request { arrival: 1.0, session: 2.0, video: 0, given: 0, region: 0, pick: 0 };
    let requests =
        |request: Request, warmup: usize| Requests::new(vec![request], 1, warmup, 0).map(drop).map_err(|error| error.to_string());
    assert_eq!(requests(plain, 0), Ok(()));
    for value in &HOSTILE[..4] {
        assert!(requests(Request { arrival: *value, ..plain }, 0).unwrap_err().starts_with("arrival of a request is"));
        assert!(requests(Request { session: *value, ..plain }, 0).unwrap_err().starts_with("session of a request is"));
    }
    assert!(requests(Request { video: 1, ..plain }, 0).unwrap_err().starts_with("video of a request is 1"));
    assert!(requests(plain, 1).unwrap_err().starts_with("warmup is 1"));
    assert!(Requests::new(vec![], 1, 0, 0).is_err());
    for value in HOSTILE {
        assert!(Sizes::new(vec![1.0, value]).unwrap_err().to_string().starts_with("size of a video is"));
    }
}

#[test]
fn graphs_of_tasks() {
    let graph = |sizes: &[f64], edges: &[(u32, u32)]| Graph::numbered(sizes.to_vec(), edges).map(drop).map_err(|error| error.to_string());
    assert_eq!(graph(&[0.0, 1.0], &[(0, 1)]), Ok(()));
    for value in &HOSTILE[..4] {
        assert!(graph(&[1.0, *value], &[]).unwrap_err().starts_with("size is "));
    }
    assert_eq!(graph(&[1.0; 2], &[(0, 2)]).unwrap_err(), "edge is 0 to 2; allowed: tasks by their numbers, from 0");
    assert!(graph(&[], &[]).unwrap_err().starts_with("tasks is 0"));
    assert!(graph(&[1.0; 2], &[(0, 1), (1, 0)]).unwrap_err().starts_with("tasks wait for each other in a circle"));
    assert!(Graph::new(vec!["a".to_owned()], vec![], &[]).unwrap_err().to_string().starts_with("sizes is 0 numbers"));
}
