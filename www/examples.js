// What the page of examples does with figures and with the module.
import { run, ScenarioError, simulate } from "./schedscope.js";

const at = (id) => document.getElementById(id);
const say = (id, text) => (at(id).textContent = text);
const short = (number) => number.toLocaleString("en", { maximumSignificantDigits: 4 });

const server = at("server");
at("play").onclick = () => server.play();
at("pause").onclick = () => server.pause();
at("seek").onclick = () => server.seek(12);
server.addEventListener("time", ({ detail: { time, end, playing } }) => say("time", `t = ${time.toFixed(1)} of ${end.toFixed(1)}, ${playing ? "playing" : "paused"}`));

at("cluster").addEventListener("select", ({ detail: { id } }) => say("selected", id === null ? "Nothing is selected." : `${id} is selected.`));

// What is wrong with what was asked is for the reader; anything else is a fault of this page.
const told = async (place, work) => {
  say(place, "Simulating …");
  try {
    say(place, await work());
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    say(place, error.message);
  }
};

at("run").onclick = () =>
  told("ran", async () => {
    const report = await run({ policies: ["ps", "srpte", "psbs"], replications: 3, workload: { count: 2000, sigma: 1 } });
    const rows = report.policies.map(({ policy, mean_sojourn, p99_slowdown }) => {
      const row = document.createElement("tr");
      row.append(...[policy, short(mean_sojourn), short(p99_slowdown)].map((text) => Object.assign(document.createElement("td"), { textContent: text })));
      return row;
    });
    at("report").tBodies[0].replaceChildren(...rows);
    at("report").hidden = false;
    return "Simulated in this browser.";
  });

at("simulate").onclick = () =>
  told("simulated", async () => {
    const jobs = { arrival: [0, 1, 2], size: [Number(at("size").value.replace("−", "-")), 2, 2], estimate: [1, 2, 2] };
    const { sojourn, meanSojourn } = await simulate(jobs, at("policy").value);
    return `Sojourn times ${Array.from(sojourn, short).join(", ")}; their mean is ${short(meanSojourn)}.`;
  });
