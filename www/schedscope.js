// schedscope for other pages: the element <schedscope-figure>, and `run` and `simulate` for programs. What they take and give is in
// schedscope.d.ts; docs/javascript.md explains it.

const here = (name) => new URL(name, import.meta.url).href;

/** What was asked cannot be simulated: `field` is what is wrong, `value` what was found there and `allowed` what is allowed. */
export class ScenarioError extends Error {
  constructor(message, { field = null, value = null, allowed = null } = {}) {
    super(message);
    this.name = "ScenarioError";
    Object.assign(this, { field, value, allowed });
  }
}

const refuse = (field, value, allowed) => {
  throw new ScenarioError(`${field} is ${value}; allowed: ${allowed}`, { field, value: String(value), allowed });
};

// The worker that simulates: one, from the first call on. It asks for the program itself, so that the page is free.
let worker;

const start = () => {
  const program = { glue: here("web.js"), wasm: here("web_bg.wasm") };
  const source = `import init from ${JSON.stringify(program.glue)}; await init({ module_or_path: ${JSON.stringify(program.wasm)} });`;
  const script = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
  const thread = new Worker(script, { type: "module" });
  const calls = new Map();
  let ready;
  const started = new Promise((done) => (ready = done));
  const fail = (message) => {
    thread.terminate();
    URL.revokeObjectURL(script);
    if (worker === own) worker = undefined;
    for (const { fail } of calls.values()) fail(new Error(message));
    calls.clear();
  };
  thread.onmessage = ({ data }) => {
    // Bytes are for the page of schedscope: the first say that it can begin.
    if (data instanceof Uint8Array) return ready();
    if (data === false) return fail(`schedscope could not be loaded from ${here(".")}: check the connection.`);
    if (typeof data === "string") return fail(`schedscope has crashed: ${data}. This is a bug.`);
    const call = calls.get(data.id);
    calls.delete(data.id);
    if (data.refused) call?.fail(new ScenarioError(data.refused.message, data.refused));
    else call?.done(data);
  };
  thread.onerror = (event) => {
    event.preventDefault();
    fail(event.message ? `schedscope has failed: ${event.message}` : `schedscope could not be loaded from ${here(".")}: is it there, and does its server allow other origins (CORS)?`);
  };
  const own = {
    ask: (call) =>
      new Promise((done, fail) => {
        const id = ++asked;
        calls.set(id, { done, fail });
        const send = () => {
          if (!calls.has(id)) return;
          try {
            thread.postMessage({ id, ...call });
          } catch (error) {
            calls.delete(id);
            const [field] = Object.keys(call);
            const allowed = "numbers, texts, lists and objects of these, which can be sent to a worker";
            fail(new ScenarioError(`${field} cannot be sent to a worker (${error.message}); allowed: ${allowed}`, { field, value: "what cannot be sent", allowed }));
          }
        };
        started.then(send);
      }),
  };
  return own;
};

let asked = 0;
const ask = (call) => (worker ??= start()).ask(call);

/** The report of a scenario as the text that `schedscope run --format json` prints, byte for byte. */
export const runJSON = async (scenario) => {
  if (typeof scenario !== "string" && (typeof scenario !== "object" || scenario === null)) {
    refuse("scenario", scenario, "an object of fields, or a text in TOML");
  }
  return (await ask({ scenario })).report;
};

/** The report of a scenario, which is an object of fields or a text in TOML. */
export const run = async (scenario) => JSON.parse(await runJSON(scenario));

const isList = (value) => Array.isArray(value) || ArrayBuffer.isView(value);

// Jobs one by one as columns.
const columns = (jobs) => {
  const titles = new Set();
  for (const [place, job] of jobs.entries()) {
    if (typeof job !== "object" || job === null) refuse("jobs", `a list with ${job} at place ${place}`, "objects, one a job");
    for (const title of Object.keys(job)) titles.add(title);
  }
  return Object.fromEntries([...titles].map((title) => [title, jobs.map((job) => job[title])]));
};

