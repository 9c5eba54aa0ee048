import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { FULL, itUnlessLong } from "../../kit/form";
import { nameOf, pathOf, ROUTES } from "../../kit/requests";
import { v1, v2, operatorSurface } from "../../../src/platform/http/surface";
import { assertWithstands } from "./attack";
import { identity } from "./request";
import { countWrites, writtenRowCount } from "./written";
import { shareOf } from "../../kit/share";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  await countWrites();
});

/** The runtime rejects names that are not methods, which test/node/hostile checks over the network. */
const METHODS = FULL
  ? ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "LOCK", "MKCOL", "SEARCH", "PURGE", "SUBSCRIBE"]
  : ["POST", "OPTIONS", "PROPFIND"];

const PATHS = [
  "/",
  "//orders",
  "/orders//",
  "/ORDERS",
  "/orders.json",
  "/orders/1/",
  "/orders/1/notes/1",
  "/orders/%2e%2e/me",
  "/%6frders",
  "/%6f%70erator/organizations",
  "/operator",
  "/operator/",
  "/operatorx",
  "/operator//organizations",
  "/operator%2forganizations",
  "/api",
  "/api/v2",
  "/api/v2/",
  "/api/v2x/orders",
  "/api/v3/orders",
  "/api/v2/../../operator/organizations",
  "/api%2fv2%2forders",
  "/api/v2/operator/organizations",
  "/.git/config",
  "/.env",
  "/__proto__",
  "/constructor/prototype",
  "/orders;jsessionid=1",
  "/orders%00",
  "/orders%0d%0aX-Injected:%201",
  "/*",
  "/:id",
  "/orders/:id",
  "/orders/*",
  `/${"a/".repeat(4000)}`,
  `/${"%2e%2e%2f".repeat(500)}`,
  `/orders/${"1".repeat(20_000)}`,
];

describe.each([
  ["a key", () => ({ "x-api-key": shop.key.secret })],
  ["a token", () => ({ Authorization: `Bearer ${shop.token.secret}` })],
  ["the operator", () => identity(operatorSurface, { key: "", token: "" })],
  ["nobody", () => ({})],
] as const)("with %s", (_name, credential) => {
  it("an unknown path with any method returns 404, 405 or the response of its plain spelling, and writes nothing", async () => {
    const before = await writtenRowCount();
    for (const path of shareOf(PATHS)) {
      for (const method of ["GET", ...METHODS]) {
        const body = method === "GET" ? {} : { body: new TextEncoder().encode("{}") };
        const headers = { ...credential(), "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
        const { status } = await assertWithstands({ method, target: path, headers, ...body, kinds: [] }, before);
        // 404 and 405 are those of an unknown path, and the others those of a path that is the plain spelling.
        expect([200, 304, 400, 401, 404, 405, 429], `${method} ${path}`).toContain(status);
      }
    }
    expect(await writtenRowCount()).toBe(before);
  });
});

it.each(shareOf(ROUTES).map((route) => [nameOf(route), ...route] as const))(
  "%s with another method returns 405 with an Allow that lists the supported ones, or the error of another route that matches",
  async (_name, surface, endpoint) => {
    const before = await writtenRowCount();
    const ids = new Proxy({}, { get: () => "1" });
    const [target = ""] = pathOf(endpoint, ids).split("?");
    const own = ROUTES.filter(([other, { path }]) => other === surface && path === endpoint.path).map(([, { method }]) =>
      method.toUpperCase(),
    );
    for (const method of METHODS.filter((one) => !own.includes(one.toUpperCase()))) {
      const headers = { ...identity(surface, { key: shop.key.secret, token: shop.token.secret }), "Content-Type": "application/json" };
      const { status, headers: responseHeaders } = await assertWithstands(
        { method, target: surface.base + target, headers, kinds: [] },
        before,
      );
      // Another route with a parameter may have the method, such as `/orders/:id` for `/orders/bulk`.
      expect(surface.name === "operator" ? [405, 404, 400] : [405, 400]).toContain(status);
      if (status === 405) for (const one of own) expect(responseHeaders.get("Allow")?.split(", ")).toContain(one);
    }
  },
);

itUnlessLong("HEAD has the status and the type of GET, and no body", async () => {
  const before = await writtenRowCount();
  for (const surface of [v1, v2]) {
    const headers = identity(surface, { key: shop.key.secret, token: shop.token.secret });
    const send = async (method: string) => await assertWithstands({ method, target: `${surface.base}/orders`, headers, kinds: [] }, before);
    const [get, head] = [await send("GET"), await send("HEAD")];
    expect(get.status).toBe(200);
    expect({ status: head.status, type: head.headers.get("Content-Type"), body: head.body }).toEqual({
      status: 200,
      type: get.headers.get("Content-Type"),
      body: undefined,
    });
  }
});
