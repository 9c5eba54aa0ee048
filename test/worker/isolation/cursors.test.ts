import { env } from "cloudflare:workers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, asOperator, call, ingestOrder } from "../../kit/client";
import { inForm, randomOf } from "../../kit/form";
import { nameOf, pathOf, queryNames, ROUTES } from "../../kit/requests";
import { type Route, send } from "./probe";
import { leaked, type Traces, tracesOf } from "./trace";
import { removeTwinMocks, type Twin, twins } from "./twins";

let alpha: Twin;
let beta: Twin;
let traces: Traces;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
  traces = await tracesOf(alpha);
  // More orders, SKUs without a product and credentials, so that each of these lists has a second page.
  for (const twin of [alpha, beta]) {
    for (const price of [3, 4])
      await ingestOrder(twin, { items: [{ name: twin.word("profit"), price, cost: 1, sku: twin.word(`sku${price}`) }] });
    for (let times = 0; times < 3; times += 1) {
      await asOperator(`/organizations/${twin.id}/credentials`, { kind: "api_key", name: "more", scopes: ["orders:read"] });
    }
  }
});
afterAll(removeTwinMocks);

/** The operator's list of organizations belongs to no organization. */
const LISTS: readonly Route[] = ROUTES.filter(
  ([, { input, method, operationId }]) =>
    method === "get" && queryNames(input?.query).includes("cursor") && operationId !== "listOrganizations",
);

/** A page with one row. */
async function page(as: Twin, route: Route, query = ""): Promise<ApiResponse> {
  const [surface, endpoint] = route;
  const path = pathOf(endpoint, as.ids);
  if (surface.name !== "operator") return await send(as, route, path, { query: `limit=1${query}` });
  return await call(`${surface.base}${path}?limit=1${query}`, { headers: { Authorization: `Bearer ${env.OPERATOR_TOKEN}` } });
}

/** Requests the first page of a list, and returns the cursor of the next one. */
async function cursorOf(as: Twin, route: Route, query = ""): Promise<string> {
  const { body } = await page(as, route, query);
  if (typeof body.next_cursor !== "string") throw new Error(`${nameOf(route)} has one page: give the twins more`);
  return body.next_cursor;
}

function assertInvalidCursor(response: ApiResponse): void {
  expect(response.status).toBe(400);
  expect(response.body.error.details).toMatchObject([{ code: "invalid_cursor" }]);
  expect(leaked(traces, response)).toEqual([]);
}

const names = (route: Route): string[] => ["cursor", "after"].filter((name) => queryNames(route[1].input?.query).includes(name));

it("there are lists with cursors to test", () => {
  expect(LISTS.length).toBeGreaterThanOrEqual(7);
});

describe.each(LISTS.map((route) => [nameOf(route), route] as const))("a cursor of %s", (_name, route) => {
  it("is accepted by its own list, and returns another row and nothing of the other organization", async () => {
    const first = await page(beta, route);
    const second = await page(beta, route, `&cursor=${first.body.next_cursor}`);
    expect(second.status).toBe(200);
    expect(second.body.data[0]).not.toEqual(first.body.data[0]);
    expect(leaked(traces, second)).toEqual([]);
  });

  it("is rejected if it belongs to another organization, under either name", async () => {
    for (const name of names(route)) assertInvalidCursor(await page(beta, route, `&${name}=${await cursorOf(alpha, route)}`));
  });

  it("is rejected if it belongs to another list", { tags: "long" }, async () => {
    for (const other of LISTS) if (other !== route) assertInvalidCursor(await page(beta, route, `&cursor=${await cursorOf(beta, other)}`));
  });

  it("is rejected if its list had another filter, sort or parent", async () => {
    const own = await cursorOf(beta, route);
    const filters = [
      "status=open",
      "status=New",
      "status=failed",
      "platform=etsy",
      "q=mug",
      "sort=id:asc",
      "event=order.created",
      "priority=normal",
      "category=rent",
      "profit=unknown",
    ];
    const known = filters.filter((filter) => queryNames(route[1].input?.query).includes(filter.split("=")[0] ?? ""));
    const codes: string[] = [];
    for (const filter of known) {
      const response = await page(beta, route, `&${filter}&cursor=${own}`);
      expect(response.status, filter).toBe(400);
      codes.push(response.body.error.details[0].code);
    }
    // A value that the filter of this list does not have is rejected before the cursor.
    for (const code of codes) expect(code).toMatch(/^invalid_/);
    if (codes.length > 0) expect(codes).toContain("invalid_cursor");
    // The parent of a list of the operator is the organization, whose cursors the test above tries.
    if (!route[1].path.includes(":") || route[0].name === "operator") return;
    // Another order, or another endpoint, of the same organization.
    const resource = route[1].path.split("/")[1] ?? "";
    const { data } = (await beta.v2(resource === "orders" ? "/orders?sort=id:desc&limit=1" : `/${resource}`)).body;
    const other = data.find(({ id }: { id: unknown }) => id !== beta.ids[`${resource}.id`]);
    const elsewhere = pathOf(route[1], { ...beta.ids, [`${resource}.id`]: other.id });
    expect(elsewhere).not.toBe(pathOf(route[1], beta.ids));
    assertInvalidCursor(await send(beta, route, elsewhere, { query: `limit=1&cursor=${own}` }));
  });

  it("is rejected if a character is changed, or its position belongs to another cursor", { tags: "long" }, async () => {
    const random = randomOf(`tampering ${nameOf(route)}`);
    const [own, theirs] = [await cursorOf(beta, route), await cursorOf(alpha, route)];
    const [body = "", signature = ""] = own.split(".");
    const [theirBody = ""] = theirs.split(".");
    if (theirBody !== body) assertInvalidCursor(await page(beta, route, `&cursor=${theirBody}.${signature}`));
    assertInvalidCursor(await page(beta, route, `&cursor=${body}.`));
    assertInvalidCursor(await page(beta, route, `&cursor=${body}`));
    for (let times = inForm({ test: 5, long: 20, full: 200 }); times > 0; times -= 1) {
      const at = Math.floor(random() * own.length);
      const to = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".charAt(Math.floor(random() * 64));
      const tampered = own.slice(0, at) + to + own.slice(at + 1);
      // Some bits of the last character of each part are unused.
      if (decoded(tampered) !== decoded(own)) assertInvalidCursor(await page(beta, route, `&cursor=${tampered}`));
    }
  });
});

/** The bytes of the parts of a cursor. */
function decoded(cursor: string): string {
  return cursor
    .split(".")
    .map((part) => part.replaceAll("-", "+").replaceAll("_", "/"))
    .map((part) => (part.length % 4 === 1 ? part : atob(part)))
    .join(".");
}
