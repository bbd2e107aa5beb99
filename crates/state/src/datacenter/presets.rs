//! Questions to start from.

use crate::preset::Preset;

/// The presets, the first what the page begins with.
pub const PRESETS: [Preset; 10] = [
    Preset {
        name: "Google's jobs, 24 workers",
        hint: "Small enough to be read. Most jobs have one task: who puts it into a queue behind a long one, and who finds a better place?",
        query: "policies=sparrow,eagle&system.kind=datacenter&system.workers=24&workload.like=google&workload.count=80&workload.load=0.9",
    },
    Preset {
        name: "Yahoo's jobs, 24 workers",
        hint: "Few long jobs, which are 98 % of the work.",
        query: "system.kind=datacenter&system.workers=24&workload.like=yahoo&workload.count=80&workload.load=0.9",
    },
    Preset {
        name: "Cloudera's jobs, 24 workers",
        hint: "Hundreds of tasks a job, many more than there are workers.",
        query: "system.kind=datacenter&system.workers=24&workload.like=cloudera&workload.count=80&workload.load=0.9",
    },
    Preset {
        name: "Facebook's jobs, 24 workers",
        hint: "Nearly all jobs are tiny.",
        query: "system.kind=datacenter&system.workers=24&workload.like=facebook&workload.count=80&workload.load=0.9",
    },
    Preset {
        name: "Hawk's motivating workload, 24 workers",
        hint: "5 % of the jobs are huge.",
        query: "system.kind=datacenter&system.workers=24&workload.like=motivation&workload.count=80&workload.load=0.9",
    },
    Preset {
        name: "Google, as in the literature",
        hint: "Thousands of workers, as many jobs as in the experiments. Takes a while.",
        query: "system.kind=datacenter&workload.like=google",
    },
    Preset {
        name: "Yahoo, as in the literature",
        hint: "Thousands of workers, as many jobs as in the experiments. Takes a while.",
        query: "system.kind=datacenter&workload.like=yahoo",
    },
    Preset {
        name: "Cloudera, as in the literature",
        hint: "Thousands of workers, as many jobs as in the experiments. Takes a while.",
        query: "system.kind=datacenter&workload.like=cloudera",
    },
    Preset {
        name: "Facebook, as in the literature",
        hint: "Thousands of workers, as many jobs as in the experiments. Takes a while.",
        query: "system.kind=datacenter&workload.like=facebook",
    },
    Preset {
        name: "Hawk's motivating workload, as in the literature",
        hint: "Thousands of workers, as many jobs as in the experiments. Takes a while.",
        query: "system.kind=datacenter&workload.like=motivation",
    },
];

/// Questions about many, for the statistics.
pub const COMPARED: [Preset; 3] = [
    Preset {
        name: "Google's jobs, 100 workers",
        hint: "Nine jobs in ten are short. How long do they wait, and behind whom?",
        query: "replications=10&policies=sparrow,hawk,eagle,kairos&system.kind=datacenter&system.workers=100&workload.like=google&workload.count=400&workload.load=0.9",
    },
    Preset {
        name: "Yahoo's jobs, 100 workers",
        hint: "Few long jobs, which are 98 % of the work.",
        query: "replications=10&policies=sparrow,hawk,eagle,kairos&system.kind=datacenter&system.workers=100&workload.like=yahoo&workload.count=400&workload.load=0.9",
    },
    Preset {
        name: "What probes, stealing and a partition do",
        hint: "Sparrow probes, Split reserves workers, Hawk steals besides: each step by itself.",
        query: "replications=10&policies=sparrow,split,hawk&system.kind=datacenter&system.workers=100&workload.like=google&workload.count=400&workload.load=0.9",
    },
];
