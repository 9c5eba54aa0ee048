import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";
import { anItem, aProducingShop, change, statusAndCodes, orderOf, overAllocated, reject, send, sendAll, sentIn, statusesOf } from "./kit";

/** Sending items to suppliers (docs/spec/supplier-orders.md#send-to-suppliers). */

let shop: Shop;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 9, 0) });
  shop = await aProducingShop();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("POST /supplier-orders", () => {
  it("sends what of an order is to be sent once, also if the order is named twice", async () => {
    const order = await orderOf(shop, anItem());
    const response = await send(shop, { order_ids: [order.id, order.id] });
    expect({ status: response.status, quantities: sentIn(response).flatMap(({ lines }) => lines.map(({ quantity }) => quantity)) }).toEqual(
      {
        status: 201,
        quantities: [3],
      },
    );
  });

  it("creates one supplier order for each supplier, with what is to be made and its cost", async () => {
    const mug = anItem({
      sku: "M",
      personalization: "For Bea",
      properties: [{ name: "Font", value: "Arial" }],
      design_url: "https://d.example.com/1",
    });
    const order = await orderOf(
      shop,
      mug,
      anItem({ name: "Bag", assigned_supplier: "BAG WORKS", cost: null }),
      anItem({ name: "Cup", assigned_supplier: "ac" }),
    );
    const [acme, bags, ...others] = sentIn(await send(shop, { order_ids: [order.id] }));
    expect(others).toEqual([]);
    expect(acme).toMatchObject({
      number: 1,
      supplier_name: "Acme",
      state: "sent",
      shipping: "to_buyer",
      due_date: "2026-11-24",
      version: 1,
    });
    expect(bags).toMatchObject({ number: 2, supplier_name: "Bag works", shipping: "to_us", due_date: null });
    expect(acme?.lines.map(({ name, quantity }) => [name, quantity])).toEqual([
      ["Mug", 3],
      ["Cup", 3],
    ]);
    expect(acme?.lines[0]).toMatchObject({
      order_item_id: order.items[0].id,
      order_id: order.id,
      order_number: "#1",
      unit_cost: 2.5,
      currency: "USD",
      state: "open",
      sku: "M",
      personalization: "For Bea",
      properties: [{ name: "Font", value: "Arial" }],
      design_url: "https://d.example.com/1",
      address: { ship_name: "Ann Lee", ship_city: "Bath" },
    });
    expect(bags?.lines[0]).toMatchObject({ unit_cost: null, address: null });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier", "Sent to Supplier", "Sent to Supplier"]);
    await shop.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { personalization: "For Cem" } });
    expect((await shop.v2(`/supplier-orders/${acme?.id}`)).body.lines[0].personalization).toBe("For Bea");
  });

  it("sends parts of items, whose status changes once all of it is sent", async () => {
    const order = await orderOf(shop, anItem());
    const [item] = order.items;
    const part = async (quantity: number) => await send(shop, { items: [{ order_item_id: item.id, quantity, unit_cost: 1.75 }] });
    expect(sentIn(await part(2))[0]?.lines[0]).toMatchObject({ quantity: 2, unit_cost: 1.75 });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "New"]);
    const tooMuch = await part(2);
    expect([...statusAndCodes(tooMuch), tooMuch.body.error.details[0].left]).toEqual([409, "quantity_exceeded", 1]);
    expect((await part(1)).status).toBe(201);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier"]);
    expect(statusAndCodes(await part(1))).toEqual([409, "quantity_exceeded"]);
  });

  it("reserves the quantities of a draft, which changes no status until it is sent", async () => {
    const order = await orderOf(shop, anItem());
    const [draft] = sentIn(await send(shop, { order_ids: [order.id], state: "draft" }));
    expect({ state: draft?.state, sent_at: draft?.sent_at, statuses: await statusesOf(shop, order.id) }).toEqual({
      state: "draft",
      sent_at: null,
      statuses: ["New", "New"],
    });
    expect(statusAndCodes(await send(shop, { order_ids: [order.id] }))).toEqual([400, "nothing_to_send"]);
    expect(statusAndCodes(await send(shop, { items: [{ order_item_id: order.items[0].id }] }))).toEqual([409, "quantity_exceeded"]);
    expect((await change(shop, draft?.id ?? "", { state: "sent" })).body.sent_at).toBe("2026-11-21T09:00:00.000Z");
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier"]);
  });

  it("rejects what is not ready with its blockers, all or nothing, and sends it with a reason, except without supplier, on hold or cancelled", async () => {
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: ["sku", "design"] } });
    const order = await orderOf(shop, anItem({ sku: "M", design_url: "https://d.example.com/1" }), anItem({ name: "Cup" }));
    const rejected = await send(shop, { order_ids: [order.id] });
    expect([...statusAndCodes(rejected), rejected.body.error.details[0].blockers]).toEqual([409, "not_ready", ["sku", "design"]]);
    expect(await rows("select 1 from supplier_orders where organization_id = ?", shop.id)).toEqual([]);
    expect((await send(shop, { order_ids: [order.id], override_reason: "The buyer has sent the file by mail" })).status).toBe(201);
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data.filter(({ change: kind }: { change: string }) => kind === "override")).toMatchObject([
      { order_item_id: order.items[1].id, to: "sku, design", reason: "The buyer has sent the file by mail" },
    ]);
    const nobody = await orderOf(shop, anItem({ assigned_supplier: "Nobody" }));
    const held = await orderOf(shop, anItem());
    await shop.v2(`/orders/${held.id}/hold`, { body: { reason: "Wait" } });
    for (const { id } of [nobody, held])
      expect(statusAndCodes(await send(shop, { order_ids: [id], override_reason: "x" }))).toEqual([409, "not_ready"]);
    const gone = await orderOf(shop, anItem({ status: "Cancelled" }));
    expect(statusAndCodes(await send(shop, { items: [{ order_item_id: gone.items[0].id }], override_reason: "x" }))).toEqual([
      409,
      "not_sendable",
    ]);
    expect(statusAndCodes(await send(shop, { order_ids: [gone.id] }))).toEqual([400, "nothing_to_send"]);
  });

  it("rejects unknown and repeated items, unknown orders, and bodies with neither or both of items and orders", async () => {
    const foreign = await orderOf(await aProducingShop(), anItem());
    for (const order_item_id of ["999999999", "abc", foreign.items[0].id])
      expect(statusAndCodes(await send(shop, { items: [{ order_item_id }] }))).toEqual([404, "not_found"]);
    const order = await orderOf(shop, anItem());
    const [{ id }] = order.items;
    expect(statusAndCodes(await send(shop, { items: [{ order_item_id: id }, { order_item_id: Number(id) }] }))).toEqual([
      400,
      "repeated_item",
    ]);
    expect(statusAndCodes(await send(shop, {}))).toEqual([400, "items_or_orders"]);
    expect(statusAndCodes(await send(shop, { items: [{ order_item_id: id }], order_ids: [order.id] }))).toEqual([400, "items_or_orders"]);
    const other = await createShop();
    // An unknown order has no items, so nothing of it is to be sent.
    expect(statusAndCodes(await send(other, { order_ids: [order.id] }))).toEqual([400, "nothing_to_send"]);
  });

  it("sends an item once, however many people send it at once", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Bag", assigned_supplier: "Bag works" }));
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(shop, { order_ids: [order.id] })));
    expect(responses.map(({ status }) => status).filter((status) => status === 201)).toEqual([201]);
    expect(await overAllocated()).toEqual([]);
    const parts = await orderOf(shop, anItem({ quantity: 5 }));
    const [{ id }] = parts.items;
    const sent = await Promise.all(Array.from({ length: 6 }, () => send(shop, { items: [{ order_item_id: id, quantity: 2 }] })));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(2);
    expect(await overAllocated()).toEqual([]);
    const numbers = await rows<{ number: number }>("select number from supplier_orders where organization_id = ? order by number", shop.id);
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_row, index) => index + 1));
  });

  it("cannot allocate more of an item than its quantity, whatever the code does", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    await expect(rows("update supplier_order_lines set quantity = 4 where supplier_order_id = ?", id)).rejects.toThrow(/conflicting write/);
    await expect(
      rows(
        `insert into supplier_orders (id, organization_id, supplier_id, number, state, shipping, created_at, updated_at)
         select 'sor_other', organization_id, supplier_id, 99, 'sent', 'to_us', 1, 1 from supplier_orders where id = ?`,
        id,
      ),
    ).resolves.toEqual([]);
    // `is_allocated` is 0 by default, and is set after the lines are inserted.
    await rows(
      `insert into supplier_order_lines (organization_id, supplier_order_id, order_item_id, order_id, quantity, currency, state, status_before, snapshot)
       select l.organization_id, 'sor_other', l.order_item_id, l.order_id, 1, 'USD', 'open', 'New', '{}' from supplier_order_lines l where l.supplier_order_id = ?`,
      id,
    );
    await expect(rows("update supplier_order_lines set is_allocated = 1 where supplier_order_id = 'sor_other'")).rejects.toThrow(
      /conflicting write/,
    );
  });

  it.each(["request", "response"] as const)("is done once if the %s of its batch is lost, and replayed with its key", async (lost) => {
    const order = await orderOf(shop, anItem());
    const headers = idempotencyKey();
    // The first batch reads, the second one writes.
    loseBatch(2, lost, ALL_ATTEMPTS);
    expect((await send(shop, { order_ids: [order.id] }, headers)).status).toBe(503);
    vi.restoreAllMocks();
    const [first] = sentIn(await send(shop, { order_ids: [order.id] }, headers));
    const again = await send(shop, { order_ids: [order.id] }, headers);
    expect({ id: sentIn(again)[0]?.id, idempotentReplayed: again.headers.get("Idempotent-Replayed") }).toEqual({
      id: first?.id,
      idempotentReplayed: "true",
    });
    expect(await rows("select id, number from supplier_orders where organization_id = ?", shop.id)).toEqual([{ id: first?.id, number: 1 }]);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier"]);
    expect(await rows("select type from events where organization_id = ? and type like 'supplier_order.%'", shop.id)).toHaveLength(1);
  });

  it("sends a rejected quantity again, to another supplier", async () => {
    const order = await orderOf(shop, anItem({ status: "Design Ready" }));
    const [item] = order.items;
    const first = await sendAll(shop, order.id);
    await reject(shop, first.id, item.id);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Design Ready"]);
    await shop.v2(`/order-items/${item.id}`, { method: "PATCH", body: { assigned_supplier: "Bag works" } });
    expect((await shop.v2("/orders?ready=true")).body.data.map(({ id }: { id: number }) => id)).toEqual([order.id]);
    expect(await sendAll(shop, order.id)).toMatchObject({ supplier_name: "Bag works", number: 2 });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier"]);
  });
});
