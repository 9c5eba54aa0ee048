import { randomUUID } from "node:crypto";
import { beforeAll, expect, it, vi } from "vitest";
import {
  createClient,
  type FeedEvent,
  must,
  type OrderOperations,
  type Retry,
  verifyServiceSignature,
  verifyWebhook,
} from "../../../packages/client/src/index.ts";
import { startReceiver } from "../server/receiver.ts";
import { errorBody, type Fault, startFaultyProxy } from "./faulty-line.ts";
import { type OwnShop, openOwnShop } from "./own-shop.ts";

let shop: OwnShop;
let api: OrderOperations;

beforeAll(async () => {
  shop = await openOwnShop();
  api = createClient(shop.options);
});

const ingestOrder = (external_id: string) =>
  must(
    api.v2.POST("/api/v2/orders", {
      body: { store: "gift", external_id, items: [{ name: "Mug", sku: "MUG-1", quantity: 2, price: 9.99 }] },
    }),
  );

it("creates, processes and delivers an order, on both surfaces", async () => {
  const store = await must(api.v2.POST("/api/v2/stores", { body: { name: "Card shop", code: "cards", platform: "etsy" } }));
  const order = await must(
    api.v2.POST("/api/v2/orders", { body: { store: store.id, customer_name: "Ann", items: [{ name: "Card", quantity: 1, price: 3 }] } }),
  );
  expect(order).toMatchObject({ store_id: store.id, store_name: "Card shop", status: "New", total_amount: 3 });

  const [{ id: itemId } = { id: "none" }] = order.items;
  const item = await must(api.v1.POST("/orderItems/{itemId}/status", { params: { path: { itemId } }, body: { status: "In Production" } }));
  expect(item.data).toMatchObject({ id: itemId, orderId: String(order.id), status: "In Production" });
  const note = await must(api.v1.POST("/orders/{id}/notes", { params: { path: { id: order.id } }, body: { content: "Wrap it." } }));
  expect(note.data).toMatchObject({ order_id: order.id, text: "Wrap it." });

  const path = { id: order.id };
  await must(api.v2.POST("/api/v2/orders/{id}/fulfillments", { params: { path }, body: { tracking_number: "1Z", status: "delivered" } }));
  expect(await must(api.v2.GET("/api/v2/orders/{id}", { params: { path } }))).toMatchObject({ status: "Complete" });
  const notes = [];
  for await (const { text } of api.list("/orders/{id}/notes", { params: { path } })) notes.push(text);
  expect(notes).toEqual(["Wrap it."]);
});

it("reads lists of several pages, with each entry once", { tags: "long" }, async () => {
  const createdIds = [];
  for (let nth = 0; nth < 5; nth += 1) createdIds.push((await ingestOrder(`page-${nth}`)).id);
  await using proxy = await startFaultyProxy(shop.worker.url, []);
  const { list } = createClient({ ...shop.options, baseUrl: proxy.url });

  const idsByPage: number[] = [];
  for await (const order of list("/orders", { params: { query: { store_id: "gift", sort: "id:asc", page_size: 2 } } }))
    idsByPage.push(order.id);
  expect(idsByPage).toEqual(createdIds);
  const idsByCursor: number[] = [];
  for await (const { id } of list("/api/v2/orders", { params: { query: { store_id: "gift", sort: "id:asc", limit: 2 } } }))
    idsByCursor.push(id);
  expect(idsByCursor).toEqual(createdIds);
  const idsFromSecondPage: number[] = [];
  for await (const { id } of list("/orders", { params: { query: { store_id: "gift", sort: "id:asc", page_size: 2, page: 2 } } }))
    idsFromSecondPage.push(id);
  expect(idsFromSecondPage).toEqual(createdIds.slice(2));
  const urls = proxy.requests.map(({ path }) => new URL(path, proxy.url));
  expect(urls.map(({ searchParams }) => searchParams.get("page") ?? searchParams.has("cursor"))).toEqual([
    "1",
    "2",
    "3",
    false,
    true,
    true,
    "2",
    "3",
  ]);

  // A caller who stops reads no further pages. Without a page size, the largest is used.
  for await (const _ of list("/orders", { params: { query: { page_size: 1 } } })) break;
  for await (const _ of list("/api/v2/orders")) break;
  expect(proxy.requests).toHaveLength(10);
  expect(proxy.requests[9]?.path).toBe("/api/v2/orders?limit=200");
});

