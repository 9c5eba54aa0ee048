import type { SurfaceRequest } from "../../kit/surface-request.ts";
import type { RunningWorker } from "../server/worker.ts";
import type { Account } from "./scene.ts";
import { send } from "./send.ts";

/** The requests of another organization during an attack. */
export interface Neighbor {
  /** Unsuccessful responses. */
  failures: string[];
  /** How long each request took, in ms. */
  times: number[];
  /** Whether workerd has ended. */
  crashed: boolean;
  /** How long the attack took, in ms. */
  duration: number;
}

/** The requests of one surface, and of the other organization. */
export interface Outcome extends Neighbor {
  /** Statuses of the responses, 0 for one that did not arrive, with their numbers. */
  statuses: ReadonlyMap<number, number>;
  /** The largest response in bytes. */
  bytes: number;
}

function isRunning({ pid }: RunningWorker): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The requests of the other organization: a list of each API, its credential, and a page of the console, if it is served. */
function neighborRequests({ id }: Account, { isDirect }: RunningWorker): SurfaceRequest[] {
  const get = (caller: SurfaceRequest["caller"], path: string) => ({ name: path, caller, path, method: "GET", ends: false });
  return [
    get("v2", "/api/v2/orders?limit=50"),
    get("v1", "/orders?page_size=50"),
    get("v2", "/api/v2/me"),
    ...(isDirect ? [] : [get("console", `/console/${id}/orders`)]),
  ];
}

/** Runs something on the Worker while the other organization makes requests. */
export async function besideNeighbor<T>(
  worker: RunningWorker,
  neighbor: Account,
  work: () => Promise<T>,
): Promise<Neighbor & { result: T }> {
  const [failures, times]: [string[], number[]] = [[], []];
  const state = { isOver: false };
  const sendOne = async (request: SurfaceRequest) => {
    const start = performance.now();
    const { status } = await send(worker.url, request, neighbor);
    times.push(performance.now() - start);
    if (status !== 200) failures.push(`${request.name}: ${status}`);
  };
  const sendUntilOver = async () => {
    const requests = neighborRequests(neighbor, worker);
    // Each at least once, also if it is short.
    do for (const request of requests) await sendOne(request);
    while (!state.isOver);
  };
  const start = performance.now();
  const working = work().finally(() => (state.isOver = true));
  const [result] = await Promise.all([working.then((value) => [value, performance.now() - start] as const), sendUntilOver()]);
  const [value, duration] = result;
  return { result: value, failures, times, duration, crashed: !isRunning(worker) };
}

/** Sends a surface's request this many times at once while the other organization makes requests. */
export async function attack(
  worker: RunningWorker,
  request: SurfaceRequest,
  { atOnce, attacker, neighbor }: { atOnce: number; attacker: Account; neighbor: Account },
): Promise<Outcome> {
  const { result: responses, ...beside } = await besideNeighbor(worker, neighbor, async () => {
    return await Promise.all(Array.from({ length: atOnce }, async () => await send(worker.url, request, attacker)));
  });
  const statuses = new Map<number, number>();
  for (const { status } of responses) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return { ...beside, statuses, bytes: Math.max(...responses.map((each) => each.bytes)) };
}
