import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { idempotencyKey } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { nameOf, ROUTES } from "../../kit/requests";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { receiver } from "../webhooks/consumer";
import { envUnder } from "./crossings";
import { print } from "./figures";
import { type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import { fair } from "./outages";
import { fixtureFor, ask, type RouteFixture, type Route, totalsOf, wordsOf } from "./route-fixture";
import { some } from "./some";
import { type WriteFault, writeFaults } from "./write-faults";
import { shareOf } from "../../kit/share";

let clock: MovingClock;
/**
 * By fault: the number of writes that it was tried on and that it affected, and the number of missing or additional rows after their
 * retries.
 */
const tried = new Map<string, { tried: number; struck: number; lost: number; doubled: number }>();

beforeAll(() => {
  clock = movingClock();
  captureEnqueued();
  receiver();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => clock.right());
afterAll(() => {
  vi.restoreAllMocks();
  print(`${WRITES.length} writes`, tried);
});

const WRITES = ROUTES.filter(([, { guard }]) => guard.kind === "write");

describe.each(shareOf(WRITES).map((route) => [nameOf(route), route] as const))("%s", (name, route: Route) => {
  const [surface, { guard, operationId }] = route;
  const keyed = guard.kind === "write" && guard.idempotencyKey !== "ignored";
  let floor: RouteFixture;

  const evict = async () => {
    const { key, token } = floor.shop;
    await evictDurableObject(env.GATE.getByName(`credential:${surface.name === "v1" ? key.id : token.id}`));
  };

  /** The rows of the organization, except the delivery of a test, which is never repeated (docs/spec/webhooks.md#test). */
  const totals = async () => {
    const { attempts, ...rest } = await totalsOf(floor.shop);
    return operationId === "testWebhook" ? rest : { attempts, ...rest };
  };

  it("returns the documented error for any fault, and its retry executes the request once and completely", async () => {
    floor = await fixtureFor(route);
    const before = await everythingOf(floor.shop.id);
    const ordinary = await ask(envUnder(fair), route, floor, idempotencyKey());
    expect(ordinary.status, ordinary.text).toBeLessThan(300);
    // A sample without changes would be affected by no fault of a batch.
    expect(await everythingOf(floor.shop.id)).not.toEqual(before);
    const once = await totals();
    // The body of an upload arrives after the admission, and the key is claimed then.
    const isLate = ({ name: fault }: WriteFault) => route[1].input?.upload !== undefined && fault === "the admission comes past the lease";
    const faults = writeFaults(clock, evict).filter((fault) => (keyed || fault.keyed !== true) && !isLate(fault));
    for (const fault of some(name, faults, 2)) await meet(fault, ordinary.status, once);
  });

  const meet = async (fault: WriteFault, status: number, once: Record<string, unknown>) => {
    floor = await fixtureFor(route);
    // The credentials are now cached in the isolate.
    await floor.shop.v1("/me");
    await floor.shop.v2("/me");
    const about = `${fault.name}: `;
    const key = idempotencyKey();
    const before = await everythingOf(floor.shop.id);
    const counted = fault.plan();
    const first = await ask(envUnder(counted.plan), route, floor, key);
    const struck = counted.struck() > 0;
    const told = !struck || fault.told === "done" ? status : fault.told;
    expect(first.status, about + first.text).toBe(told);
    if (told === 500 || told === 503) expect(first.body).toEqual(wordsOf(told, first));
    expect(first.headers.get("Retry-After"), about).toBe(told === 503 ? "1" : null);
    expect(first.headers.get("X-Request-Id"), about).toMatch(/^req_/);
    const written = !struck || fault.written;
    if (written) expect(await totals(), about).toEqual(once);
    else expect(await everythingOf(floor.shop.id), about).toEqual(before);

    if (struck && fault.holdsKey === true) clock.jump(PAST_LEASE);
    const retry = await ask(envUnder(counted.retry ?? fair), route, floor, key);
    await counted.land?.();
    // Without a key, a retry does not find what was deleted.
    expect(retry.status, about + retry.text).toBe(!keyed && written ? 404 : status);
    const after = await totals();
    note(fault, struck, once, after);
    expect(after, about).toEqual(once);
    if (keyed) {
      const again = await ask(envUnder(fair), route, floor, key);
      expect({ status: again.status, text: again.text, idempotentReplayed: again.headers.get("Idempotent-Replayed") }, about).toEqual({
        status,
        text: retry.text,
        idempotentReplayed: "true",
      });
      expect(await totals(), about).toEqual(once);
    }
    clock.right();
  };
});

function note({ name }: WriteFault, struck: boolean, once: Record<string, unknown>, after: Record<string, unknown>): void {
  const row = tried.get(name) ?? { tried: 0, struck: 0, lost: 0, doubled: 0 };
  const [lost, doubled] = [once, after].map((less, which) => {
    const more = which === 0 ? after : once;
    return Object.keys({ ...once, ...after }).filter((column) => Number(more[column] ?? 0) < Number(less[column] ?? 0)).length;
  });
  tried.set(name, {
    tried: row.tried + 1,
    struck: row.struck + (struck ? 1 : 0),
    lost: row.lost + (lost ?? 0),
    doubled: row.doubled + (doubled ?? 0),
  });
}
