// Starts the page, or says why it does not start.
import init from "./web.js";

const here = (name) => new URL(name, import.meta.url).href;
const started = init({ module_or_path: here("web_bg.wasm") });
started.catch((error) => {
  const place = document.getElementById("loading");
  const words = place?.querySelector("p");
  if (words) words.textContent = `schedscope could not start (${error}). It needs a browser with WebAssembly.`;
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

// What the build has made: all files of the program, and those that workers fetch.
const files = async () => {
  const { all, engines } = await (await fetch(here("files.json"))).json();
  return { all: all.map(here), engines: engines.map(here) };
};

// Works offline once loaded, where the browser lets it: each part after it was used once, all of them when that is wanted.
if (navigator.serviceWorker && window === window.parent) {
  globalThis.keepAllOffline = async () => keep(["./", "learn.html", ...(await files()).all]);
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register("offline.js");
      await started;
      const told = new Set();
      const tell = async () => {
        const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
        const wanted = ["./", ...loaded.filter((address) => address.startsWith(location.origin))];
        // What is behind views that ask workers is fetched by these, of which the page does not hear.
        if (loaded.some((address) => address.includes("/split_") && !address.includes("/split_tour"))) wanted.push(...(await files()).engines);
        const fresh = wanted.filter((address) => !told.has(address));
        fresh.forEach((address) => told.add(address));
        if (fresh.length) await keep(fresh);
      };
      new PerformanceObserver(tell).observe({ type: "resource", buffered: true });
      await tell();
    } catch {}
  });
}
