import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { assertKeepsContract } from "../../kit/contract";
import { writtenRowCount } from "./written";

/** One hostile request. */
export interface Attack {
  method: string;
  /** Path and query as they are sent. */
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** The kinds of attack that it combines. */
  kinds: readonly string[];
}

export interface AttackResponse {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a body's shape is what the test asserts
  body: any;
  ms: number;
}

/** The counts of all attacks for the report. */
export const totals = { inputs: 0, kinds: new Map<string, number>(), statuses: new Map<string, number>(), slowest: { ms: 0, what: "" } };

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** Sends one request through the Worker's entry point, and checks the response against the contract of its decoded path, or of any error. */
export async function sendAttack({ method, target, headers, body }: Attack): Promise<AttackResponse> {
  const url = `https://api.example.com${target}`;
  const startedAt = Date.now();
  const response = await exports.default.fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const ms = Date.now() - startedAt;
  const json = response.headers.get("Content-Type")?.startsWith("application/json") === true && text !== "";
  const parsed: unknown = json ? JSON.parse(text) : undefined;
  assertKeepsContract(method, decoded(new URL(url).pathname), response, parsed);
  return { status: response.status, headers: response.headers, body: parsed, ms };
}

/** A path as the router decodes it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Sends a request and checks the rules for any response: no 5xx, each error of a 400 has its path, a read and a rejected request write
 * nothing, and neither a header nor a property of all objects was injected. A hang ends with the test's timeout. `before` and `after` are
 * the counts of written rows.
 */
export async function assertWithstands(attack: Attack, before: number): Promise<AttackResponse & { after: number }> {
  const response = await sendAttack(attack);
  const { status, ms } = response;
  const after = await writtenRowCount();
  totals.inputs += 1;
  for (const kind of attack.kinds) count(totals.kinds, kind);
  count(totals.statuses, `${Math.floor(status / 100)}xx`);
  if (ms > totals.slowest.ms) totals.slowest = { ms, what: `${attack.method} ${attack.target.slice(0, 60)} (${attack.kinds.join(", ")})` };

  expect(status, "no 5xx").toBeLessThan(500);
  if (status >= 400 || attack.method === "GET") expect(after - before, "rows written on a rejection, or by a read").toBe(0);
  if (status === 400) assertErrorsHavePaths(response);
  expect(response.headers.get("X-Injected")).toBeNull();
  expect(Object.prototype).not.toHaveProperty("polluted");
  return { ...response, after };
}

function assertErrorsHavePaths({ body }: AttackResponse): void {
  const details: { path?: unknown; code?: unknown }[] = body.error.details ?? [];
  expect(details.length, "errors of a 400").toBeGreaterThan(0);
  for (const { path, code } of details) {
    // The last error of many counts those that are not listed.
    if (code !== "too_many_faults") expect([typeof path, typeof code]).toEqual(["string", "string"]);
  }
}

/** Prints the counts of attacks and statuses. */
export function report(routes: number): void {
  const { inputs, kinds, statuses, slowest } = totals;
  const counts = (of: ReadonlyMap<string, number>) =>
    [...of].toSorted(([, one], [, other]) => other - one).map(([name, n]) => `${name} ${n}`);
  console.log(
    `hostile: ${routes} routes, ${inputs} inputs; ${counts(statuses).join(", ")}; slowest response ${slowest.ms} ms: ${slowest.what}`,
  );
  console.log(`hostile, by kind: ${counts(kinds).join(", ")}`);
}
