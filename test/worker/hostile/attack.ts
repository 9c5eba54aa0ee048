import { exports } from "cloudflare:workers";
import { expect } from "vitest";
import { mustKeepContract } from "../../kit/contract";
import { written } from "./written";

/** One hostile request. */
export interface Attack {
  method: string;
  /** Path and query, as they go over the wire. */
  target: string;
  headers: Record<string, string>;
  body?: Uint8Array;
  /** What it tries. */
  kinds: readonly string[];
}

export interface Struck {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a body's shape is what the test asserts
  body: any;
  ms: number;
}

/** What came of all attacks, for the report. */
export const totals = { inputs: 0, kinds: new Map<string, number>(), statuses: new Map<string, number>(), slowest: { ms: 0, what: "" } };

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** One request through the Worker's own entry, its response held to its contract where the path is a plain one. */
export async function strike({ method, target, headers, body }: Attack): Promise<Struck> {
  const url = `https://api.example.com${target}`;
  const began = Date.now();
  const response = await exports.default.fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  const ms = Date.now() - began;
  const json = response.headers.get("Content-Type")?.startsWith("application/json") === true && text !== "";
  const parsed: unknown = json ? JSON.parse(text) : undefined;
  mustKeepContract(method, decoded(new URL(url).pathname), response, parsed);
  return { status: response.status, headers: response.headers, body: parsed, ms };
}

/** A path as the router reads it. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** Strikes, and holds what must hold of any response: no 5xx, a fault that says where, nothing written on a refusal. A hang is the test's timeout. */
export async function mustWithstand(attack: Attack, before: number): Promise<Struck & { after: number }> {
  const struck = await strike(attack);
  const { status, ms } = struck;
  const after = await written();
  totals.inputs += 1;
  for (const kind of attack.kinds) count(totals.kinds, kind);
  count(totals.statuses, `${Math.floor(status / 100)}xx`);
  if (ms > totals.slowest.ms) totals.slowest = { ms, what: `${attack.method} ${attack.target.slice(0, 60)} (${attack.kinds.join(", ")})` };

  expect(status, "no 5xx").toBeLessThan(500);
  if (status >= 400 || attack.method === "GET") expect(after - before, "rows written on a refusal, or by a read").toBe(0);
  if (status === 400) mustSayWhere(struck);
  expect(struck.headers.get("X-Injected")).toBeNull();
  expect(Object.prototype).not.toHaveProperty("polluted");
  return { ...struck, after };
}

function mustSayWhere({ body }: Struck): void {
  const details: { path?: unknown; code?: unknown }[] = body.error.details ?? [];
  expect(details.length, "faults of a 400").toBeGreaterThan(0);
  for (const { path, code } of details) {
    // The last one of many counts those that are not listed.
    if (code !== "too_many_faults") expect([typeof path, typeof code]).toEqual(["string", "string"]);
  }
}

/** Prints what was tried and what came of it, where nothing has failed. */
export function report(routes: number): void {
  const { inputs, kinds, statuses, slowest } = totals;
  const counts = (of: ReadonlyMap<string, number>) =>
    [...of].toSorted(([, one], [, other]) => other - one).map(([name, n]) => `${name} ${n}`);
  console.log(
    `hostile: ${routes} routes, ${inputs} inputs; ${counts(statuses).join(", ")}; slowest answer ${slowest.ms} ms: ${slowest.what}`,
  );
  console.log(`hostile, by kind: ${counts(kinds).join(", ")}`);
}
