// Starts the page, or says why it does not start.
import init from "./web.js";

const started = init({ module_or_path: new URL("web_bg.wasm", import.meta.url) });
started.catch((error) => {
  const place = document.getElementById("loading");
  if (place) place.textContent = `schedscope could not start (${error}). It needs a browser with WebAssembly.`;
  throw error;
});

// Works offline once loaded, where the browser lets it.
if (navigator.serviceWorker && window === window.parent) {
  addEventListener("load", async () => {
    try {
      await navigator.serviceWorker.register("offline.js");
      const worker = (await navigator.serviceWorker.ready).active;
      await started;
      const loaded = performance.getEntriesByType("resource").map((entry) => entry.name);
      worker.postMessage(["./", "learn.html", ...loaded.filter((address) => address.startsWith(location.origin))]);
    } catch {}
  });
}