it("reads the feed from a stored cursor, and continues with new events", async () => {
  // Five orders are five events, so there are more than two pages.
  for (const name of ["feed-1", "feed-2", "feed-3", "feed-4", "feed-5"]) await ingestOrder(name);
  const everything = [];
  let cursor: string | undefined;
  for await (const page of api.events({ limit: 2 })) {
    everything.push(...page.events);
    ({ cursor } = page);
  }
  expect(everything.length).toBeGreaterThan(4);
  const everythingAgain = [];
  for await (const { events } of api.events()) everythingAgain.push(...events);
  expect(everythingAgain).toEqual(everything);
  for await (const page of api.events({ after: cursor })) expect.unreachable(`There is nothing new, but a page: ${JSON.stringify(page)}`);

  const stop = new AbortController();
  const receivedEvents: FeedEvent[] = [];
  const following = (async () => {
    for await (const { events } of api.events({ after: cursor, follow: true, pollMs: 50, signal: stop.signal }))
      receivedEvents.push(...events);
  })();
  const { id } = await ingestOrder("followed");
  await vi.waitFor(() => expect(receivedEvents).toMatchObject([{ event: "order.created", order_id: id }]), { timeout: 10_000 });
  stop.abort(new Error("Enough."));
  await expect(following).rejects.toThrow("Enough.");
});

it("creates a webhook and verifies its requests: with both secrets after a rotation, but not with an added byte or an hour later", async () => {
  await using receiver = await startReceiver();
  const endpoint = await must(api.v2.POST("/api/v2/webhooks", { body: { url: receiver.url, events: ["order.created"] } }));
  const order = await ingestOrder("told");
  await must(api.v2.POST("/api/v2/webhooks/{id}/test", { params: { path: { id: endpoint.id } } }));
  await vi.waitFor(() => expect(receiver.received).toHaveLength(2), { timeout: 10_000, interval: 20 });

  const receivedEvents = new Map<string, unknown>();
  for (const { headers, raw } of receiver.received) {
    const event = await verifyWebhook(endpoint.secret, headers, raw);
    if (event.event === "order.created") receivedEvents.set(event.event, event.order_id);
    if (event.event === "webhook.test") receivedEvents.set(event.event, event.webhook_id);
    expect(await verifyServiceSignature(endpoint.secret, headers, raw)).toEqual(event);
    await expect(verifyWebhook(endpoint.secret, headers, `${raw.toString()} `)).rejects.toThrow("No signature matches");
  }
  expect(Object.fromEntries(receivedEvents)).toEqual({ "order.created": order.id, "webhook.test": endpoint.id });
  // An hour later the signature is too old.
  const [{ headers, raw } = { headers: {}, raw: "" }] = receiver.received;
  await expect(verifyWebhook(endpoint.secret, headers, raw, { now: Date.now() + 3_600_000 })).rejects.toMatchObject({ reason: "too_old" });

  const { secret } = await must(api.v2.POST("/api/v2/webhooks/{id}/rotate-secret", { params: { path: { id: endpoint.id } }, body: {} }));
  await ingestOrder("rotated");
  await vi.waitFor(() => expect(receiver.received).toHaveLength(3), { timeout: 10_000, interval: 20 });
  const [, , rotated = { headers: {}, raw: "" }] = receiver.received;
  for (const known of [secret, endpoint.secret])
    expect(await verifyWebhook(known, rotated.headers, rotated.raw)).toMatchObject({ event: "order.created" });
  // Otherwise events would be sent to a port that another test may use later.
  const params = { path: { id: endpoint.id }, query: { confirm: endpoint.id } };
  await must(api.v2.DELETE("/api/v2/webhooks/{id}", { params }));
});

it("returns an error with its code, throws it with its details from `must`, and throws it from a list", async () => {
  const { error, response } = await api.v2.GET("/api/v2/orders/{id}", { params: { path: { id: 999_999 } } });
  expect({ status: response.status, code: error?.error.code }).toEqual({ status: 404, code: "not_found" });
  const rejected = api.v2.POST("/api/v2/orders", { body: { store: "gift", items: [{ name: "Mug", quantity: 0, price: 1 }] } });
  await expect(must(rejected)).rejects.toMatchObject({
    name: "OrderOperationsError",
    status: 400,
    code: "validation_error",
    message: "Request validation failed.",
    details: [{ path: "items[0].quantity" }],
    requestId: expect.stringMatching(/^req_/),
    retryAfterMs: null,
  });
  const stranger = createClient({ baseUrl: shop.worker.url });
  await expect(stranger.list("/orders").next()).rejects.toMatchObject({ status: 401, code: "unauthorized" });
});

