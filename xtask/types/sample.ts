// What programs write, for the checker of types.
import { type Figure, type Report, type Scenario, ScenarioError, run, runJSON, simulate } from "../../www/schedscope.js";

const scenario: Scenario = { policies: ["ps", "psbs"], replications: 3, workload: { sigma: 1, count: 1000 } };
const report: Report = await run(scenario);
const mean: number | undefined = report.policies?.[0]?.mean_sojourn;
const policies: string[] = ["ps", "psbs"].filter((policy) => policy !== "ps");
await run({ policies });
const text: string = await runJSON("[workload]\nsigma = 1.0");

const outcome = await simulate({ arrival: [0, 1], size: new Float64Array([10, 2]), id: ["a", "b"] }, "psbs", { servers: 2 });
const sojourn: Float64Array = outcome.sojourn;
const p99: number = outcome.quantile(0.99);
await simulate([{ arrival: 0, size: 1 }], "fifo");

try {
  await run({ workload: { sigma: NaN } });
} catch (error) {
  if (error instanceof ScenarioError) console.log(error.field, error.value, error.allowed);
}

const figure: Figure | null = document.querySelector("schedscope-figure");
figure?.addEventListener("select", (event) => console.log(event.detail.id));
await figure?.seek(2.5);

// @ts-expect-error A number is expected.
await run({ workload: { sigma: "much" } });
// @ts-expect-error Jobs have sizes.
await simulate({ arrival: [0, 1] }, "psbs");
// @ts-expect-error A time is expected.
await figure?.seek();
console.log(mean, text, sojourn, p99);
