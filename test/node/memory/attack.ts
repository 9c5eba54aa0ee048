import { OPERATOR_TOKEN, type RunningWorker } from "../server/worker.ts";
import type { SurfaceRequest } from "../../kit/surface-request.ts";
import type { Account } from "./scene.ts";

/** What became of the requests of one surface, and of those of another organization meanwhile. */
export interface Outcome {
  name: string;
  /** Statuses of the surface's responses, 0 for one that did not arrive, with their numbers. */
  statuses: ReadonlyMap<number, number>;
  /** The largest response in bytes. */
  bytes: number;
  /** How long all of them took, in ms. */
  duration: number;
  /** Responses of the other organization that were no success. */
  failures: string[];
  /** How long each of the other's requests took, in ms. */
  times: number[];
  /** Whether workerd has ended. */
  crashed: boolean;
}

const TIMEOUT_MS = 120_000;

function headersOf(
  { caller, json, form }: SurfaceRequest,
  url: string,
  { key, token, cookie, formToken }: Account,
): Record<string, string> {
  const type: Record<string, string> = json === undefined ? {} : { "Content-Type": "application/json" };
  switch (caller) {
    case "v1":
      return { ...type, "x-api-key": key, "Idempotency-Key": crypto.randomUUID() };
    case "v2":
      return { ...type, Accept: "application/json, text/event-stream", Authorization: `Bearer ${token}` };
    case "operator":
      return { ...type, Authorization: `Bearer ${OPERATOR_TOKEN}` };
    case "console":
      return { ...type, Cookie: cookie, ...(form !== undefined && { Origin: url }), "X-Form-Token": formToken };
    case "anybody":
      return type;
  }
}

function bodyOf({ json, form }: SurfaceRequest, { formToken }: Account): string | URLSearchParams | undefined {
  if (form === undefined) return json === undefined ? undefined : JSON.stringify(json);
  const fields = Object.entries({ form_token: formToken, ...form });
  return new URLSearchParams(fields.flatMap(([name, value]) => [value].flat().map((text): [string, string] => [name, text])));
}

/** Sends a request and reads its response, without keeping it. A response that breaks off counts as none. */
async function send(url: string, request: SurfaceRequest, account: Account): Promise<{ status: number; bytes: number }> {
  try {
    const body = bodyOf(request, account);
    const response = await fetch(url + request.path, {
      method: request.method,
      redirect: "manual",
      headers: headersOf(request, url, account),
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += (chunk as Uint8Array).byteLength;
    return { status: response.status, bytes };
  } catch {
    return { status: 0, bytes: 0 };
  }
}

function isRunning({ pid }: RunningWorker): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What the other organization asks for all the while: a list and an order of each API, and pages of the console. */
const NEIGHBOR_PATHS: readonly Pick<SurfaceRequest, "caller" | "path">[] = [
  { caller: "v2", path: "/api/v2/orders?limit=50" },
  { caller: "v1", path: "/orders?page_size=50" },
  { caller: "v2", path: "/api/v2/me" },
];

async function askAsNeighbor(url: string, account: Account, isOver: () => boolean): Promise<Pick<Outcome, "failures" | "times">> {
  const [failures, times]: [string[], number[]] = [[], []];
  const paths = [...NEIGHBOR_PATHS, { caller: "console" as const, path: `/console/${account.id}/orders` }];
  // At least one request, however short the attack is.
  for (let n = 0; n === 0 || !isOver(); n += 1) {
    const asked = paths[n % paths.length];
    if (asked === undefined) break;
    const { caller, path } = asked;
    const start = performance.now();
    const { status } = await send(url, { name: path, caller, path, method: "GET", ends: false }, account);
    times.push(performance.now() - start);
    if (status !== 200) failures.push(`${path}: ${status}`);
  }
  return { failures, times };
}

/** Sends a surface's request so many times at once, while the other organization asks for its own. */
export async function attack(
  worker: RunningWorker,
  request: SurfaceRequest,
  { atOnce, attacker, neighbor }: { atOnce: number; attacker: Account; neighbor: Account },
): Promise<Outcome> {
  let isOver = false;
  const asked = askAsNeighbor(worker.url, neighbor, () => isOver);
  const start = performance.now();
  const responses = await Promise.all(Array.from({ length: atOnce }, async () => await send(worker.url, request, attacker)));
  const duration = performance.now() - start;
  isOver = true;
  const statuses = new Map<number, number>();
  for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const bytes = Math.max(...responses.map((each) => each.bytes));
  return { name: request.name, statuses, bytes, duration, ...(await asked), crashed: !isRunning(worker) };
}
