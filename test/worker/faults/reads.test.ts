import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { itUnlessLong } from "../../kit/form";
import { everythingOf } from "../../kit/rows-of-organization";
import { ALL_ATTEMPTS } from "../../kit/lost-batch";
import { nameOf, ROUTES } from "../../kit/requests";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { type Edge, envUnder } from "./crossings";
import { print } from "./figures";
import { type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import {
  beforeResponse,
  responseLost,
  injectAt,
  type Counted,
  withoutFaults,
  statementFailed,
  asTransient,
  OUTAGES,
  overloaded,
  rejected,
} from "./outages";
import { fixtureFor, callRoute, type RouteFixture, type Route, errorBodyOf } from "./route-fixture";
import { sampleOf } from "./some";
import { shareOf } from "../../kit/share";

let attemptCount = 0;
let faultCount = 0;
let clock: MovingClock;

beforeAll(() => {
  clock = movingClock();
  // A queue would change rows later.
  captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => clock.reset());
afterAll(() => {
  vi.restoreAllMocks();
  // Each test has checked that nothing was written.
  print("reads", [[`${READS.length} endpoints × ${FAULTS.length} faults`, { attempts: attemptCount, faults: faultCount, written: 0 }]]);
});

/**
 * These have tests of their own: test/worker/databases/outage.test.ts, operator.test.ts, test/worker/move, test/worker/lifecycle and
 * test/node/operator.
 */
const TESTED_ELSEWHERE = new Set([
  "getHealth",
  "listDatabases",
  "getMove",
  "getDeletion",
  "getBackup",
  "readBackupChanges",
  "readBackupTable",
  "getRestore",
  // These report which database is unavailable, so they return 200.
  "getStatus",
  "getMetrics",
]);

const READS = ROUTES.filter(([, { method, operationId }]) => method === "get" && !TESTED_ELSEWHERE.has(operationId));

/** The faults of a read, and the status that its caller gets. */
const FAULTS: readonly (readonly [name: string, status: 200 | 500 | 503, plan: () => Counted])[] = [
  ["D1 can't be reached", 503, () => injectAt(["d1.read"], rejected)],
  ["D1's response is lost", 503, () => injectAt(["d1.read"], responseLost)],
  ["D1 fails in a statement", 500, () => injectAt(["d1.read"], statementFailed)],
  [
    "D1 responds after a lease's time",
    200,
    () =>
      injectAt(
        ["d1.read"],
        beforeResponse(() => clock.jump(PAST_LEASE)),
      ),
  ],
  ["the object can't be reached", 503, () => injectAt(["gate.admit"], rejected)],
  ["the object's response is lost", 503, () => injectAt(["gate.admit"], responseLost)],
  ["both are unavailable", 503, () => injectAt(["gate.admit", "d1.read"], rejected)],
];

/**
 * The status of a read whose dependency fails, and the number of its calls that fail: it repeats a call after an error of D1 that may be
 * temporary.
 */
type Need = readonly [edge: Edge, fault: () => Counted, status: 200 | 503, faultCount: number];
const NEEDS_GATE: readonly Need[] = [["gate.admit", () => injectAt(["gate.admit"], rejected), 503, 1]];
/** The cached credential suffices, so D1 is not called. */
const NEEDS_NO_DATABASE: readonly Need[] = [["d1.read", () => injectAt(["d1.read"], rejected), 200, 0]];
const NEEDS_DATABASE: readonly Need[] = [
  ["d1.read", () => injectAt(["d1.read"], overloaded(rejected)), 503, 1],
  ["d1.read", () => injectAt(["d1.read"], asTransient(rejected)), 503, ALL_ATTEMPTS],
  ["d1.read", () => injectAt(["d1.read"], asTransient(rejected), 1), 200, 1],
];

describe.each(shareOf(READS).map((route) => [nameOf(route), route] as const))("%s", (_name, route: Route) => {
  let fixture: RouteFixture;
  beforeAll(async () => {
    fixture = await fixtureFor(route);
  });

  it("returns the documented error for any fault, without its details, writes nothing, and works again afterwards", async () => {
    const ordinary = await callRoute(envUnder(withoutFaults), route, fixture);
    expect(ordinary.status, ordinary.text).toBe(200);
    const rowsBefore = await everythingOf(fixture.shop.id);
    for (const [name, status, plan] of sampleOf(nameOf(route), FAULTS, 2)) {
      const fault = plan();
      const response = await callRoute(envUnder(fault.plan), route, fixture);
      attemptCount += 1;
      faultCount += fault.faultCount();
      // A read that does not need the database or the object is not affected by their faults.
      const expected = fault.faultCount() > 0 ? status : ordinary.status;
      expect(response.status, `${name}: ${response.text}`).toBe(expected);
      if (expected === 500 || expected === 503) expect(response.body).toEqual(errorBodyOf(expected, response));
      expect(response.headers.get("Retry-After")).toBe(expected === 503 ? "1" : null);
      expect(response.headers.get("X-Request-Id")).toMatch(/^req_/);
      expect(response.headers.get("X-Api-Version")).toBe(route[0].version);
      clock.reset();
    }
    expect(await everythingOf(fixture.shop.id)).toEqual(rowsBefore);
    expect((await callRoute(envUnder(withoutFaults), route, fixture)).status).toBe(ordinary.status);
  });

  if (route[1].guard.kind === "read")
    it("depends on its gate, and on its database unless the credential suffices: each of their faults affects it", async () => {
      for (const [edge, inject, status, faults] of [...NEEDS_GATE, ...(route[1].path === "/me" ? NEEDS_NO_DATABASE : NEEDS_DATABASE)]) {
        const fault = inject();
        const response = await callRoute(envUnder(fault.plan), route, fixture);
        expect({ edge, status: response.status, faultCount: fault.faultCount() }).toEqual({ edge, status, faultCount: faults });
      }
    });
});

itUnlessLong("each message of an outage gives a 503, and none is shown", async () => {
  const route = READS.find(([surface, { path }]) => surface.name === "v2" && path === "/orders");
  if (route === undefined) throw new Error("no list of orders");
  const fixture = await fixtureFor(route);
  for (const text of OUTAGES) {
    const response = await callRoute(
      envUnder(injectAt(["d1.read"], async () => await Promise.reject(new Error(text))).plan),
      route,
      fixture,
    );
    expect({ status: response.status, body: response.body }).toEqual({ status: 503, body: errorBodyOf(503, response) });
  }
});
