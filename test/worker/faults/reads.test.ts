import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { itUnlessLong } from "../../kit/form";
import { everythingOf } from "../../kit/rows-of-organization";
import { ALL_ATTEMPTS } from "../../kit/lost-batch";
import { nameOf, ROUTES } from "../../kit/requests";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { type Edge, envUnder } from "./crossings";
import { print } from "./figures";
import { type MovingClock, movingClock, PAST_LEASE } from "./moving-clock";
import { answeredAfter, responseLost, at, type Counted, fair, failing, forNow, OUTAGES, overloaded, rejected } from "./outages";
import { fixtureFor, ask, type RouteFixture, type Route, wordsOf } from "./route-fixture";
import { some } from "./some";
import { shareOf } from "../../kit/share";

let tried = 0;
let struckInAll = 0;
let clock: MovingClock;

beforeAll(() => {
  clock = movingClock();
  // A queue would change rows later.
  captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => clock.right());
afterAll(() => {
  vi.restoreAllMocks();
  print("reads", [[`${READS.length} endpoints × ${FAULTS.length} faults`, { tried, struck: struckInAll, written: 0 }]]);
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
  ["D1 can't be asked", 503, () => at(["d1.read"], rejected)],
  ["D1's answer is lost", 503, () => at(["d1.read"], responseLost)],
  ["D1 fails in a statement", 500, () => at(["d1.read"], failing)],
  [
    "D1 answers after a lease's time",
    200,
    () =>
      at(
        ["d1.read"],
        answeredAfter(() => clock.jump(PAST_LEASE)),
      ),
  ],
  ["the object can't be asked", 503, () => at(["gate.admit"], rejected)],
  ["the object's answer is lost", 503, () => at(["gate.admit"], responseLost)],
  ["both are away", 503, () => at(["gate.admit", "d1.read"], rejected)],
];

/**
 * The status of a read whose dependency fails, and the number of its attempts: it repeats a call after an error of D1 that may be
 * temporary.
 */
type Need = readonly [edge: Edge, fault: () => Counted, status: 200 | 503, struck: number];
const NEEDS_GATE: readonly Need[] = [["gate.admit", () => at(["gate.admit"], rejected), 503, 1]];
const NEEDS_DATABASE: readonly Need[] = [
  ["d1.read", () => at(["d1.read"], overloaded(rejected)), 503, 1],
  ["d1.read", () => at(["d1.read"], forNow(rejected)), 503, ALL_ATTEMPTS],
  ["d1.read", () => at(["d1.read"], forNow(rejected), 1), 200, 1],
];

describe.each(shareOf(READS).map((route) => [nameOf(route), route] as const))("%s", (_name, route: Route) => {
  let floor: RouteFixture;
  beforeAll(async () => {
    floor = await fixtureFor(route);
  });

  it("returns the documented error for any fault, without its details, writes nothing, and works again afterwards", async () => {
    const ordinary = await ask(envUnder(fair), route, floor);
    expect(ordinary.status, ordinary.text).toBe(200);
    const books = await everythingOf(floor.shop.id);
    for (const [name, status, plan] of some(nameOf(route), FAULTS, 2)) {
      const fault = plan();
      const response = await ask(envUnder(fault.plan), route, floor);
      tried += 1;
      struckInAll += fault.struck();
      // A read that does not need the database or the object is not affected by their faults.
      const expected = fault.struck() > 0 ? status : ordinary.status;
      expect(response.status, `${name}: ${response.text}`).toBe(expected);
      if (expected === 500 || expected === 503) expect(response.body).toEqual(wordsOf(expected, response));
      expect(response.headers.get("Retry-After")).toBe(expected === 503 ? "1" : null);
      expect(response.headers.get("X-Request-Id")).toMatch(/^req_/);
      expect(response.headers.get("X-Api-Version")).toBe(route[0].version);
      clock.right();
    }
    expect(await everythingOf(floor.shop.id)).toEqual(books);
    expect((await ask(envUnder(fair), route, floor)).status).toBe(ordinary.status);
  });

  if (route[1].guard.kind === "read")
    it("depends on its gate, and on its database unless the credential suffices: each of their faults affects it", async () => {
      for (const [edge, kind, status, struck] of route[1].path === "/me" ? NEEDS_GATE : [...NEEDS_GATE, ...NEEDS_DATABASE]) {
        const fault = kind();
        const response = await ask(envUnder(fault.plan), route, floor);
        expect({ edge, status: response.status, struck: fault.struck() }).toEqual({ edge, status, struck });
      }
    });
});

itUnlessLong("each message of an outage gives a 503, and none is shown", async () => {
  const route = READS.find(([surface, { path }]) => surface.name === "v2" && path === "/orders");
  if (route === undefined) throw new Error("no list of orders");
  const floor = await fixtureFor(route);
  for (const text of OUTAGES) {
    const response = await ask(envUnder(at(["d1.read"], async () => await Promise.reject(new Error(text))).plan), route, floor);
    expect({ status: response.status, body: response.body }).toEqual({ status: 503, body: wordsOf(503, response) });
  }
});
