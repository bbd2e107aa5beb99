// Lets the page work without a network once it has been loaded: the network comes first, and what it gave is kept.
const KEPT = "schedscope";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What the page has loaded before this worker was there.
self.addEventListener("message", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => Promise.all(event.data.map((address) => kept.add(address).catch(() => {})))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(
    fetch(request)
      .then((answer) => {
        if (answer.ok) {
          const copy = answer.clone();
          event.waitUntil(caches.open(KEPT).then((kept) => kept.put(request, copy)).catch(() => {}));
        }
        return answer;
      })
      .catch(() => caches.match(request, { ignoreSearch: true }).then((kept) => kept ?? Response.error())),
  );
});
