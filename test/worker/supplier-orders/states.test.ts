import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { anItem, aProducingShop, change, statusAndCodes, orderOf, reject, send, sendAll, statusesOf } from "./kit";

/** The states of supplier orders (docs/spec/supplier-orders.md#states). */

let shop: Shop;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 9, 0) });
  shop = await aProducingShop();
});
afterEach(() => vi.useRealTimers());

describe("the state of a supplier order", () => {
  it("moves the items and their orders forward, and never back", async () => {
    const [one, two] = [await orderOf(shop, anItem()), await orderOf(shop, anItem())];
    const { id } = await sendAll(shop, one.id, two.id);
    await shop.v2(`/order-items/${two.items[0].id}/status`, { body: { status: "Shipped" } });
    const accepted = await change(shop, id, { state: "accepted" });
    expect(accepted.body).toMatchObject({ state: "accepted", accepted_at: "2026-11-21T09:00:00.000Z", version: 2 });
    expect(await statusesOf(shop, one.id)).toEqual(["In Production", "In Production"]);
    expect(await statusesOf(shop, two.id)).toEqual(["Shipped", "Shipped"]);
    expect((await change(shop, id, { state: "accepted" })).body.version).toBe(2);
    expect((await change(shop, id, { state: "in_production" })).body.state).toBe("in_production");
    expect((await change(shop, id, { state: "shipped" })).body.shipped_at).toBe("2026-11-21T09:00:00.000Z");
    const late = await change(shop, id, { state: "cancelled", reason: "x" });
    expect([...statusAndCodes(late), late.body.error.details[0].allowed]).toEqual([409, "invalid_transition", []]);
    const events = await rows<{ body: string }>(
      "select body from events where organization_id = ? and type = 'supplier_order.updated' order by seq",
      shop.id,
    );
    expect(events.map(({ body }) => [JSON.parse(body).old_state, JSON.parse(body).new_state])).toEqual([
      ["sent", "accepted"],
      ["accepted", "in_production"],
      ["in_production", "shipped"],
    ]);
    const { data } = (await shop.v2(`/orders/${one.id}/history`)).body;
    expect(
      data.filter(({ change: kind }: { change: string }) => kind === "supplier_order").map(({ to }: { to: string }) => to.split(" ")[0]),
    ).toEqual(["sent", "accepted", "in_production", "shipped"]);
  });

  it("needs a reason to be rejected or cancelled, and then frees the items with their earlier statuses", async () => {
    const order = await orderOf(shop, anItem({ status: "Design Ready" }), anItem({ name: "Cup", status: "Waiting" }));
    const { id } = await sendAll(shop, order.id);
    expect(statusAndCodes(await change(shop, id, { state: "rejected" }))).toEqual([400, "reason_required"]);
    expect((await change(shop, id, { state: "rejected", reason: "Too many" })).body).toMatchObject({
      state: "rejected",
      reason: "Too many",
      lines: [{ state: "rejected", reject_reason: "Too many" }, { state: "rejected" }],
    });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Design Ready", "Waiting"]);
    const again = await sendAll(shop, order.id);
    expect(statusAndCodes(await change(shop, again.id, { state: "cancelled" }))).toEqual([400, "reason_required"]);
    expect((await change(shop, again.id, { state: "cancelled", reason: "Changed our mind" })).body.state).toBe("cancelled");
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Design Ready", "Waiting"]);
  });

  it("keeps the status of an item of which another supplier order has a part", async () => {
    const order = await orderOf(shop, anItem());
    const [{ id: item }] = order.items;
    const part = async (quantity: number) => (await send(shop, { items: [{ order_item_id: item, quantity }] })).body.supplier_orders[0];
    const [one, two] = [await part(1), await part(2)];
    await change(shop, one.id, { state: "cancelled", reason: "x" });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier"]);
    await change(shop, two.id, { state: "cancelled", reason: "x" });
    expect(await statusesOf(shop, order.id)).toEqual(["New", "New"]);
  });

  it("rejects lines one by one, and the order with the last one", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const [mug, cup] = order.items;
    const { id } = await sendAll(shop, order.id);
    expect((await reject(shop, id, mug.id)).body).toMatchObject({
      state: "sent",
      lines: [{ state: "rejected", reject_reason: "Out of stock" }, { state: "open" }],
    });
    expect((await reject(shop, id, mug.id)).body.version).toBe(2);
    await change(shop, id, { state: "accepted" });
    expect(await statusesOf(shop, order.id)).toEqual(["In Production", "New", "In Production"]);
    expect((await reject(shop, id, cup.id, "Broken mold")).body).toMatchObject({ state: "rejected", reason: "Broken mold" });
    expect(statusAndCodes(await change(shop, id, { state: "shipped" }))).toEqual([409, "invalid_transition"]);
    expect((await reject(shop, id, "999999999")).status).toBe(404);
    // The supplier has not got a draft, so no line of it can be rejected.
    const draft = (await send(shop, { order_ids: [order.id], state: "draft" })).body.supplier_orders[0];
    expect(statusAndCodes(await reject(shop, draft.id, mug.id))).toEqual([409, "line_not_open"]);
  });

  it("leaves items alone that were cancelled or refunded meanwhile, when their lines are rejected or cancelled", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const [mug, cup] = order.items;
    const { id } = await sendAll(shop, order.id);
    await shop.v2(`/order-items/${mug.id}/status`, { body: { status: "Cancelled" } });
    await reject(shop, id, mug.id);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Cancelled", "Sent to Supplier"]);
    await shop.v2(`/orders/${order.id}/refunds`, { body: { items: [{ order_item_id: cup.id, quantity: 3 }] } });
    const ended = ["Cancelled", "Cancelled", "Refunded"];
    expect(await statusesOf(shop, order.id)).toEqual(ended);
    await change(shop, id, { state: "cancelled", reason: "x" });
    expect(await statusesOf(shop, order.id)).toEqual(ended);
  });

  it("is cancelled if it is accepted and cancelled at the same time, whichever comes first", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    const [accept, cancel] = await Promise.all([
      change(shop, id, { state: "accepted" }),
      change(shop, id, { state: "cancelled", reason: "x" }),
    ]);
    const { state } = (await shop.v2(`/supplier-orders/${id}`)).body;
    // Either the cancellation came second, or the acceptance came too late.
    expect([accept.status, cancel.status, state]).toEqual(accept.status === 200 ? [200, 200, "cancelled"] : [409, 200, "cancelled"]);
    // An order that was in production stays so.
    expect(await statusesOf(shop, order.id)).toEqual([accept.status === 200 ? "In Production" : "New", "New"]);
  });

  it("is hidden from other organizations", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    const other = await createShop();
    expect((await other.v2(`/supplier-orders/${id}`)).status).toBe(404);
    expect((await change(other, id, { state: "accepted" })).status).toBe(404);
    expect((await other.v2("/supplier-orders")).body.data).toEqual([]);
  });
});