/** What becomes of jobs under a policy, in the order in which they are given. */
export const simulate = async (jobs, policy, { servers } = {}) => {
  if (typeof jobs !== "object" || jobs === null || ArrayBuffer.isView(jobs)) {
    refuse("jobs", jobs, "columns arrival, size and, if known, estimate, weight and id, or a list of jobs");
  }
  if (Array.isArray(jobs) && jobs.length === 0) jobs = { arrival: [], size: [] };
  const given = Array.isArray(jobs) ? columns(jobs) : jobs;
  const { sojourn, slowdown, meanSojourn } = await ask({ jobs: { ...given }, policy, servers });
  const ids = isList(given.id) ? Array.from(given.id) : Array.from(sojourn, (_, place) => place);
  let sorted;
  const quantile = (p) => {
    if (!(p >= 0 && p <= 1)) refuse("p", p, "a number from 0 to 1");
    sorted ??= Float64Array.from(sojourn).sort();
    const position = p * (sorted.length - 1);
    const below = Math.floor(position);
    const above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  };
  return { policy, ids, sojourn, slowdown, meanSojourn, quantile };
};

const SHEET = `
  :host { display: block; width: 100%; aspect-ratio: 760 / 520; min-height: 360px; max-height: 560px; }
  :host([height]) { aspect-ratio: auto; min-height: 0; max-height: none; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; height: 100%; border: 0; color-scheme: normal; }`;

// Outside a browser there are no elements; `run` and `simulate` need none.
const Base = globalThis.HTMLElement ?? class {};

const VERSION = 1;
// Milliseconds after which a figure that has said nothing is taken to be none.
const PATIENCE = 30_000;
const THEMES = ["auto", "light", "dark"];

/** A live figure: the page of schedscope in a frame, which comes when it is near the window. */
export class Figure extends Base {
  static observedAttributes = ["link", "theme", "width", "height", "label", "loading"];
  #size;
  #root;
  #frame;
  #shown;
  #home;
  #told;
  #late;
  #silent = false;
  #waiting = [];
  #near;
  #hear = (event) => {
    if (this.#frame && event.source === this.#frame.contentWindow) this.#take(event.data);
  };

  connectedCallback() {
    if (!this.#root) {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(SHEET);
      this.#size = new CSSStyleSheet();
      this.#root = this.attachShadow({ mode: "open" });
      this.#root.adoptedStyleSheets = [sheet, this.#size];
    }
    addEventListener("message", this.#hear);
    this.#measure();
    this.#await();
  }

  disconnectedCallback() {
    removeEventListener("message", this.#hear);
    this.#drop();
  }

  attributeChangedCallback(name, before, now) {
    // Before it is connected there is nothing to change.
    if (!this.isConnected || !this.#root || before === now) return;
    if (name === "link" || name === "loading") {
      this.#drop();
      this.#await();
    } else if (name === "theme") this.#dress();
    else if (name === "label") this.#name();
    else this.#measure();
  }

  /** Lets the clock run; from the start if it is at its end. Resolves once the figure has been asked. */
  play() {
    return this.#ask({ ask: "play" });
  }

  /** Stops the clock. Likewise. */
  pause() {
    return this.#ask({ ask: "pause" });
  }

  /** Moves the clock to a simulated time. Likewise. */
  async seek(time) {
    if (typeof time !== "number" || !Number.isFinite(time)) refuse("time", time, "a number");
    return this.#ask({ ask: "seek", time });
  }

  /** Where the clock stands; null without a clock, and before there is a run. */
  get time() {
    return this.#runs ? this.#told.time : null;
  }

  /** When the last thing happens, likewise. */
  get end() {
    return this.#runs ? this.#told.end : null;
  }

  get playing() {
    return this.#told?.playing ?? false;
  }

  /** What the reader has selected, such as "J2"; null for nothing. */
  get selected() {
    return this.#told?.selected ?? null;
  }

  get #runs() {
    return (this.#told?.end ?? 0) > 0;
  }

  get #theme() {
    const theme = this.getAttribute("theme");
    return THEMES.includes(theme) ? theme : "auto";
  }

  #measure() {
    const pixels = (text) => (/^\d+(\.\d+)?$/.test(text) ? `${text}px` : text);
    const rule = (name) => (this.hasAttribute(name) ? `${name}: ${pixels(this.getAttribute(name).trim())};` : "");
    this.#size.replaceSync(`:host { ${rule("width")} ${rule("height")} }`);
  }

  // Waits until the figure is near the window.
  #await() {
    if (this.getAttribute("loading") === "eager" || this.#waiting.length) return this.#load();
    this.#near = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && this.#load(), { rootMargin: "200px" });
    this.#near.observe(this);
  }

  #load() {
    this.#near?.disconnect();
    if (this.#frame || !this.isConnected) return;
    const link = this.getAttribute("link")?.trim() ?? "";
    const shown = link.slice(link.indexOf("#") + 1).replace(/^embed\//, "") || "watch";
    // A whole address says whose figure it is; of others the part behind the # counts.
    this.#home = /^https?:/i.test(link) ? link.split(/[?#]/)[0] : here("./");
    this.#shown = this.#theme;
    const theme = this.#shown === "auto" ? "" : `?theme=${this.#shown}`;
    this.#frame = document.createElement("iframe");
    this.#frame.allow = "clipboard-write";
    this.#name();
    this.#frame.src = `${this.#home}${theme}#embed/${shown}`;
    this.#late = setTimeout(() => {
      this.#silent = true;
      this.#answer();
    }, PATIENCE);
    this.#root.append(this.#frame);
  }

