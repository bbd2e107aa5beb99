//! Presets of the server, from the figures of the sources.

use crate::preset::Preset;

const OPENED: &str = "replications=20";

/// Questions to start from where policies are compared.
pub const COMPARED: [Preset; 11] = [
    Preset {
        name: "Heavy tail, good estimates",
        hint: "The usual case on real clusters: a few jobs hold most of the work, and half of the estimates are within 1.4×. Under SRPTE and FSPE a large late job blocks all others; under FSPE+PS and PSBS it does not.",
        query: OPENED,
    },
    Preset {
        name: "Heavy tail, estimates off by a factor of 4",
        hint: "σ = 2: half of the estimates are off by more than 3.9×. Which policies still beat PS, which needs no estimates?",
        query: "replications=20&workload.sigma=2.0",
    },
    Preset {
        name: "Heavy tail, very bad estimates",
        hint: "σ = 4: half of the estimates are off by more than 15×. Here estimates do more harm than good.",
        query: "replications=20&workload.sigma=4.0",
    },
    Preset {
        name: "Exponential sizes, no errors",
        hint: "The textbook's M/M/1 queue: most policies have a closed form (the rings), and SRPT minimises the mean.",
        query: "replications=30&workload.shape=1.0&workload.sigma=0.0",
    },
    Preset {
        name: "Exponential sizes, estimates off by a factor of 4",
        hint: "σ = 2: half of the estimates are off by more than 3.9×. Without a heavy tail no single job blocks the others for long, and estimates still pay off.",
        query: "replications=30&workload.shape=1.0&workload.sigma=2.0",
    },
    Preset {
        name: "Sizes nearly alike",
        hint: "When all jobs are of about the same size, serving them in order of arrival is nearly optimal, and LAS is the worst choice.",
        query: "replications=20&workload.shape=4.0",
    },
    Preset {
        name: "Two kinds of jobs",
        hint: "Hyper-exponential sizes: many small jobs, few large ones, such as interactive queries beside batch jobs.",
        query: "replications=20&workload.sizes={ hyperexponential = { scv = 20.0 } }",
    },
    Preset {
        name: "Bursts",
        hint: "Jobs arrive in bursts (timeshape 0.3). Which policies suffer most?",
        query: "replications=20&workload.shape=0.5&workload.timeshape=0.3",
    },
    Preset {
        name: "Overload",
        hint: "Ten per cent more work arrives than can be done: the queue keeps growing. See Over time.",
        query: "replications=5&workload.shape=0.5&workload.load=1.1",
    },
    Preset {
        name: "Like Facebook's trace",
        hint: "Sizes spread like those of Facebook's Hadoop cluster in 2010 (SWIM): half of the jobs are smaller than a thousandth of the mean, and one in a hundred holds most of the work. The trace itself can be dropped here, too.",
        query: "replications=20&workload.shape=0.19",
    },
    Preset {
        name: "Weighted jobs",
        hint: "Five classes, the first five times as important as the last: PSBS is FSPE+PS with weights, GPS is PS with weights.",
        query: "replications=20&policies=ps,gps,fspe%2Bps,psbs&workload.weights={ classes = 5, beta = 1.0 }",
    },
];