describe("the list of supplier orders", () => {
  it("has the newest first, by supplier, state and what is late", async () => {
    const ids: string[] = [];
    for (const supplier of ["Acme", "Bag works", "Acme"]) {
      // Ids sort by the time.
      vi.setSystemTime(Date.now() + 1);
      ids.unshift((await sendAll(shop, (await orderOf(shop, anItem({ assigned_supplier: supplier }))).id)).id);
    }
    const [third, second, first] = ids;
    const list = async (query: string) => (await shop.v2(`/supplier-orders?${query}`)).body;
    const idsIn = async (query: string) => (await list(query)).data.map(({ id }: { id: string }) => id);
    expect(await idsIn("")).toEqual(ids);
    const page = await list("limit=2");
    expect({ has_more: page.has_more, ids: await idsIn(`limit=2&cursor=${page.next_cursor}`) }).toEqual({ has_more: true, ids: [first] });
    await change(shop, first ?? "", { state: "accepted" });
    expect([await idsIn("state=accepted"), await idsIn("state=sent")]).toEqual([[first], [third, second]]);
    const { supplier_id } = (await shop.v2(`/supplier-orders/${second}`)).body;
    expect(await idsIn(`supplier_id=${supplier_id}`)).toEqual([second]);
    // The orders of Acme are due three days after today: on 2026-11-24.
    await change(shop, second ?? "", { due_date: "2026-11-22" });
    expect([await idsIn("late_on=2026-11-22"), await idsIn("late_on=2026-11-23"), await idsIn("late_on=2026-11-25")]).toEqual([
      [],
      [second],
      ids,
    ]);
    await change(shop, third ?? "", { state: "shipped" });
    expect(await idsIn("late_on=2026-11-25")).toEqual([second, first]);
  });

  it("has a file of each, a CSV in the columns of the supplier, without formulas and rejected lines", async () => {
    const file_columns = [
      { name: "Qty", field: "quantity" },
      { name: "=Text", field: "personalization" },
      { name: "City", field: "ship_city" },
      { name: "Tracking", field: "tracking_number" },
    ];
    const order = await orderOf(shop, anItem({ personalization: '=1+1 "x", y' }), anItem({ name: "Cup" }));
    const { id, supplier_id } = await sendAll(shop, order.id);
    await reject(shop, id, order.items[1].id);
    const plain = await shop.v2(`/supplier-orders/${id}/file`);
    expect(plain.headers.get("Content-Disposition")).toBe('attachment; filename="supplier-order-1.csv"');
    expect(plain.text.replace("\uFEFF", "").split("\r\n")[0]).toContain("supplier_order,order_number,order_item_id,name,sku,quantity");
    await shop.v2(`/suppliers/${supplier_id}`, { method: "PATCH", body: { file_columns } });
    expect((await shop.v2(`/supplier-orders/${id}/file`)).text.replace("\uFEFF", "")).toBe(
      `Qty,'=Text,City,Tracking\r\n3,"'=1+1 ""x"", y",Bath,\r\n`,
    );
  });
});

