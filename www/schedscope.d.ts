import type { Report } from "./schedscope-report.js";
import type { Scenario } from "./schedscope-scenario.js";

export type { Report, Scenario };

/** What was asked cannot be simulated. */
export class ScenarioError extends Error {
  /** Dotted name of what is wrong; null if only the message says it. So are the next two. */
  readonly field: string | null;
  /** What was found there. */
  readonly value: string | null;
  /** What is allowed there. */
  readonly allowed: string | null;
}

/** Simulates a scenario of any world, an object of fields or a text in TOML, and gives what the command line prints as JSON. */
export function run(scenario: Scenario | string): Promise<Report>;

/** The same as a text: the bytes that `schedscope run --format json` prints, but for the last digits of what theory says. */
export function runJSON(scenario: Scenario | string): Promise<string>;

/** Numbers, one a job. */
export type Numbers = readonly number[] | Float64Array | Float32Array | Int32Array | Uint32Array | Int16Array | Uint16Array | Int8Array | Uint8Array;

/** Jobs column by column, an entry a job. */
export interface Columns {
  /** When each arrives. */
  arrival: Numbers;
  /** The work that each needs: the time it takes alone on a server of speed 1. */
  size: Numbers;
  /** What the sizes are believed to be; without it they are known. */
  estimate?: Numbers;
  /** Their weights; without it all are 1. */
  weight?: Numbers;
  /** What they are called: whole numbers or texts; without it by their places from 0. */
  id?: Numbers | readonly string[];
}

/** A job by itself. */
export interface Job {
  arrival: number;
  size: number;
  estimate?: number;
  weight?: number;
  id?: number | string;
}

/** What became of jobs, in the order in which they were given. Times are in the unit of arrivals and sizes. */
export interface Outcome {
  /** The policy. */
  policy: string;
  /** What the jobs are called. */
  ids: (number | string)[];
  /** Completion − arrival of each. */
  sojourn: Float64Array;
  /** Sojourn time ÷ size of each. */
  slowdown: Float64Array;
  /** Mean sojourn time. */
  meanSojourn: number;
  /** The quantile of sojourn times at p, from 0 to 1. */
  quantile(p: number): number;
}

/** Simulates jobs under a policy of the server: one of its list, or a formula. `servers`, 1 if it is not given, share a total speed of 1. */
export function simulate(jobs: Columns | readonly Job[], policy: string, options?: { servers?: number }): Promise<Outcome>;

/** What a figure tells. */
export interface FigureEvents {
  /** The figure shows something; `end` is when the last thing happens, null without a clock. */
  ready: CustomEvent<{ title: string; end: number | null }>;
  /** The clock was moved, or has started or stopped. */
  time: CustomEvent<{ time: number; end: number; playing: boolean }>;
  /** The reader has selected something, such as job "J2", or nothing any more. */
  select: CustomEvent<{ id: string | null }>;
}

/** The element `<schedscope-figure link="#watch?…">`. */
export class Figure extends HTMLElement {
  /** Where the clock stands, in simulated time; null without a clock, and before there is a run. */
  readonly time: number | null;
  /** When the last thing happens, likewise. */
  readonly end: number | null;
  /** Whether the clock runs. */
  readonly playing: boolean;
  /** What the reader has selected. */
  readonly selected: string | null;
  /** Lets the clock run; from the start if it is at its end. Resolves once the figure has been asked; rejects without a clock, as the next two. */
  play(): Promise<void>;
  /** Stops the clock. */
  pause(): Promise<void>;
  /** Moves the clock to a time, at most the end. */
  seek(time: number): Promise<void>;
  addEventListener<K extends keyof FigureEvents>(type: K, listener: (event: FigureEvents[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "schedscope-figure": Figure;
  }
}
