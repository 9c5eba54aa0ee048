import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createCredential, createShop, rows } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { nameOf, ROUTES } from "../../kit/requests";
import { envUnder, type Plan } from "./crossings";
import { responseLost, injectAt, withoutFaults, statementFailed, rejected } from "./outages";
import { fixtureFor, callRoute, type Route, send, errorBodyOf } from "./route-fixture";
import { sampleOf } from "./some";

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

  it("whose credential is not cached gets 503 while D1 is unavailable, 500 if its statement fails, never 401, and is admitted afterwards", async () => {
    const { secret } = await createCredential((await createShop()).id, kind);
    for (const fault of [rejected, responseLost]) {
      const response = await call(secret, injectAt(["d1.read"], fault).plan);
      expect({ status: response.status, retryAfter: response.headers.get("Retry-After"), body: response.body }).toEqual({
        status: 503,
        retryAfter: "1",
        body: errorBodyOf(503, response),
      });
    }
    const broken = await call(secret, injectAt(["d1.read"], statementFailed).plan);
    expect({ status: broken.status, body: broken.body }).toEqual({ status: 500, body: errorBodyOf(500, broken) });
    expect((await call(secret, withoutFaults)).status).toBe(200);
  });

  it("who fails to authenticate gets 401 also if the rate limiter is unavailable", async () => {
    const { secret } = await createCredential((await createShop()).id, kind);
    const unknown = secret.slice(0, -1) + (secret.endsWith("0") ? "1" : "0");
    for (const given of [unknown, "nonsense"]) {
      const counted = injectAt(["limiter"], rejected);
      const response = await call(given, counted.plan);
      expect({ status: response.status, code: response.body.error.code, faultCount: counted.faultCount() }).toEqual({
        status: 401,
        code: "unauthorized",
        faultCount: 1,
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

const FAULTS: readonly (readonly [name: string, status: 500 | 503, written: boolean, plan: () => ReturnType<typeof injectAt>])[] = [
  ["D1 can't be reached", 503, false, () => injectAt(["d1.read"], rejected)],
  ["D1's response is lost", 503, false, () => injectAt(["d1.read"], responseLost)],
  ["the write never arrives", 503, false, () => injectAt(["d1.write"], rejected)],
  ["a statement of the write fails", 500, false, () => injectAt(["d1.write"], statementFailed)],
  ["the write's response is lost", 503, true, () => injectAt(["d1.write"], responseLost)],
  ["the object can't be told", 503, false, () => injectAt(["gate.changed"], rejected)],
  // The object is told before the write.
  ["the object's response is lost", 503, false, () => injectAt(["gate.changed"], responseLost)],
];

describe.each(OPERATORS.map((route) => [nameOf(route), route] as const))("%s", (_name, route: Route) => {
  it("returns the documented error for each failure, and changes nothing unless only the response of its write is lost", async () => {
    for (const [name, status, written, plan] of sampleOf(nameOf(route), FAULTS, 2)) {
      const fixture = await fixtureFor(route);
      const readRows = async () => [
        await everythingOf(fixture.shop.id),
        await rows("select (select count(*) from organizations) as organizations, (select count(*) from users) as users"),
      ];
      const before = await readRows();
      const fault = plan();
      const response = await callRoute(envUnder(fault.plan), route, fixture);
      if (fault.faultCount() === 0) {
        expect(response.status, name).toBeLessThan(300);
        continue;
      }
      expect({ status: response.status, body: response.body }, name).toEqual({ status, body: errorBodyOf(status, response) });
      expect(response.headers.get("Retry-After"), name).toBe(status === 503 ? "1" : null);
      if (written) expect(await readRows(), name).not.toEqual(before);
      else expect(await readRows(), name).toEqual(before);
      // The credential still matches the database.
      const read = await send(env, "/me", "GET", undefined, { "x-api-key": fixture.shop.key.secret });
      expect(read.status, name).toBe(written && /revoke/.test(route[1].path) ? 401 : 200);
    }
  });
});
