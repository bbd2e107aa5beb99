//! Questions to start from.

use crate::preset::Preset;

/// What the view shows when it is opened, as the query of a link.
const OPENED: &str = "replications=5&policies=centralized,rand-rand,rand-opt,opt-rand,opt-opt&system.kind=cdn&system.storage=500\
    &system.dserver_capacity=50&system.cdn_capacity=500&workload.count=36466&workload.videos=1722";

/// The presets, the first what the page begins with.
pub const PRESETS: [Preset; 8] = [
    Preset {
        name: "A tenth of the source's week",
        hint: "The week of the source with a tenth of its requests, videos, storage and capacities. Where videos are stored and where requests are sent: each can be random or optimal.",
        query: OPENED,
    },
    Preset {
        name: "The source's week",
        hint: "364 663 requests for 17 223 videos, thirteen dServers of 5000 videos and 500 sessions, and a CDN server of 5000 sessions. Takes a few seconds.",
        query: "policies=centralized,rand-rand,rand-opt,opt-rand,opt-opt&system.kind=cdn",
    },
    Preset {
        name: "One busy evening",
        hint: "Sunday from noon to midnight, few enough requests that each decision is told. Toward 23:00 the CDN server is full, and requests wait.",
        query: "replications=10&policies=centralized,rand-opt,opt-opt&system.kind=cdn&system.storage=500&system.dserver_capacity=25&system.cdn_capacity=150\
            &workload.count=2000&workload.days=0.5&workload.videos=1722",
    },
    Preset {
        name: "Storage is scarce",
        hint: "Each dServer stores 3 % of the videos. What matters now is which: copies of everything, or of what is asked for most.",
        query: "replications=5&policies=rand-opt,opt-opt,proportional[demand=future],perf-opt,lru&system.kind=cdn&system.storage=50&system.dserver_capacity=50\
            &system.cdn_capacity=500&workload.count=36466&workload.videos=1722",
    },
    Preset {
        name: "Two pairs of regions that help each other",
        hint: "Two pairs of regions; each dServer serves its neighbour's users, too. Compare with the next preset, in which nobody helps.",
        query: "replications=10&policies=rand-opt,opt-opt&system.kind=cdn&system.storage=500&system.dserver_capacity=70&system.cdn_capacity=200\
            &system.regions=[{ name = \"North\", distance = 300.0, x = -1.0, y = 1.0, users = 3.0, group = [\"East\"] },\
            { name = \"East\", distance = 300.0, x = 1.0, y = 1.0, group = [\"North\"] },\
            { name = \"South\", distance = 300.0, x = 1.0, y = -1.0, users = 3.0, group = [\"West\"] },\
            { name = \"West\", distance = 300.0, x = -1.0, y = -1.0, group = [\"South\"] }]\
            &system.links=[{ from = \"North\", to = \"East\", distance = 100.0 }, { from = \"South\", to = \"West\", distance = 100.0 }]\
            &workload.count=20000&workload.videos=1000",
    },
    Preset {
        name: "The same regions, each by itself",
        hint: "The same requests without cooperation groups: what its own dServer does not store, or has no room for, goes to the CDN server.",
        query: "replications=10&policies=rand-opt,opt-opt&system.kind=cdn&system.storage=500&system.dserver_capacity=70&system.cdn_capacity=200\
            &system.regions=[{ name = \"North\", distance = 300.0, x = -1.0, y = 1.0, users = 3.0, group = [] },\
            { name = \"East\", distance = 300.0, x = 1.0, y = 1.0, group = [] },\
            { name = \"South\", distance = 300.0, x = 1.0, y = -1.0, users = 3.0, group = [] },\
            { name = \"West\", distance = 300.0, x = -1.0, y = -1.0, group = [] }]\
            &system.links=[{ from = \"North\", to = \"East\", distance = 100.0 }, { from = \"South\", to = \"West\", distance = 100.0 }]\
            &workload.count=20000&workload.videos=1000",
    },
    Preset {
        name: "Popularity changes every day",
        hint: "Each day two videos of five change places in popularity. What was learnt in the first two days (Real-Opt) grows old; LRU follows, and Perf-Opt knows what will be asked for.",
        query: "replications=5&policies=rand-opt,perf-opt,real-opt,lru&system.kind=cdn&system.storage=150&system.dserver_capacity=50&system.cdn_capacity=500\
            &workload.count=36466&workload.videos=1722&workload.churn=0.4&workload.warmup=10000",
    },
    Preset {
        name: "Four requests and one slot each",
        hint: "Both dServers store the video and serve one session each, as does the CDN server. The fourth request waits.",
        query: "policies=rand-opt[copies%3Dfill],centralized&system.kind=cdn&system.storage=1&system.dserver_capacity=1&system.cdn_capacity=1\
            &system.regions=[{ name = \"A\", distance = 300.0, group = [\"B\"] }, { name = \"B\", distance = 300.0, group = [\"A\"] }]\
            &system.links=[{ from = \"A\", to = \"B\", distance = 100.0 }]\
            &workload.requests=[{ arrival = 0.0, region = \"A\", session = 6000.0 }, { arrival = 600.0, region = \"A\", session = 6000.0 },\
            { arrival = 1200.0, region = \"A\", session = 6000.0 }, { arrival = 1800.0, region = \"A\", session = 6000.0 }]",
    },
];

/// Questions about many, for the statistics.
pub const COMPARED: [Preset; 3] = [
    Preset {
        name: "A tenth of the source's week",
        hint: "Where videos are stored and where requests are sent: each can be random or optimal.",
        query: "replications=5&policies=centralized,rand-rand,rand-opt,opt-rand,opt-opt&system.kind=cdn&system.storage=500&system.dserver_capacity=50&system.cdn_capacity=500&workload.count=36466&workload.videos=1722",
    },
    Preset {
        name: "Storage is scarce",
        hint: "Each dServer stores 3 % of the videos: copies of everything, or of what is asked for most?",
        query: "replications=5&policies=rand-opt,opt-opt,proportional[demand=future],perf-opt,lru&system.kind=cdn&system.storage=50&system.dserver_capacity=50&system.cdn_capacity=500&workload.count=36466&workload.videos=1722",
    },
    Preset {
        name: "One busy evening",
        hint: "Sunday from noon to midnight: toward 23:00 the CDN server is full, and requests wait.",
        query: "replications=10&policies=centralized,rand-opt,opt-opt&system.kind=cdn&system.storage=500&system.dserver_capacity=25&system.cdn_capacity=150&workload.count=2000&workload.days=0.5&workload.videos=1722",
    },
];
