/** The rules of Cloudflare's platform that the stand-in adds to the local one. A test may change them for itself. */
export interface Conditions {
  /** The limit of D1 calls in one invocation: a request, a batch of a queue or a run of the cron trigger. */
  maxCalls: number;
  /** The limit of requests to other hosts in one invocation. */
  maxRequests: number;
  /** What counts as a call. Cloudflare documents "queries per invocation", which can mean either. */
  countedPer: "batch" | "statement";
  /** The assumed time of D1 for each row that it reads or writes, in ms. With the indexes of this schema, it takes less. */
  rowReadMs: number;
  rowWrittenMs: number;
  /** The latency of each database in ms. */
  roundTripMs: number;
  /** The share of repeatable D1 calls that fail with a transient error, before or after they take effect, each at most twice in a row. */
  errorRate: number;
}

/** The limits of the Paid plan. */
const DEFAULTS: Conditions = {
  maxCalls: 1_000,
  maxRequests: 10_000,
  countedPer: "batch",
  rowReadMs: 0.01,
  rowWrittenMs: 0.1,
  roundTripMs: 0,
  errorRate: 0,
};

let usual: Conditions = DEFAULTS;

/** The conditions of the running test. */
export const conditions: Conditions = { ...DEFAULTS };

/** Sets the conditions under which all tests of this run start. */
export function startUnder(changes: Partial<Conditions>): void {
  usual = { ...DEFAULTS, ...changes };
  resetConditions();
}

/** Changes the conditions until the end of the running test. */
export function under(changes: Partial<Conditions>): void {
  Object.assign(conditions, changes);
}

/** Returns to the usual conditions. */
export function resetConditions(): void {
  Object.assign(conditions, usual);
}
