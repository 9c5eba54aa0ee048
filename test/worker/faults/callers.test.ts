import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createCredential, createShop, rows } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { nameOf, ROUTES } from "../../kit/requests";
import { envUnder, type Plan } from "./crossings";
import { responseLost, at, fair, failing, rejected } from "./outages";
import { fixtureFor, ask, type Route, send, wordsOf } from "./route-fixture";
import { some } from "./some";

beforeAll(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterAll(() => {
  vi.restoreAllMocks();
});

describe.each([
  ["v1", "api_key", "/me"],
  ["v2", "api_token", "/api/v2/me"],
] as const)("a caller of %s", (_, kind, path) => {
  const headersOf = (secret: string): Record<string, string> =>
    kind === "api_key" ? { "x-api-key": secret } : { Authorization: `Bearer ${secret}` };
  const call = async (secret: string, plan: Plan): Promise<ApiResponse> =>
    await send(envUnder(plan), path, "GET", undefined, headersOf(secret));

  it("whose credential is not cached gets 503 while D1 is unavailable, never 401, and is admitted afterwards", async () => {
    const { secret } = await createCredential((await createShop()).id, kind);
    for (const fault of [rejected, responseLost]) {
      const response = await call(secret, at(["d1.read"], fault).plan);
      expect({ status: response.status, retryAfter: response.headers.get("Retry-After"), body: response.body }).toEqual({
        status: 503,
        retryAfter: "1",
        body: wordsOf(503, response),
      });
    }
    const broken = await call(secret, at(["d1.read"], failing).plan);
    expect({ status: broken.status, body: broken.body }).toEqual({ status: 500, body: wordsOf(500, broken) });
    expect((await call(secret, fair)).status).toBe(200);
  });

  it("who fails to authenticate gets 401 also if the rate limiter is unavailable", async () => {
    const { secret } = await createCredential((await createShop()).id, kind);
    const unknown = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    for (const given of [unknown, "nonsense"]) {
      const counted = at(["limiter"], rejected);
      const response = await call(given, counted.plan);
      expect({ status: response.status, code: response.body.error.code, struck: counted.struck() }).toEqual({
        status: 401,
        code: "unauthorized",
        struck: 1,
      });
    }
  });
});

/**
 * Operations in several batches. Their failures are tested in test/worker/move/killed.long.test.ts, test/worker/lifecycle/deletion.test.ts and
 * test/node/operator.
 */
const IN_STEPS: ReadonlySet<string> = new Set([
  "moveOrganization",
  "restoreTable",
  "finishRestore",
  "deleteOrganization",
  "undeleteOrganization",
  "abandonRestore",
  "beginBackup",
  "endBackup",
  "beginRestoreAll",
  "endRestoreAll",
  "restoreAllWords",
  "restoreAllRows",
]);

const OPERATORS = ROUTES.filter(
  ([surface, { method, operationId }]) => surface.name === "operator" && method !== "get" && !IN_STEPS.has(operationId),
);

const FAULTS: readonly (readonly [name: string, status: 500 | 503, written: boolean, plan: () => ReturnType<typeof at>])[] = [
  ["D1 can't be asked", 503, false, () => at(["d1.read"], rejected)],
  ["D1's answer is lost", 503, false, () => at(["d1.read"], responseLost)],
  ["the write never arrives", 503, false, () => at(["d1.write"], rejected)],
  ["a statement of the write fails", 500, false, () => at(["d1.write"], failing)],
  ["the write's answer is lost", 503, true, () => at(["d1.write"], responseLost)],
  ["the object can't be told", 503, false, () => at(["gate.changed"], rejected)],
  ["the object's answer is lost", 503, false, () => at(["gate.changed"], responseLost)],
];

describe.each(OPERATORS.map((route) => [nameOf(route), route] as const))("%s", (_name, route: Route) => {
  it("returns the documented error for any failure, and has changed all or nothing", async () => {
    for (const [name, status, written, plan] of some(nameOf(route), FAULTS, 2)) {
      const floor = await fixtureFor(route);
      const books = async () => [
        await everythingOf(floor.shop.id),
        await rows("select (select count(*) from organizations) as organizations, (select count(*) from users) as users"),
      ];
      const before = await books();
      const fault = plan();
      const response = await ask(envUnder(fault.plan), route, floor);
      if (fault.struck() === 0) {
        expect(response.status, name).toBeLessThan(300);
        continue;
      }
      expect({ status: response.status, body: response.body }, name).toEqual({ status, body: wordsOf(status, response) });
      expect(response.headers.get("Retry-After"), name).toBe(status === 503 ? "1" : null);
      if (written) expect(await books(), name).not.toEqual(before);
      else expect(await books(), name).toEqual(before);
      // The credential still matches the database.
      const read = await send(env, "/me", "GET", undefined, { "x-api-key": floor.shop.key.secret });
      expect(read.status, name).toBe(written && /revoke/.test(route[1].path) ? 401 : 200);
    }
  });
});