/** A client with short delays between its tries, behind a proxy with faults. */
const clientAt = (baseUrl: string, onRetry?: (retry: Retry) => void) =>
  createClient({ ...shop.options, baseUrl, onRetry, retry: { tries: 4, firstDelayMs: 5, longestDelayMs: 20 } });
const ORDER = { store: "gift", items: [{ name: "Mug", quantity: 1, price: 1 }] };
const BUSY: Fault = { status: 503, headers: { "Retry-After": "0" }, body: errorBody("service_unavailable") };
const keysOf = (seen: { headers: Record<string, unknown> }[]) => seen.map(({ headers }) => headers["idempotency-key"]);

it.each([
  ["a connection that is reset", ["reset", "reset"]],
  ["a response that is lost", ["lost_response", "lost_response"]],
  ["half of a response", ["half_response"]],
  ["503 and then a lost response", [BUSY, "lost_response"]],
  ["429", [{ status: 429, headers: { "Retry-After": "0" }, body: errorBody("rate_limited") }]],
  ["a gateway's own error page", [{ status: 502, body: "<html>" }]],
  ["409 still running", [{ status: 409, headers: { "Retry-After": "0" }, body: errorBody("idempotency_in_progress") }]],
  ["500 after the write", ["lost_response", { status: 500, body: errorBody("internal_error") }]],
] satisfies [string, Fault[]][])("writes once through %s", async (_name, faults) => {
  await using proxy = await startFaultyProxy(shop.worker.url, faults);
  const retries: Retry[] = [];
  const orders = "select id from orders where organization_id = ? order by id";
  const before = await shop.worker.rows(orders, shop.organizationId);
  const order = await must(clientAt(proxy.url, (retry) => retries.push(retry)).v2.POST("/api/v2/orders", { body: ORDER }));
  const after = await shop.worker.rows<{ id: number }>(orders, shop.organizationId);
  expect(after).toHaveLength(before.length + 1);
  expect(after.at(-1)?.id).toBe(order.id);
  expect(proxy.requests).toHaveLength(faults.length + 1);
  expect(new Set(keysOf(proxy.requests)).size).toBe(1);
  expect(keysOf(proxy.requests)[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(proxy.requests.map(({ body }) => body))).toEqual(new Set([JSON.stringify(ORDER)]));
  expect(retries.map(({ tried, method, url }) => [tried, method, url])).toEqual(
    faults.map((_, nth) => [nth + 1, "POST", `${proxy.url}/api/v2/orders`]),
  );
});

it("gives each write its own key, keeps the caller's, and sends none for reads", async () => {
  await using proxy = await startFaultyProxy(shop.worker.url, []);
  const { v1, v2 } = clientAt(proxy.url);
  const order = await must(v2.POST("/api/v2/orders", { body: ORDER }));
  const path = { id: order.id };
  await must(v1.POST("/orders/{id}/notes", { params: { path }, body: { content: "One." } }));
  const key = randomUUID();
  const keyed = { params: { path, header: { "Idempotency-Key": key } }, body: { content: "Two." } };
  const first = await must(v1.POST("/orders/{id}/notes", keyed));
  expect(await must(v1.POST("/orders/{id}/notes", keyed))).toEqual(first);
  await must(v1.GET("/orders/{id}/notes", { params: { path } }));
  const keys = keysOf(proxy.requests);
  expect(keys.slice(2)).toEqual([key, key, undefined]);
  expect(new Set(keys).size).toBe(4);
});

it("also retries reads and deletions", async () => {
  await using proxy = await startFaultyProxy(shop.worker.url, ["reset", null, null, "reset"]);
  const { v1 } = clientAt(proxy.url);
  expect((await must(v1.GET("/me"))).success).toBe(true);
  const { data } = await must(v1.POST("/expenses", { body: { category: "rent", amount: 5, date: "2026-01-05" } }));
  const removed = await must(v1.DELETE("/expenses/{id}", { params: { path: { id: data.id } } }));
  expect(removed.data).toEqual({ deleted: true });
  expect(proxy.requests.map(({ method }) => method)).toEqual(["GET", "GET", "POST", "DELETE", "DELETE"]);
});

it("sends a list of names as one parameter, as the document says", async () => {
  const { id } = await ingestOrder("included");
  const urls: string[] = [];
  const watched = createClient({ ...shop.options, fetch: async (url, init) => (urls.push(url), await fetch(url, init)) });
  const query = { include: ["status" as const, "external_id" as const] };
  const { data } = await must(watched.v1.GET("/orders/{id}", { params: { path: { id }, query } }));
  expect(data).toMatchObject({ status: "New", external_id: "included" });
  expect(urls).toEqual([expect.stringMatching(/\?include=status,external_id$/)]);
});
