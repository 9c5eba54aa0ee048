import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { idempotencyKey } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { nameOf, ROUTES } from "../../kit/requests";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { mockReceiver } from "../webhooks/consumer";
import { envUnder } from "./crossings";
import { print } from "./figures";
import { type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import { withoutFaults } from "./outages";
import { fixtureFor, callRoute, type RouteFixture, type Route, totalsOf, errorBodyOf } from "./route-fixture";
import { sampleOf } from "./some";
import { type WriteFault, writeFaults } from "./write-faults";
import { shareOf } from "../../kit/share";

let clock: MovingClock;
/**
 * By fault: the number of writes that it was tried on and that it affected, and the number of totals that were too small or too large after
 * their retries.
 */
const tried = new Map<string, { tried: number; faultCount: number; missing: number; additional: number }>();

beforeAll(() => {
  clock = movingClock();
  captureEnqueued();
  mockReceiver();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => clock.reset());
afterAll(() => {
  vi.restoreAllMocks();
  print(`${WRITES.length} writes`, tried);
});

const WRITES = ROUTES.filter(([, { guard }]) => guard.kind === "write");

describe.each(shareOf(WRITES).map((route) => [nameOf(route), route] as const))("%s", (name, route: Route) => {
  const [surface, { guard, operationId }] = route;
  const keyed = guard.kind === "write" && guard.idempotencyKey !== "ignored";
  let fixture: RouteFixture;

  const evict = async () => {
    const { key, token } = fixture.shop;
    await evictDurableObject(env.GATE.getByName(`credential:${surface.name === "v1" ? key.id : token.id}`));
  };

  /** The totals of the organization, without the attempts of `testWebhook`: the delivery of a test is never repeated (docs/spec/webhooks.md#test). */
  const totals = async () => {
    const { attempts, ...rest } = await totalsOf(fixture.shop);
    return operationId === "testWebhook" ? rest : { attempts, ...rest };
  };

  it("returns the documented error for any fault, and its retry executes the request once and completely", async () => {
    fixture = await fixtureFor(route);
    const before = await everythingOf(fixture.shop.id);
    const ordinary = await callRoute(envUnder(withoutFaults), route, fixture, idempotencyKey());
    expect(ordinary.status, ordinary.text).toBeLessThan(300);
    // A sample without changes would be affected by no fault of a batch.
    expect(await everythingOf(fixture.shop.id)).not.toEqual(before);
    const once = await totals();
    // The body of an upload arrives after the admission, and the key is claimed then.
    const isLate = ({ name: fault }: WriteFault) =>
      route[1].input?.upload !== undefined && fault === "the admission arrives after the lease";
    const faults = writeFaults(clock, evict).filter((fault) => (keyed || fault.keyed !== true) && !isLate(fault));
    for (const fault of sampleOf(name, faults, 2)) await checkFault(fault, ordinary.status, once);
  });

  const checkFault = async (fault: WriteFault, status: number, once: Record<string, unknown>) => {
    fixture = await fixtureFor(route);
    // The credentials are now cached in the isolate.
    await fixture.shop.v1("/me");
    await fixture.shop.v2("/me");
    const about = `${fault.name}: `;
    const key = idempotencyKey();
    const before = await everythingOf(fixture.shop.id);
    const counted = fault.plan();
    const first = await callRoute(envUnder(counted.plan), route, fixture, key);
    const wasInjected = counted.faultCount() > 0;
    const expectedStatus = !wasInjected || fault.status === "success" ? status : fault.status;
    expect(first.status, about + first.text).toBe(expectedStatus);
    if (expectedStatus === 500 || expectedStatus === 503) expect(first.body).toEqual(errorBodyOf(expectedStatus, first));
    expect(first.headers.get("Retry-After"), about).toBe(expectedStatus === 503 ? "1" : null);
    expect(first.headers.get("X-Request-Id"), about).toMatch(/^req_/);
    const written = !wasInjected || fault.written;
    if (written) expect(await totals(), about).toEqual(once);
    else expect(await everythingOf(fixture.shop.id), about).toEqual(before);

    if (wasInjected && fault.holdsKey === true) clock.jump(PAST_LEASE);
    const retry = await callRoute(envUnder(counted.retry ?? withoutFaults), route, fixture, key);
    await counted.arrive?.();
    // The endpoint that ignores keys is a DELETE: its retry does not find what was deleted.
    expect(retry.status, about + retry.text).toBe(!keyed && written ? 404 : status);
    const after = await totals();
    countResults(fault, wasInjected, once, after);
    expect(after, about).toEqual(once);
    if (keyed) {
      const again = await callRoute(envUnder(withoutFaults), route, fixture, key);
      expect({ status: again.status, text: again.text, idempotentReplayed: again.headers.get("Idempotent-Replayed") }, about).toEqual({
        status,
        text: retry.text,
        idempotentReplayed: "true",
      });
      expect(await totals(), about).toEqual(once);
    }
    clock.reset();
  };
});

function countResults({ name }: WriteFault, wasInjected: boolean, once: Record<string, unknown>, after: Record<string, unknown>): void {
  const row = tried.get(name) ?? { tried: 0, faultCount: 0, missing: 0, additional: 0 };
  const differences = Object.keys({ ...once, ...after }).map((column) => Number(after[column] ?? 0) - Number(once[column] ?? 0));
  tried.set(name, {
    tried: row.tried + 1,
    faultCount: row.faultCount + (wasInjected ? 1 : 0),
    missing: row.missing + differences.filter((difference) => difference < 0).length,
    additional: row.additional + differences.filter((difference) => difference > 0).length,
  });
}
