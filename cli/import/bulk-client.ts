import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { type ErrorAnswer, readErrorAnswer, readResults, type Verdict } from "./bulk-answer.ts";
import { postJson, type Reply } from "./post-json.ts";
import { backoff, PATIENT, readRetryAfter, type RetryPolicy } from "./retry.ts";

/** The run can't go on: wrong credentials, an API that is not there, or one that stays down. The message says which. */
export class GaveUp extends Error {}

export type OnConflict = "error" | "skip" | "update";

export interface BulkOptions {
  /** Origin of the API, without a trailing slash. */
  url: string;
  token: string;
  onConflict: OnConflict;
  dryRun: boolean;
  retry?: RetryPolicy;
  /** Hears why a call is being waited for. */
  onWait?: (message: string) => void;
}

/** Longer than the API takes for the largest batch; past it the call is tried again under the same key. */
const TIMEOUT_MS = 120_000;
const RETRIED = new Set([408, 425, 429, 500, 502, 503, 504]);
/** What a batch of orders can be refused for; any other status is about the caller, not about the orders. */
const REFUSED = new Set([400, 409, 413, 422]);

/** Posts batches to POST /api/v2/orders/bulk; safe to use for several batches at a time. */
export class BulkClient {
  readonly #options: BulkOptions;
  readonly #retry: RetryPolicy;
  readonly #stop = new AbortController();
  /** Until when (ms since 1970) the API has asked for quiet; holds for all batches. */
  #quietUntil = 0;

  constructor(options: BulkOptions) {
    this.#options = options;
    this.#retry = options.retry ?? PATIENT;
  }

  /** Lets calls that are out end, and makes all waiting and later ones throw GaveUp. */
  stop(reason: GaveUp): void {
    this.#stop.abort(reason);
  }

  /**
   * Posts up to 200 orders (each as JSON text) and gives one verdict each, in order. Where the API refuses a batch and
   * names the orders at fault, the others are posted again without them. Throws GaveUp.
   */
  async post(orders: string[]): Promise<Verdict[]> {
    const verdicts: Verdict[] = orders.map(() => ({ outcome: "failed", reason: "", message: "" }));
    let open = orders.map((_, index) => index);
    while (open.length > 0) {
      const answer = await this.#send(open.map((index) => orders[index] ?? ""));
      if (Array.isArray(answer)) {
        for (const [at, index] of open.entries()) verdicts[index] = answer[at] ?? { outcome: "failed", reason: "", message: "" };
        break;
      }
      const blamed = open.filter((_, at) => answer.byOrder.size === 0 || answer.byOrder.has(at));
      for (const index of blamed) {
        const fault = answer.byOrder.get(open.indexOf(index));
        const message = fault === undefined ? answer.message : `${answer.message} ${fault}`;
        verdicts[index] = { outcome: "failed", reason: answer.code, message };
      }
      // A fault at an index that was never sent must not keep the loop alive.
      open = blamed.length === 0 ? [] : open.filter((index) => !blamed.includes(index));
    }
    return verdicts;
  }

  /** One batch under one Idempotency-Key, tried until it is answered for good. */
  async #send(orders: string[]): Promise<Verdict[] | ErrorAnswer> {
    const { onConflict, dryRun } = this.#options;
    const body = Buffer.from(`{"orders":[${orders.join(",")}],"on_conflict":"${onConflict}","on_error":"skip","dry_run":${dryRun}}`);
    const key = randomUUID();
    for (let tried = 1; ; tried += 1) {
      await this.#quiet();
      const { answer, trouble, retryAfter } = await this.#try(key, body, orders.length);
      if (answer !== null) return answer;
      if (tried >= this.#retry.tries) throw new GaveUp(`${trouble} Gave up after ${tried} tries.`);
      if (retryAfter !== null && retryAfter > this.#retry.longestWait) {
        throw new GaveUp(`${trouble} The API asks to come back in ${Math.ceil(retryAfter / 1000)} s; run the import again then.`);
      }
      const delay = Math.max(retryAfter ?? 0, backoff(this.#retry, tried));
      if (retryAfter !== null) this.#quietUntil = Math.max(this.#quietUntil, Date.now() + retryAfter);
      this.#options.onWait?.(`${trouble} Trying again in ${(delay / 1000).toFixed(1)} s.`);
      await this.#sleep(delay);
    }
  }

  async #try(key: string, body: Buffer, count: number): Promise<Attempt> {
    const target = `${this.#options.url}/api/v2/orders/bulk`;
    const headers = { authorization: `Bearer ${this.#options.token}`, "idempotency-key": key };
    let reply: Reply;
    try {
      reply = await postJson(target, headers, body, TIMEOUT_MS);
    } catch (error) {
      return { answer: null, trouble: `${target} did not answer (${networkReason(error)}).`, retryAfter: null };
    }
    const parsed = parseJson(reply.text);
    if (reply.status === 200) {
      const verdicts = readResults(parsed, count);
      if (verdicts === null) throw new GaveUp(`${target} answered 200, but not as this API does. Is --url right?`);
      return { answer: verdicts, trouble: "", retryAfter: null };
    }
    const error = readErrorAnswer(parsed);
    const said = `The API answered ${reply.status}${error === null ? "." : ` ${error.code}: ${error.message}`}`;
    if (RETRIED.has(reply.status) || error?.code === "idempotency_in_progress") {
      return { answer: null, trouble: said, retryAfter: readRetryAfter(reply.headers["retry-after"] ?? null, Date.now()) };
    }
    if (REFUSED.has(reply.status) && error !== null) return { answer: error, trouble: "", retryAfter: null };
    const { location } = reply.headers;
    throw new GaveUp(location === undefined ? said : `${said} It redirects to ${location}; give that as --url.`);
  }

  async #quiet(): Promise<void> {
    for (let left = this.#quietUntil - Date.now(); left > 0; left = this.#quietUntil - Date.now()) await this.#sleep(left);
    this.#stop.signal.throwIfAborted();
  }

  async #sleep(ms: number): Promise<void> {
    try {
      await wait(ms, undefined, { signal: this.#stop.signal });
    } catch {
      this.#stop.signal.throwIfAborted();
    }
  }
}

interface Attempt {
  answer: Verdict[] | ErrorAnswer | null;
  trouble: string;
  /** Ms, null where the answer has no Retry-After. */
  retryAfter: number | null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function networkReason(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  // The only thing that aborts a call is its time running out.
  if (error.name === "AbortError") return "timed out";
  return "code" in error && typeof error.code === "string" ? error.code : error.message;
}
