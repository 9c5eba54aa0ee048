import { uploadDesign } from "../../kit/uploaded-file";
import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { app } from "../../../src/entrypoints/app";
import { EVENT_TYPES } from "../../../src/resources/events/events";
import type { Endpoint } from "../../../src/platform/http/endpoint";
import type { Surface } from "../../../src/platform/http/surface";
import { type ApiResponse, createShop, asOperator, rows, type Shop, ingestOrder } from "../../kit/client";
import { assertKeepsContract } from "../../kit/contract";
import { everythingOf } from "../../kit/rows-of-organization";
import { bodyOf, pathOf } from "../../kit/requests";
import { insertDelivery, insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { withLength } from "../../kit/stated-length";

import { API, connect, deliverWoo, inboxOf } from "../connections/fixtures";
import { insertFailedDelivery } from "../connections/sending";

export type Route = readonly [Surface, Endpoint];
export type Ids = Record<string, string | number>;

/** A shop in which each write can be made for the first time, with an endpoint that subscribes to all events. */
export interface RouteFixture {
  shop: Shop;
  ids: Ids;
}

/** A new shop with every resource that an endpoint's path and body refer to. */
export async function fixtureFor([, { path }]: Route): Promise<RouteFixture> {
  const shop = await createShop();
  const hook = await insertWebhookEndpoint(shop.id, { events: JSON.stringify(EVENT_TYPES), url: "https://hooks.example.com/in" });
  const ids: Ids = { "stores.id": shop.store.id, "webhooks.id": hook.id, "organizations.id": shop.id, credential_id: shop.key.id };
  if (path.includes("user_id")) {
    ids["user_id"] = (await asOperator(`/organizations/${shop.id}/members`, { email: `m${shop.id}@example.com`, role: "viewer" })).user_id;
  }
  if (path.includes("delivery_id")) {
    // All of its 14 attempts have failed.
    const ended = { status: "failed", next_attempt_at: null, completed_at: Date.now(), attempts: 14 };
    ids["delivery_id"] = (await insertDelivery(hook, Date.now(), ended)).id;
  }
  if (path.startsWith("/connections/")) {
    const connection = await connect(shop, { api: API, send_fulfillments: path.includes("sent_id") });
    // Only a message that has failed or was ignored can be processed again.
    if (path.includes("inbox")) await deliverWoo(connection, "no JSON");
    if (path.includes("sent_id")) ids["sent_id"] = await insertFailedDelivery(shop, connection);
    Object.assign(ids, { "connections.id": connection.id, message_id: (await inboxOf(connection))[0]?.["id"] });
  }
  if (path.includes("erasure_id"))
    ids["erasure_id"] = (await asOperator(`/organizations/${shop.id}/erasures`, { email: "nobody@example.com" })).id;
  if (path.includes("recovery_id")) ids["recovery_id"] = (await shop.v2(`/webhooks/${hook.id}/recover`, { body: {} })).body.id;
  if (/^\/(?:orders|order-items|orderItems|fulfillments)\//.test(path)) {
    const order = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, tracking_code: "T1", sku: "MUG" }] });
    Object.assign(ids, { "orders.id": order.id, itemId: order.items[0].id, "order-items.id": order.items[0].id });
    if (path.startsWith("/fulfillments/"))
      ids["fulfillments.id"] = (await shop.v2(`/orders/${order.id}/fulfillments`, { body: {} })).body.id;
  }
  if (path.startsWith("/files/") || path.endsWith("/designs")) {
    const order = await ingestOrder(shop, {
      items: [
        { name: "Mug", price: 1 },
        { name: "Tee", price: 1 },
      ],
    });
    // Of another item, and not its current design, so that it can be deleted.
    ids["files.id"] = await uploadDesign(shop, order.items[0].id);
    await uploadDesign(shop, order.items[0].id);
    ids["order-items.id"] = order.items[1].id;
  }
  if (path === "/orders/:id/release") await shop.v2(`/orders/${ids["orders.id"]}/hold`, { body: { reason: "Wait" } });
  if (path === "/order-items/:id/release") await shop.v2(`/order-items/${ids["order-items.id"]}/hold`, { body: { reason: "Wait" } });
  if (path === "/tracking") {
    const order = await ingestOrder(shop);
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { tracking_number: "1Z999" } });
  }
  if (path === "/catalog/match") {
    await ingestOrder(shop, { items: [{ name: "Mug", price: 1, sku: "MUG" }] });
    await shop.v2("/products", { body: { title: "Mug", sku: "MUG", material: "Ceramic" } });
  }
  if (path.startsWith("/products/")) {
    const response = await shop.v1("/products", { body: { title: "Mug" }, headers: { "Idempotency-Key": crypto.randomUUID() } });
    ids["products.id"] = response.body.data.id;
  }
  if (path.startsWith("/expenses/")) {
    ids["expenses.id"] = (await shop.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31" } })).body.data.id;
  }
  if (path.startsWith("/tickets/")) ids["tickets.id"] = (await shop.v2("/tickets", { body: { subject: "Late", body: "Where?" } })).body.id;
  if (path.includes("ticket_message_id")) {
    const reply = { kind: "reply", body: "It is on its way." };
    ids["ticket_message_id"] = (await shop.v2(`/tickets/${ids["tickets.id"]}/messages`, { body: reply })).body.id;
  }
  if (path.startsWith("/supplier-orders")) {
    ids["suppliers.id"] = (await shop.v2("/suppliers", { body: { name: "Bag works" } })).body.id;
    const order = await ingestOrder(shop, { items: [{ name: "Bag", price: 1, assigned_supplier: "Bag works" }] });
    ids["orders.id"] = order.id;
    ids["order_item_id"] = order.items[0].id;
    if (path.endsWith("/design")) await uploadDesign(shop, order.items[0].id);
    if (path.includes(":id") || path.endsWith("/import")) {
      const sent = await shop.v2("/supplier-orders", { body: { order_ids: [order.id], override_reason: "Now" } });
      ids["supplier-orders.id"] = sent.body.supplier_orders[0].id;
      // The number that is corrected.
      const parcel = { tracking_number: "1Z999AA10123456784" };
      if (path.endsWith("/correct-tracking")) await shop.v2(`/supplier-orders/${ids["supplier-orders.id"]}/ship`, { body: parcel });
    }
  }
  if (path.startsWith("/proofs")) {
    const order = await ingestOrder(shop, { items: [{ name: "Bag", price: 1 }] });
    ids["order-items.id"] = order.items[0].id;
    await uploadDesign(shop, order.items[0].id);
    if (path.includes(":id")) ids["proofs.id"] = (await shop.v2("/proofs", { body: { order_item_id: order.items[0].id } })).body.id;
  }
  if (path.includes(":proof_link_id")) {
    await shop.v2("/proofs/send", { body: { order_item_ids: [ids["order-items.id"]] } });
    ids["proof_link_id"] = (await shop.v2(`/proofs/${ids["proofs.id"]}/links`)).body.links[0].id;
  }
  if (path.startsWith("/suppliers/")) ids["suppliers.id"] = (await shop.v2("/suppliers", { body: { name: "Bag works" } })).body.id;
  if (path.includes(":link_id")) ids["link_id"] = (await shop.v2(`/suppliers/${ids["suppliers.id"]}/links`, { body: {} })).body.id;
  if (path.includes(":order_link_id")) {
    ids["order_link_id"] = (await shop.v2(`/supplier-orders/${ids["supplier-orders.id"]}/links`, { body: {} })).body.id;
  }
  return { shop, ids };
}

