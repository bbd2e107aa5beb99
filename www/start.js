// Starts the page, or says why it does not start.
import init from "./web.js";

const here = (name) => new URL(name, import.meta.url).href;
const started = init({ module_or_path: here("web_bg.wasm") });
started.catch((error) => {
  const place = document.getElementById("loading");
  const words = place?.querySelector(":scope > p");
  if (words) words.textContent = `schedscope could not start (${error}). Check the connection and reload this page; it needs a browser with WebAssembly.`;
  place?.setAttribute("class", "failed");
  throw error;
});

// Asks the service worker to keep files for the time without a network; says whether it has them all.
const keep = async (addresses) => {
  const { active } = await navigator.serviceWorker.ready;
  const { port1, port2 } = new MessageChannel();
  const kept = new Promise((done) => (port1.onmessage = (event) => done(event.data)));
  active.postMessage([here("."), addresses], [port2]);
  return kept;
};

// What the build has made, asked for once: all files of the program, those that workers fetch, and what lies beside the program.
let asked;
const files = () =>
  (asked ??= (async () => {
    const { all, engines, beside } = await (await fetch(here("files.json"))).json();
    return { all: all.map(here), engines: engines.map(here), beside };
  })());

// Works offline once loaded, where the browser lets it: each part after it was used once, all of them when that is wanted.
if (navigator.serviceWorker && window === window.parent) {
  const registered = new Promise((done, fail) => {
    addEventListener("load", () => navigator.serviceWorker.register("offline.js").then(done, fail));
  });
  globalThis.keepAllOffline = async () => {
    await registered;
    const { all, beside } = await files();
    return keep(["./", ...beside, ...all]);
  };
  const told = new Set();
  const tell = async () => {
    const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
    const wanted = ["./", ...loaded.filter((address) => address.startsWith(location.origin))];
    // Workers fetch the engines themselves; the page is not told, so it asks for them here.
    if (loaded.some((address) => address.includes("/split_") && !address.includes("/split_tour"))) wanted.push(...(await files()).engines);
    const fresh = wanted.filter((address) => !told.has(address));
    fresh.forEach((address) => told.add(address));
    if (fresh.length && !(await keep(fresh))) fresh.forEach((address) => told.delete(address));
  };
  const watch = async () => {
    await registered;
    await started;
    performance.setResourceTimingBufferSize(2000);
    new PerformanceObserver(() => tell().catch(() => {})).observe({ type: "resource", buffered: true });
  };
  watch().catch(() => {});
}