  #drop() {
    this.#near?.disconnect();
    clearTimeout(this.#late);
    this.#silent = false;
    this.#frame?.remove();
    this.#frame = this.#told = undefined;
  }

  #name() {
    if (this.#frame) this.#frame.title = this.getAttribute("label") ?? this.#told?.title ?? "A figure of schedscope";
  }

  // Until the figure hears, its address says its theme.
  #dress() {
    if (!this.#told || this.#shown === this.#theme) return;
    this.#shown = this.#theme;
    this.#say({ ask: "theme", theme: this.#shown });
  }

  #say(message) {
    this.#frame?.contentWindow?.postMessage(JSON.stringify({ schedscope: VERSION, ...message }), new URL(this.#home).origin);
  }

  // Says it as soon as there is a clock that can do it; fails where there is none.
  #ask(message) {
    return new Promise((done, fail) => {
      const say = () => {
        if (this.#runs) return done(this.#say(message));
        fail(new Error(this.#told ? "this figure has no clock: it cannot be played" : `no figure answers from ${this.#home}: is schedscope there?`));
      };
      if (this.#runs || this.#told?.time === null || (this.#silent && !this.#told)) return say();
      this.#waiting.push(say);
      this.#load();
    });
  }

  // Does what was asked of a figure that was not there, or fails.
  #answer() {
    for (const say of this.#waiting.splice(0)) say();
  }

  #take(data) {
    let told;
    try {
      told = JSON.parse(data);
    } catch {}
    if (told?.schedscope !== VERSION) return;
    const before = this.#told;
    const ran = this.#runs;
    this.#told = told;
    clearTimeout(this.#late);
    if (before?.title !== told.title) this.#name();
    this.#dress();
    const tell = (name, detail) => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
    if (this.#runs || told.time === null) {
      if (!before || (!ran && this.#runs)) {
        tell("ready", { title: told.title, end: told.end });
        this.#answer();
      }
      if (told.time !== null && (before?.time !== told.time || before?.playing !== told.playing)) tell("time", { time: told.time, end: told.end, playing: told.playing });
    }
    if ((before?.selected ?? null) !== told.selected) tell("select", { id: told.selected });
  }
}

if (globalThis.customElements && !customElements.get("schedscope-figure")) customElements.define("schedscope-figure", Figure);
