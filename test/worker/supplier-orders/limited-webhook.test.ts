import { beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, rows, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { anItem, aProducingShop, change, statusAndCodes, orderOf, send, sendAll, sentIn } from "./kit";

/** A webhook endpoint that is limited to one supplier (docs/spec/webhooks.md#limited-to-a-supplier). */

const EVENTS = ["supplier_order.created", "supplier_order.updated"];

let shop: Shop;
let acme: string;
beforeEach(async () => {
  shop = await aProducingShop();
  const { body } = await shop.v2("/suppliers");
  acme = body.data.find(({ name }: { name: string }) => name === "Acme").id;
});

const create = (body: Record<string, unknown> = {}): Promise<ApiResponse> =>
  shop.v2("/webhooks", { body: { url: "https://acme.example.com/hooks", events: EVENTS, supplier_id: acme, ...body } });

/** The bodies of what an endpoint gets, in order. */
const deliveredTo = async (endpoint: string): Promise<Record<string, unknown>[]> => {
  const found = await rows<{ body: string }>(
    `select e.body from deliveries d join events e on e.organization_id = d.organization_id and e.id = d.event_id
     where d.organization_id = ? and d.endpoint_id = ? order by e.seq`,
    shop.id,
    endpoint,
  );
  return found.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
};

describe("a webhook that is limited to a supplier", () => {
  it("gets the events of what was sent to this supplier, without prices, people or the work of others", async () => {
    const limited = (await create()).body;
    const own = (await create({ supplier_id: null })).body;
    expect([limited.supplier_id, own.supplier_id]).toEqual([acme, null]);
    const order = await orderOf(shop, anItem({ price: 123.45, cost: 67.89 }), anItem({ name: "Bag", assigned_supplier: "Bag works" }));
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_email: "ann@example.com" } });
    const sent = sentIn(await send(shop, { order_ids: [order.id] }));
    for (const { id } of sent) await change(shop, id, { state: "accepted" });
    const mine = sent.find(({ supplier_id }) => supplier_id === acme);
    const bodies = await deliveredTo(limited.id);
    expect(bodies.map(({ event, supplier_order_id }) => ({ event, supplier_order_id }))).toEqual([
      { event: "supplier_order.created", supplier_order_id: mine?.id },
      { event: "supplier_order.updated", supplier_order_id: mine?.id },
    ]);
    expect(await deliveredTo(own.id)).toHaveLength(4);
    for (const secret of ["123.45", "67.89", "ann@example.com", "Ann Lee", "Bag"]) expect(JSON.stringify(bodies)).not.toContain(secret);
    expect(Object.keys(bodies[0] ?? {}).toSorted()).toEqual([
      "created_at",
      "due_date",
      "event",
      "event_id",
      "line_count",
      "number",
      "occurred_at",
      "organization_id",
      "state",
      "supplier_id",
      "supplier_name",
      "supplier_order_id",
    ]);
  });

  it("gets nothing of a draft, until it is sent", async () => {
    const { id } = (await create()).body;
    const [one, two] = [await orderOf(shop, anItem()), await orderOf(shop, anItem())];
    const [draft] = sentIn(await send(shop, { order_ids: [one.id], state: "draft" }));
    const [dropped] = sentIn(await send(shop, { order_ids: [two.id], state: "draft" }));
    await change(shop, draft?.id ?? "", { due_date: "2030-01-01" });
    await change(shop, dropped?.id ?? "", { state: "cancelled", reason: "No" });
    expect(await deliveredTo(id)).toEqual([]);
    await change(shop, draft?.id ?? "", { state: "sent" });
    expect((await deliveredTo(id)).map(({ event, new_state }) => ({ event, new_state }))).toEqual([
      { event: "supplier_order.updated", new_state: "sent" },
    ]);
  });

  it("can't subscribe to anything else, also later, and is for a supplier of the organization", async () => {
    expect(statusAndCodes(await create({ events: ["order.created"] }))).toEqual([400, "event_not_for_suppliers"]);
    const { id } = (await create()).body;
    const patch = (body: unknown) => shop.v2(`/webhooks/${id}`, { method: "PATCH", body });
    expect(statusAndCodes(await patch({ events: [...EVENTS, "expense.created"] }))).toEqual([400, "event_not_for_suppliers"]);
    expect((await patch({ events: ["supplier_order.updated"] })).body).toMatchObject({ supplier_id: acme });
    const stranger = await createShop();
    const foreign = await stranger.v2("/webhooks", { body: { url: "https://acme.example.com/hooks", events: EVENTS, supplier_id: acme } });
    expect({ status: foreign.status, path: foreign.body.error.details[0].path }).toEqual({ status: 404, path: "supplier_id" });
  });

  it("is made on the supplier's page of the console, which offers only what a supplier sees", { tags: "long" }, async () => {
    const admin = await createMember(shop.id, "admin");
    expect((await admin.open(`/suppliers/${acme}`)).text).toContain(`/webhooks/new?supplier_id=${acme}`);
    const page = await admin.open(`/webhooks/new?supplier_id=${acme}`);
    expect(page.text).toContain("Create endpoint for Acme");
    expect(page.text).toContain(`name="supplier_id" value="${acme}"`);
    expect(page.text).not.toContain("<code>order.created</code>");
    const made = await admin.send("/webhooks", { supplier_id: acme, url: "https://acme.example.com/hooks", events: EVENTS });
    expect(made.status).toBe(200);
    const [endpoint] = (await shop.v2("/webhooks")).body.data;
    expect(endpoint).toMatchObject({ supplier_id: acme, events: EVENTS });
    await sendAll(shop, (await orderOf(shop, anItem())).id);
    expect(await deliveredTo(endpoint.id)).toHaveLength(1);
    expect((await admin.open(`/webhooks/${endpoint.id}`)).text).toContain(`/suppliers/${acme}`);
  });
});