/** A request through the app with the given bindings. Resolves after the work that follows the response has ended. */
export async function callRoute(by: Env, route: Route, fixture: RouteFixture, headers: Record<string, string> = {}): Promise<ApiResponse> {
  const [surface, endpoint] = route;
  const { shop } = fixture;
  const secrets = { v1: { "x-api-key": shop.key.secret }, v2: bearer(shop.token.secret), operator: bearer(env.OPERATOR_TOKEN ?? "") };
  const given = bodyOf(endpoint, fixture.ids);
  return await send(by, surface.base + pathOf(endpoint, fixture.ids), endpoint.method.toUpperCase(), given, {
    ...secrets[surface.name],
    ...headers,
  });
}

/** The same for any path. */
export async function send(by: Env, path: string, method: string, body: unknown, headers: Record<string, string>): Promise<ApiResponse> {
  const ctx = createExecutionContext();
  const response = await responseTo(by, ctx, path, method, body, headers);
  await waitOnExecutionContext(ctx);
  return response;
}

/** Resolves with the response, without the work that follows it. */
export async function responseTo(
  by: Env,
  ctx: ExecutionContext,
  path: string,
  method: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<ApiResponse> {
  // The bytes of a file are sent as they are.
  const isFile = typeof body === "string";
  const type = isFile ? "application/octet-stream" : "application/json";
  const request = new Request(
    `https://api.example.com${path}`,
    withLength({
      method,
      headers: { "Content-Type": type, "CF-Connecting-IP": "2001:db8:77::1", ...headers },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    }),
  );
  const response = await app.fetch(request, by, ctx);
  // `text()` would print a warning for a file.
  const text = new TextDecoder().decode(await response.arrayBuffer());
  const isJson = response.headers.get("Content-Type")?.startsWith("application/json") === true && text !== "";
  const parsed: unknown = isJson ? JSON.parse(text) : undefined;
  assertKeepsContract(method, path.split("?")[0] ?? path, response, parsed);
  return { status: response.status, headers: response.headers, text, body: parsed };
}

const bearer = (secret: string) => ({ Authorization: `Bearer ${secret}` });

/** The exact response after a failure of the platform, which contains no details of it. */
export function errorBodyOf(status: 500 | 503, { headers }: ApiResponse) {
  const error =
    status === 500
      ? { code: "internal_error", message: "Internal server error." }
      : { code: "service_unavailable", message: "Service temporarily unavailable." };
  return { success: false, error, meta: { request_id: headers.get("X-Request-Id") } };
}

/** The totals of an organization that are always the same after the same writes: rows, versions, amounts. */
export async function totalsOf(shop: Shop): Promise<Record<string, number>> {
  const tables = (await everythingOf(shop.id)) as [string, Record<string, unknown>[]][];
  const totals: Record<string, number> = {};
  for (const [table, found] of tables) {
    totals[table] = found.length;
    for (const row of found) {
      for (const [column, value] of Object.entries(row)) {
        if (SUMMED.test(column) && typeof value === "number") totals[`${table}.${column}`] = (totals[`${table}.${column}`] ?? 0) + value;
      }
    }
  }
  const [markers] = await rows<{ n: number }>("select count(*) as n from write_markers where organization_id = ?", shop.id);
  return { ...totals, markers: markers?.n ?? 0 };
}

const SUMMED = /^(?:version|orders|items|total|amount|quantity|item_count|total_amount|archived|consecutive_failures)$/;
