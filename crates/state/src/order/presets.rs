//! Questions to start from.

use crate::preset::Preset;

/// What the view shows when it is opened, as the query of a link.
const OPENED: &str = "policies=given,a_star&system.kind=ordering&workload.graph=fig-3.11\
    &workload.order=[%220%22,%221%22,%222%22,%224%22,%223%22,%225%22]";

/// The presets, the first what the page begins with.
pub const PRESETS: [Preset; 7] = [
    Preset {
        name: "Tables first, or views at once?",
        hint: "Two tables and four views, the source's figure 3.11. The given order computes both tables first, so that their outputs wait. Drag its tasks: can you reach A*'s 6?",
        query: OPENED,
    },
    Preset {
        name: "Longest wait, or total?",
        hint: "Two chains that join, figure 3.13. Level by level no output waits longer than 2 steps (DBW); one chain first, one waits 3, but less is kept in total (TMB).",
        query: "policies=given,a_star&system.kind=ordering&workload.graph=fig-3.13&workload.order=[%220%22,%221%22,%222%22,%223%22,%224%22]",
    },
    Preset {
        name: "One diamond after the other",
        hint: "Two diamonds: raw data, two views of it, their join. As listed, both raw tables are kept at once; the cheapest order finishes one diamond first.",
        query: "policies=given,greedy[ties%3Dfirst],a_star&system.kind=ordering&workload.tasks=[{ name = \"raw a\" }, { name = \"raw b\" },\
            { name = \"left a\", after = [\"raw a\"] }, { name = \"left b\", after = [\"raw b\"] }, { name = \"right a\", after = [\"raw a\"] },\
            { name = \"right b\", after = [\"raw b\"] }, { name = \"join a\", after = [\"left a\", \"right a\"] },\
            { name = \"join b\", after = [\"left b\", \"right b\"] }, { name = \"report\", after = [\"join a\", \"join b\"] }]",
    },
    Preset {
        name: "Count outputs, or bytes?",
        hint: "Figure 3.11 with one output ten times as large. An order that counts outputs alone (TMB) keeps it for longer than the one that weighs them (WTMB).",
        query: "policies=a_star[objective%3Dtmb],a_star&system.kind=ordering&system.objective=wtmb&workload.tasks=[{ name = \"0\" }, { name = \"1\" },\
            { name = \"2\", size = 10.0, after = [\"1\"] }, { name = \"3\", after = [\"0\", \"2\"] }, { name = \"4\", after = [\"1\"] },\
            { name = \"5\", after = [\"2\"] }]",
    },
    Preset {
        name: "A warehouse of views",
        hint: "Five layers, base tables first, as a data stream warehouse refreshes them. Which algorithm leaves a small cache with the fewest reloads?",
        query: "policies=baseline,greedy,heuristic,dp&system.kind=ordering&system.cache=3.0&workload.graph=layered&workload.count=22&workload.layers=5",
    },
    Preset {
        name: "An astronomer's mosaic",
        hint: "A small Montage workflow, of the kind that WfCommons collects: four images are projected, compared, corrected and added. No image can be corrected before all are compared, so that any order keeps nearly as much.",
        query: "policies=baseline,heuristic,a_star&system.kind=ordering&system.objective=wtmb&system.cache=20.0&system.cache_counts=sizes\
            &workload.tasks=[{ name = \"project1\", size = 4.0 }, { name = \"project2\", size = 4.0 }, { name = \"project3\", size = 4.0 },\
            { name = \"project4\", size = 4.0 }, { name = \"diff12\", size = 0.5, after = [\"project1\", \"project2\"] },\
            { name = \"diff23\", size = 0.5, after = [\"project2\", \"project3\"] }, { name = \"diff34\", size = 0.5, after = [\"project3\", \"project4\"] },\
            { name = \"fit\", size = 0.1, after = [\"diff12\", \"diff23\", \"diff34\"] }, { name = \"model\", size = 0.1, after = [\"fit\"] },\
            { name = \"correct1\", size = 4.0, after = [\"project1\", \"model\"] }, { name = \"correct2\", size = 4.0, after = [\"project2\", \"model\"] },\
            { name = \"correct3\", size = 4.0, after = [\"project3\", \"model\"] }, { name = \"correct4\", size = 4.0, after = [\"project4\", \"model\"] },\
            { name = \"add\", size = 12.0, after = [\"correct1\", \"correct2\", \"correct3\", \"correct4\"] },\
            { name = \"shrink\", size = 1.0, after = [\"add\"] }, { name = \"jpeg\", size = 0.5, after = [\"shrink\"] }]",
    },
    Preset {
        name: "How near do they come?",
        hint: "Sixty random graphs of ten tasks: how many times the least cost each algorithm comes to, with intervals over the graphs.",
        query: "replications=60&policies=baseline,greedy,heuristic,dp&system.kind=ordering&workload.graph=random&workload.count=10&workload.edge_probability=0.3",
    },
];

/// Questions about many, for the statistics.
pub const COMPARED: [Preset; 2] = [
    Preset {
        name: "How near do they come?",
        hint: "Random graphs of ten tasks: how many times the least cost each algorithm comes to.",
        query: "replications=60&policies=baseline,greedy,heuristic,dp&system.kind=ordering&workload.graph=random&workload.count=10&workload.edge_probability=0.3",
    },
    Preset {
        name: "Warehouses of views",
        hint: "Five layers, base tables first, and a cache of three outputs: which order leaves the fewest reloads?",
        query: "replications=20&policies=baseline,greedy,heuristic,beam&system.kind=ordering&system.cache=3.0&workload.graph=layered&workload.count=22&workload.layers=5",
    },
];
