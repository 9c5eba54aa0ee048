import { createExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { MAX_SENDING_MS, MAX_UNVERIFIED_SENDING_MS } from "../../../src/platform/reading/request-body";
import { createShop, call, idempotencyKey, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { eventually } from "../../kit/eventually";
import { nameOf, pathOf, ROUTES, SOME_IDS } from "../../kit/requests";
import { createMember, browse, ORIGIN, tokenIn, type Visitor } from "../console/kit";

const MIB = 1024 * 1024;
const WIDE = `[${"{},".repeat(Math.floor(MIB / 3) - 2)}{}]`;
const DEEP = `{"x":${"[".repeat(500_000)}${"]".repeat(500_000)}}`;
/** A list with almost as many values as a body may have, so that it is parsed. Its indexes are not fields. */
const LIST = `[${"0,".repeat(90_000)}0]`;

let shop: Shop;
let owner: Visitor;
let formToken: string;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
  formToken = tokenIn(await browse("/console/account", { cookie: owner.cookie }));
});
afterEach(() => vi.restoreAllMocks());

const credentials = () => ({
  "x-api-key": shop.key.secret,
  Authorization: `Bearer ${shop.token.secret}`,
});
const withBody = ROUTES.filter(([, { method, input }]) => method !== "get" && input?.json !== undefined);
const headersFor = ([surface]: (typeof ROUTES)[number]): Record<string, string> => ({
  ...credentials(),
  ...(surface.name === "operator" && { Authorization: `Bearer ${env.OPERATOR_TOKEN}` }),
  ...idempotencyKey(),
});

/** Counts how many of these bodies were parsed. */
function countParsed(...bodies: string[]): () => number {
  const parse = vi.spyOn(JSON, "parse");
  return () => parse.mock.calls.filter(([text]) => bodies.includes(text)).length;
}

describe.each(withBody.map((route) => [nameOf(route), route] as const))("%s", (_name, route) => {
  it("rejects bodies that are too wide or too deep before they are parsed", async () => {
    const [{ base }, endpoint] = route;
    const target = base + pathOf(endpoint, SOME_IDS);
    const parsed = countParsed(WIDE, DEEP);
    for (const [body, code] of [
      [WIDE, "too_many_values"],
      [DEEP, "nested_too_deeply"],
    ] as const) {
      const { status, body: response } = await call(target, { method: endpoint.method.toUpperCase(), body, headers: headersFor(route) });
      const details: { code: string }[] = response.error.details;
      expect({ status, codes: details.map((detail) => detail.code) }).toEqual({ status: 400, codes: expect.arrayContaining([code]) });
    }
    expect(parsed()).toBe(0);
  });
});

it("a list in place of an object is one violation, however long it is: its elements are not unknown fields", async () => {
  for (const Prefer of ["handling=lenient", "handling=strict"]) {
    const { status, body } = await call("/api/v2/orders", { body: LIST, headers: { ...credentials(), Prefer } });
    expect([status, body.error.details]).toMatchObject([400, [{ path: "", code: "invalid_type" }]]);
  }
});

it("the MCP server rejects such messages before they are parsed", async () => {
  const headers = { Authorization: `Bearer ${shop.token.secret}`, "Content-Type": "application/json" };
  const wide = `[${"0,".repeat(480_000)}0]`;
  const parsed = countParsed(wide, DEEP);
  for (const body of [wide, DEEP]) {
    const response = await exports.default.fetch(`${ORIGIN}/api/v2/mcp`, { method: "POST", headers, body });
    expect([response.status, await response.json()]).toMatchObject([400, { error: { code: -32600 } }]);
  }
  expect(parsed()).toBe(0);
});

// The body of an upload is the bytes of a file, which nobody parses.
const actions = consoleRoutes.filter((route) => route.method === "post" && route.upload === undefined);

it("every action of the console rejects such JSON before it is parsed", { tags: "long" }, async () => {
  const parsed = countParsed(WIDE, DEEP);
  const json = { "X-Form-Token": formToken, "Content-Type": "application/json", Accept: "application/json" };
  for (const { path } of actions) {
    for (const body of [WIDE, DEEP]) {
      const headers = { Origin: ORIGIN, Cookie: owner.cookie, ...json };
      const target = `${ORIGIN}/console/${shop.id}${path.replaceAll(/:\w+/g, "1")}`;
      const response = await exports.default.fetch(target, { method: "POST", headers, body });
      // Some paths need an id of a certain format, and some forms may not be that large.
      expect({ path, isRejected: [400, 404, 413].includes(response.status) }).toEqual({ path, isRejected: true });
      await response.body?.cancel();
    }
  }
  expect(parsed()).toBe(0);
});

it("a rejected body changes nothing in the organization", async () => {
  const before = await everythingOf(shop.id);
  expect((await call("/api/v2/orders", { body: WIDE, headers: credentials() })).status).toBe(400);
  expect(await everythingOf(shop.id)).toEqual(before);
});

describe("a form that is not UTF-8", () => {
  it("is rejected, and not silently changed", async () => {
    const body = new Uint8Array([...new TextEncoder().encode(`form_token=${formToken}&name=`), 0xe4]);
    const headers = {
      Origin: ORIGIN,
      Cookie: owner.cookie,
      "Content-Type": "application/x-www-form-urlencoded",
      Accept: "application/json",
    };
    const response = await exports.default.fetch(`${ORIGIN}/console/${shop.id}/stores`, { method: "POST", headers, body });
    expect({ status: response.status, text: await response.text() }).toEqual({ status: 400, text: expect.stringContaining("UTF-8") });
  });
});

describe("a slow sender", () => {
  it.each([
    ["a small body", "/api/v2/orders", 100, MAX_SENDING_MS],
    ["a large body", "/api/v2/orders", 100_000, MAX_SENDING_MS],
    ["a visitor without a session", "/console/sign-in", 100, MAX_UNVERIFIED_SENDING_MS],
  ])("gets 400 after the time limit: %s", async (_what, path, length, ms) => {
    const timers: (() => void)[] = [];
    const wait = globalThis.setTimeout;
    const held = (run: () => void, after: number) => (after === ms ? void timers.push(run) : wait(run, after));
    vi.spyOn(globalThis, "setTimeout").mockImplementation(held as unknown as typeof setTimeout);
    const body = new ReadableStream<Uint8Array>({ pull: async () => await new Promise<void>(() => undefined) }, { highWaterMark: 0 });
    const isForm = path.startsWith("/console");
    const headers = {
      ...(isForm ? { Origin: ORIGIN } : credentials()),
      "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json",
      "Content-Length": String(length),
      Accept: "application/json",
      "CF-Connecting-IP": "2001:db8:abcd::1",
    };
    const response = app.fetch(new Request(ORIGIN + path, { method: "POST", headers, body }), env, createExecutionContext());
    await eventually(() => expect(timers.length).toBeGreaterThan(0));
    for (const fire of timers) fire();
    const { status, text } = await response.then(async (ended) => ({ status: ended.status, text: await ended.text() }));
    expect({ status, text }).toEqual({
      status: 400,
      text: expect.stringContaining(`did not arrive within ${ms / 1000} seconds`),
    });
  });
});
