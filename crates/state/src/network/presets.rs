//! Questions to start from.

use crate::preset::Preset;

/// What the view shows when it is opened, as the query of a link.
const OPENED: &str = "policies=fifo,fair,pfabric&system.kind=network&system.topology=link&system.cutoff=1.0\
    &workload.flows=[{ arrival = 0.0, size = 100.0 }, { arrival = 10.0, size = 1.0 }, { arrival = 50.0, size = 1.0 }]";

/// The presets, the first what the page begins with.
pub const PRESETS: [Preset; 8] = [
    Preset {
        name: "An elephant and two mice",
        hint: "One link, a flow of 100 and two of 1. First in, first out: the first mouse takes 91 times its ideal. Shared, 2 times; with the least remaining first, once, and the elephant pays 2 %.",
        query: OPENED,
    },
    Preset {
        name: "A request behind a bulk transfer",
        hint: "Instructions of 1, the transfer of 20 that they ask for, and the result of 1, each after the other, beside a bulk transfer of 100. Who waits, and for how long?",
        query: "policies=fifo,fair,pfabric&system.kind=network&system.topology=link&system.cutoff=1.0\
            &workload.flows=[{ arrival = 0.0, size = 100.0 }, { arrival = 10.0, size = 1.0, class = \"instructions\" },\
            { arrival = 10.0, size = 20.0, class = \"cooking\", after = [2] }, { arrival = 10.0, size = 1.0, class = \"results\", after = [3] }]",
    },
    Preset {
        name: "Eight answers at once (incast)",
        hint: "Eight hosts of a fat tree answer one at the same instant, equally much each. Shared, all are complete only at the end; one after the other, half of them in half the time: first come, first served is no worse than pFabric.",
        query: "replications=20&policies=fair,fifo&system.kind=network&system.cutoff=1.0&workload.pattern=incast&workload.count=40&workload.sizes=deterministic&workload.load=0.3",
    },
    Preset {
        name: "A fat tree at load 0.8",
        hint: "Sixteen hosts, flows of heavy-tailed size. Fair sharing against pFabric, which sends the flow first of which least is left; the ideal is the network as one big switch.",
        query: "replications=20&policies=fair,pfabric,ideal&system.kind=network&workload.count=300&workload.shape=0.5&workload.load=0.8",
    },
    Preset {
        name: "An unlucky hash (RepFlow)",
        hint: "ECMP gives each flow one path by a hash: a short flow may meet a long one though another path is free. RepFlow sends short flows on two paths, and the first to arrive counts. Links of hosts are four times as fast as others here: where they are not, both copies share them, and RepFlow loses.",
        query: "replications=20&policies=fair,repflow&system.kind=network&system.capacity=4.0&system.fabric_capacity=1.0&workload.count=300&workload.shape=0.5&workload.load=0.15",
    },
    Preset {
        name: "A measurement repository",
        hint: "Instructions, then a transfer, then results: each waits for the one before. Short flows of a workflow that stand behind long ones of others hold up the whole.",
        query: "replications=20&policies=fifo,fair,priority,pfabric&system.kind=network&workload.kind=repository&workload.count=300&workload.shape=0.5&workload.load=0.7",
    },
    Preset {
        name: "Switches joined at random (Jellyfish)",
        hint: "Twelve switches, each joined to three others at random, two hosts each. Paths are of different length, and some cables are much busier than others.",
        query: "replications=20&policies=fair,pfabric&system.kind=network&system.topology=jellyfish&system.switches=12&workload.count=300&workload.shape=0.5&workload.load=0.5",
    },
    Preset {
        name: "Hosts that pass on (BCube)",
        hint: "Sixteen hosts with two ports each: a flow goes over one switch, or over two and a host between them.",
        query: "replications=20&policies=fair,pfabric&system.kind=network&system.topology=bcube&workload.count=300&workload.shape=0.5&workload.load=0.8",
    },
];

/// Questions about many, for the statistics.
pub const COMPARED: [Preset; 3] = [
    Preset {
        name: "A fat tree at load 0.8",
        hint: "Sixteen hosts, flows of heavy-tailed size, of which the short ones wait behind the long.",
        query: "replications=20&policies=fifo,fair,las,pfabric&system.kind=network&workload.count=300&workload.shape=0.5&workload.load=0.8",
    },
    Preset {
        name: "One link",
        hint: "The same without a network: the server's policies, as flows.",
        query: "replications=20&policies=fifo,fair,las,pfabric&system.kind=network&system.topology=link&workload.count=300&workload.shape=0.5&workload.load=0.8",
    },
    Preset {
        name: "A measurement repository",
        hint: "Instructions, then a transfer, then results: each waits for the one before.",
        query: "replications=20&policies=fifo,fair,priority,pfabric&system.kind=network&workload.kind=repository&workload.count=300&workload.shape=0.5&workload.load=0.7",
    },
];
