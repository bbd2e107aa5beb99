//! Input that is wrong is refused by name, and what is let through can be simulated.

use crate::command::fails;

/// Runs with bad input: a message of one line that has all of these parts.
fn refused(args: &[&str], parts: &[&str]) {
    let message = fails(args);
    assert!(parts.iter().all(|part| message.contains(part)), "{args:?}: {message} lacks one of {parts:?}");
    assert_eq!(message.trim_end().lines().count(), 1, "{args:?}: {message}");
}

#[test]
fn a_parameter_is_given_once() {
    for (system, policy) in [("cluster", "hfsp[t=1,t=2]"), ("cluster", "fair[delay=1,delay=1]"), ("datacenter", "hawk[cap=5, cap=6]")] {
        refused(&["run", "--system", system, "--policy", policy], &[policy, "twice; allowed: each parameter once"]);
    }
}

#[test]
fn the_nearest_name_of_any_world_is_suggested() {
    for (args, said) in [
        (&["--policy", "hfps"][..], "unknown policy \"hfps\"; did you mean \"hfsp\" (system cluster)? allowed: fifo, ps,"),
        (&["--policy", "egale"], "did you mean \"eagle\" (system datacenter)?"),
        (&["--system", "cluster", "--policy", "fiof"], "did you mean \"fifo\"?"),
        (&["--system", "datacenter", "--policy", "fiof"], "did you mean \"fifo\" (system server or cluster)?"),
        (&["--link", "#watch?policies=hfps"], "did you mean \"hfsp\" (system cluster)?"),
        (&["--workload", "yahooo"], "did you mean \"yahoo\" (system datacenter)?"),
        (&["--system", "datacenter", "--workload", "yahooo"], "did you mean \"yahoo\"?"),
        (&["--system", "cluster", "--workload", "agin"], "did you mean \"aging\"?"),
    ] {
        refused(&[&["run"], args].concat(), &[said]);
    }
}
