// Lets the page work without a network once it has been loaded. The files of the program have a name of their own in each build, so that
// what was kept of them is as good as the network; of everything else the network comes first, and what it gave is kept.
const KEPT = "schedscope";
const OF_PROGRAM = /\/program-[0-9a-f]+\//;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// What the page has loaded before this worker was there, or wants to have: the folder of its program, and addresses.
self.addEventListener("message", (event) => {
  const [program, addresses] = event.data;
  const answer = (all) => event.ports[0]?.postMessage(all);
  const keep = async () => {
    const kept = await caches.open(KEPT);
    const have = async (address) => (OF_PROGRAM.test(address) && (await kept.match(address))) || kept.add(address);
    const done = await Promise.allSettled(addresses.map(have));
    answer(done.every(({ status }) => status === "fulfilled"));
    // What an earlier build has left goes when no other tab may still need it.
    if ((await self.clients.matchAll()).length > 1) return;
    for (const { url } of await kept.keys()) {
      if (OF_PROGRAM.test(url) && !url.startsWith(program)) await kept.delete(url);
    }
  };
  event.waitUntil(keep().catch(() => answer(false)));
});

const fromNetwork = async (event) => {
  const { request } = event;
  const answer = await fetch(request);
  if (answer.ok) {
    const copy = answer.clone();
    event.waitUntil(caches.open(KEPT).then((kept) => kept.put(request, copy)).catch(() => {}));
  }
  return answer;
};

const fromKept = (request) => caches.match(request, { ignoreSearch: true });

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  const first = async () => (await fromKept(request)) ?? fromNetwork(event);
  const last = () => fromNetwork(event).catch(async () => (await fromKept(request)) ?? Response.error());
  event.respondWith(OF_PROGRAM.test(pathname) ? first() : last());
});