describe("production in the console", () => {
  it("sends a selection by a panel with one card per supplier, and follows the orders", { tags: "long" }, async () => {
    const member = await createMember(shop.id, "member");
    const viewer = await createMember(shop.id, "viewer");
    const order = await orderOf(
      shop,
      anItem(),
      anItem({ name: "Bag", assigned_supplier: "Bag works" }),
      anItem({ name: "Lost", assigned_supplier: "Nobody" }),
    );
    const [mug, bag, lost] = order.items;
    const bulk = await member.send("/orders/bulk", { ids: [String(order.id)], do: "send" });
    expect(bulk.location).toBe(`/console/${shop.id}/production/send?ids=${order.id}`);
    const panel = await member.open(`/production/send?ids=${order.id}`);
    for (const text of ["<h2>Acme</h2>", "<h2>Bag works</h2>", "<h2>No active supplier</h2>", "no active supplier"])
      expect(panel.text).toContain(text);
    expect(panel.text).not.toContain("Cost of one");
    const form = { ids: String(order.id), [`quantity_${mug.id}`]: "2", [`quantity_${bag.id}`]: "3", override_reason: "" };
    expect((await member.send("/production/send", { ...form, item: [] })).status).toBe(400);
    const wrong = await member.send("/production/send", { ...form, item: [mug.id, lost.id], [`quantity_${lost.id}`]: "1" });
    expect({ status: wrong.status, text: wrong.text }).toEqual({
      status: 409,
      text: expect.stringContaining("Lost is not ready: no active supplier."),
    });
    const sent = await member.send("/production/send", { ...form, item: [mug.id, bag.id] });
    expect(sent.location).toBe(`/console/${shop.id}/production?done=sent_to_suppliers`);
    const list = await viewer.open("/production");
    for (const text of ["#1", "#2", "Acme", "Bag works"]) expect(list.text).toContain(text);
    const { data } = (await shop.v2("/supplier-orders?state=sent")).body;
    const { id } = data.find(({ supplier_name }: { supplier_name: string }) => supplier_name === "Acme");
    const page = await member.open(`/production/${id}`);
    expect([page.text.includes("Mark as accepted"), page.text.includes("Reject line")]).toEqual([true, true]);
    expect((await viewer.open(`/production/${id}`)).text).not.toContain("Mark as accepted");
    expect((await viewer.send(`/production/${id}`, { state: "accepted" })).status).toBe(403);
    expect((await member.send(`/production/${id}`, { state: "accepted", expected_version: "1" })).status).toBe(303);
    expect((await member.send(`/production/${id}`, { state: "shipped", expected_version: "1" })).status).toBe(412);
    const noReason = await member.send(`/production/${id}`, { state: "cancelled", reason: "" });
    expect({ status: noReason.status, text: noReason.text }).toEqual({ status: 400, text: expect.stringContaining('id="reason-error"') });
    expect((await member.send(`/production/${id}/lines/${mug.id}/reject`, { reason: "Broken" })).status).toBe(303);
    expect((await viewer.open("/production?state=rejected")).text).toContain("#1");
    expect((await viewer.open(`/production/${id}/file`)).text).toContain("supplier_order");
  });

  it("shows the orders that are late first, and costs only to those who may see them", async () => {
    const owner = await createMember(shop.id, "owner");
    const [one, two] = [await sendAll(shop, (await orderOf(shop, anItem())).id), await sendAll(shop, (await orderOf(shop, anItem())).id)];
    await change(shop, two.id, { due_date: "2026-11-20" });
    const { text } = await owner.open("/production");
    expect(text.indexOf(two.id)).toBeLessThan(text.indexOf(one.id));
    expect(text).toContain("Late: ");
    expect((await owner.open(`/production/${one.id}`)).text).toContain("Cost of one");
    const member = await createMember(shop.id, "member");
    expect((await member.open(`/production/${one.id}`)).text).not.toContain("Cost of one");
  });
});
