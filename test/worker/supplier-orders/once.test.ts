import { beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, ingestOrder, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { formOf, noticesIn, visit } from "../public/kit";
import { anItem, aProducingShop, change, statusAndCodes, reject, send, sendAll, sentIn, statusesOf } from "./kit";

/** No unit is sent, shipped or charged twice, and none that was shipped is forgotten (docs/spec/supplier-orders.md#quantities). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

const ok = (response: ApiResponse): ApiResponse => {
  if (response.status >= 300) throw new Error(`${response.status} ${response.text}`);
  return response;
};

/** An order of five mugs that cost 2.50 each, with the id of the item. */
async function fiveMugs() {
  const order = await ingestOrder(shop, { number: "#1", items: [anItem({ quantity: 5 })] });
  return { order, mug: String(order.items[0].id) };
}

const sendSome = async (mug: string, quantity?: number) => {
  const [sent] = sentIn(ok(await send(shop, { items: [{ order_item_id: mug, quantity }] })));
  if (sent === undefined) throw new Error("Nothing was sent.");
  return sent;
};

const ship = async (id: string, lines: { order_item_id: string; quantity?: number }[], tracking_number: string) =>
  ok(await shop.v2(`/supplier-orders/${id}/ship`, { body: { lines, tracking_number } }));

const read = async (id: string) => (await shop.v2(`/supplier-orders/${id}`)).body;

const fulfill = async (orderId: number, mug: string, quantity: number) =>
  ok(
    await shop.v2(`/orders/${orderId}/fulfillments`, {
      body: { status: "in_transit", tracking_number: "OWN", items: [{ order_item_id: mug, quantity }] },
    }),
  );

const refund = async (orderId: number, mug: string, quantity: number) =>
  ok(await shop.v2(`/orders/${orderId}/refunds`, { body: { items: [{ order_item_id: mug, quantity }] } }));

/** What is listed as ready to be sent: the ids of orders and of items in the API, and whether the page of production offers to send an order. */
async function listedAsReady() {
  const member = await createMember(shop.id, "member");
  const [orders, items] = [ok(await shop.v2("/orders?ready=true")), ok(await shop.v2("/order-items?ready=true"))];
  return {
    orders: orders.body.data.map(({ id }: { id: number }) => id),
    items: items.body.data.map(({ id }: { id: string }) => id),
    isOffered: (await member.open("/production")).text.includes("Send 1 order…"),
  };
}

describe("what is left to send", () => {
  it.each([
    ["items", (_orderId: number, mug: string) => send(shop, { items: [{ order_item_id: mug }] })],
    ["order_ids", (orderId: number) => send(shop, { order_ids: [orderId] })],
  ])("is without refunded units, by %s, and the item is then sent completely", async (_by, sendRest) => {
    const { order, mug } = await fiveMugs();
    await refund(order.id, mug, 3);
    const [sent] = sentIn(await sendRest(order.id, mug));
    expect([sent?.lines[0]?.quantity, sent?.totals[0]?.agreed]).toEqual([2, 5]);
    expect(await statusesOf(shop, order.id)).toEqual(["New", "Sent to Supplier"]);
    await change(shop, sent?.id ?? "", { state: "accepted" });
    expect(await statusesOf(shop, order.id)).toEqual(["In Production", "In Production"]);
    expect(statusAndCodes(await send(shop, { items: [{ order_item_id: mug, quantity: 1 }] }))).toEqual([409, "quantity_exceeded"]);
  });

  it("is without units that the organization has shipped itself, and is not more once the supplier has shipped its own", async () => {
    const { order, mug } = await fiveMugs();
    const { id } = await sendSome(mug, 2);
    await fulfill(order.id, mug, 2);
    expect((await sendSome(mug)).lines[0]?.quantity).toBe(1);
    await ship(id, [{ order_item_id: mug }], "T1");
    expect(statusAndCodes(await send(shop, { items: [{ order_item_id: mug }] }))).toEqual([409, "quantity_exceeded"]);
  });

  it("is also what is sent by the id of an order of which the organization has shipped a part", async () => {
    const { order, mug } = await fiveMugs();
    await fulfill(order.id, mug, 2);
    expect((await sendAll(shop, order.id)).lines[0]?.quantity).toBe(3);
  });

  it.each([
    ["the organization", async (order: { id: number }, mug: string) => void (await fulfill(order.id, mug, 2))],
    [
      "the supplier",
      async (_order: { id: number }, mug: string) => void (await ship((await sendSome(mug, 2)).id, [{ order_item_id: mug }], "T1")),
    ],
  ])("is listed as ready if %s has shipped a part, until it is sent or refunded", async (_by, shipTwo) => {
    const { order, mug } = await fiveMugs();
    await shipTwo(order, mug);
    expect(await listedAsReady()).toEqual({ orders: [order.id], items: [mug], isOffered: true });
    const { id } = await sendAll(shop, order.id);
    expect(await listedAsReady()).toEqual({ orders: [], items: [], isOffered: false });
    ok(await change(shop, id, { state: "cancelled", reason: "No time" }));
    expect(await listedAsReady()).toEqual({ orders: [order.id], items: [mug], isOffered: true });
    await refund(order.id, mug, 3);
    expect(await listedAsReady()).toEqual({ orders: [], items: [], isOffered: false });
  });

  it.each([
    ["has a label", { status: "label_created", quantity: 1 }, null],
    ["was cancelled", { status: "in_transit", quantity: 1 }, "cancelled"],
    ["was lost", { status: "in_transit", quantity: 1 }, "lost"],
    ["had a label and was cancelled, with all of it", { status: "label_created", quantity: 5 }, "cancelled"],
  ])("is listed as ready if a parcel with a part of it %s", async (_what, { status, quantity }, next) => {
    const { order, mug } = await fiveMugs();
    const body = { status, items: [{ order_item_id: mug, quantity }] };
    const { id } = ok(await shop.v2(`/orders/${order.id}/fulfillments`, { body })).body;
    if (next !== null) ok(await shop.v2(`/fulfillments/${id}`, { method: "PATCH", body: { status: next } }));
    expect(await listedAsReady()).toEqual({ orders: [order.id], items: [mug], isOffered: true });
    expect((await sendAll(shop, order.id)).lines[0]?.quantity).toBe(5);
  });

  it("is not listed as ready if all of it is in a draft, which keeps no other order from being sent", async () => {
    const [{ order, mug }, other] = [await fiveMugs(), await fiveMugs()];
    ok(await send(shop, { items: [{ order_item_id: mug }], state: "draft" }));
    expect(await listedAsReady()).toEqual({ orders: [other.order.id], items: [other.mug], isOffered: true });
    const [sent] = sentIn(ok(await send(shop, { order_ids: [order.id, other.order.id] })));
    expect(sent?.lines.map(({ order_item_id }) => order_item_id)).toEqual([other.mug]);
  });

  it("is listed as ready if units were added after the supplier has got all others", async () => {
    const { order, mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    await change(shop, id, { state: "in_production" });
    expect(await listedAsReady()).toEqual({ orders: [], items: [], isOffered: false });
    ok(await shop.v2(`/order-items/${mug}`, { method: "PATCH", body: { quantity: 6 } }));
    expect(await listedAsReady()).toEqual({ orders: [order.id], items: [mug], isOffered: true });
    expect((await sendAll(shop, order.id)).lines[0]?.quantity).toBe(1);
    expect(await listedAsReady()).toEqual({ orders: [], items: [], isOffered: false });
  });

  it("is what was added after the organization had shipped all that a supplier order had, which was set to shipped", async () => {
    const { order, mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    ok(await change(shop, id, { state: "shipped" }));
    await fulfill(order.id, mug, 5);
    ok(await shop.v2(`/order-items/${mug}`, { method: "PATCH", body: { quantity: 6 } }));
    expect(await listedAsReady()).toEqual({ orders: [order.id], items: [mug], isOffered: true });
    expect((await sendSome(mug)).lines[0]?.quantity).toBe(1);
    expect(await listedAsReady()).toEqual({ orders: [], items: [], isOffered: false });
  });

  it("is not exceeded by two simultaneous requests for an item with refunded units", async () => {
    const { order, mug } = await fiveMugs();
    await refund(order.id, mug, 2);
    const request = () => send(shop, { items: [{ order_item_id: mug, quantity: 2 }], state: "draft" });
    const both = await Promise.all([request(), request()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });
});

describe("a line of which units are shipped", () => {
  it("keeps them, what they cost and what is owed, if the rest is rejected, which can be sent again", async () => {
    const { mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    await ship(id, [{ order_item_id: mug, quantity: 3 }], "T1");
    const line = { state: "open", quantity: 3, shipped_quantity: 3, reject_reason: "Out of stock" };
    const rejected = ok(await reject(shop, id, mug)).body;
    expect(rejected).toMatchObject({ state: "shipped", lines: [line], totals: [{ agreed: 7.5 }] });
    expect(ok(await reject(shop, id, mug)).body.version).toBe(rejected.version);
    const again = await sendSome(mug);
    expect(again.lines[0]?.quantity).toBe(2);
    const unpaid = (await shop.v2("/supplier-orders/unpaid")).body;
    expect(JSON.stringify(unpaid)).toContain('"due":12.5');
  });

  it("has a rest that can be sent by the id of its order once it is rejected, and that the console's form then has", async () => {
    const { order, mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    await change(shop, id, { state: "in_production" });
    await ship(id, [{ order_item_id: mug, quantity: 3 }], "T1");
    expect(statusAndCodes(await send(shop, { order_ids: [order.id] }))).toEqual([400, "nothing_to_send"]);
    await reject(shop, id, mug);
    const member = await createMember(shop.id, "member");
    expect((await member.open(`/production/send?ids=${order.id}`)).text).toContain(`name="item" value="${mug}:2"`);
    expect((await sendAll(shop, order.id)).lines[0]?.quantity).toBe(2);
  });

  it("is owed without the units that were refunded, once the rest is rejected, before or after the order is shipped", async () => {
    const owedAfter = async (steps: (of: { orderId: number; mug: string; id: string }) => Promise<unknown>) => {
      const { order, mug } = await fiveMugs();
      const { id } = await sendSome(mug);
      await steps({ orderId: order.id, mug, id });
      const { totals, lines, state } = ok(await reject(shop, id, mug)).body;
      return { owed: totals[0].agreed, quantity: lines[0].quantity, state };
    };
    const three = (mug: string) => [{ order_item_id: mug, quantity: 3 }];
    const shipFirst = await owedAfter(async ({ orderId, mug, id }) => {
      await ship(id, three(mug), "T1");
      await refund(orderId, mug, 2);
    });
    const refundFirst = await owedAfter(async ({ orderId, mug, id }) => {
      await refund(orderId, mug, 2);
      await ship(id, three(mug), "T1");
    });
    const owed = { owed: 7.5, quantity: 3, state: "shipped" };
    expect([shipFirst, refundFirst]).toEqual([owed, owed]);
  });

  it("is rejected in the same way by a file, which changes nothing a second time", async () => {
    const { mug } = await fiveMugs();
    const { id, supplier_id } = await sendSome(mug);
    await ship(id, [{ order_item_id: mug, quantity: 3 }], "T1");
    const csv = `order_item_id,reject_reason\n${mug},Broken\n`;
    const upload = async () => ok(await shop.v2("/supplier-orders/import", { body: { supplier_id, csv } })).body.rejected;
    expect([await upload(), await upload()]).toEqual([1, 0]);
    expect(await read(id)).toMatchObject({ state: "shipped", lines: [{ quantity: 3, reject_reason: "Broken" }] });
  });

  it("can't be rejected if all of it is shipped", async () => {
    const order = await ingestOrder(shop, { number: "#1", items: [anItem(), anItem({ name: "Cup" })] });
    const [mug, cup] = order.items.map(({ id }: { id: string }) => id);
    const { id } = await sendAll(shop, order.id);
    await ship(id, [{ order_item_id: mug }], "T1");
    expect(statusAndCodes(await reject(shop, id, mug))).toEqual([409, "line_shipped"]);
    // Nothing else is left, so the order is over.
    expect(ok(await reject(shop, id, cup)).body).toMatchObject({ state: "shipped", lines: [{ state: "open" }, { state: "rejected" }] });
  });

  it.each(["rejected", "cancelled"])("keeps its order from being %s", async (state) => {
    const { mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    await ship(id, [{ order_item_id: mug, quantity: 3 }], "T1");
    const before = await read(id);
    expect(statusAndCodes(await change(shop, id, { state, reason: "x" }))).toEqual([409, "line_shipped"]);
    expect(await read(id)).toEqual(before);
  });
});

describe("a parcel with units of two supplier orders of one item", () => {
  it.each([
    ["with its quantity", ",2"],
    ["without a quantity", ","],
  ])("ships both if two files have it, %s", async (_how, quantity) => {
    const { mug } = await fiveMugs();
    const [one, other] = [await sendSome(mug, 2), await sendSome(mug, 2)];
    const upload = async ({ number, supplier_id }: typeof one) => {
      const csv = `supplier_order,order_item_id,quantity,tracking_number\n${number},${mug}${quantity},PQ1\n`;
      return ok(await shop.v2("/supplier-orders/import", { body: { supplier_id, csv } })).body.shipped;
    };
    expect([await upload(one), await upload(other), await upload(one), await upload(other)]).toEqual([1, 1, 0, 0]);
    expect(await Promise.all([one, other].map(async ({ id }) => (await read(id)).lines[0].shipped_quantity))).toEqual([2, 2]);
  });
});

describe("a tracking number that a spreadsheet has changed", () => {
  it("is rejected when it is typed or pasted on the page of the supplier", async () => {
    const { mug } = await fiveMugs();
    const { id, supplier_id } = await sendSome(mug);
    await change(shop, id, { state: "in_production" });
    const link = new URL((await shop.v2(`/suppliers/${supplier_id}/links`, { body: {} })).body.url).pathname;
    const page = await visit(`${link}/orders/${id}`);
    const typed = await visit(`${link}/orders/${id}/ship`, { form: { ...formOf(page, "/ship"), tracking_number: "9.4E+21" } });
    const token = formOf(await visit(`${link}/tracking`), "/tracking");
    const pasted = await visit(`${link}/tracking`, { form: { ...token, lines: "#1\t9.4E+21" } });
    expect([typed.status, pasted.status]).toEqual([400, 400]);
    expect([noticesIn(typed)[0], noticesIn(pasted)[0]]).toEqual([
      expect.stringContaining("A spreadsheet has changed this tracking number."),
      expect.stringContaining("Row 1, Tracking number: your spreadsheet has changed this value."),
    ]);
    expect((await read(id)).lines[0].shipped_quantity).toBe(0);
  });

  it("is rejected in the API and in the console, also in the form that ships several orders", async () => {
    const { order, mug } = await fiveMugs();
    const { id } = await sendSome(mug, 2);
    const member = await createMember(shop.id, "member");
    const damaged = { tracking_number: "9.4E+21" };
    const inApi = [
      await shop.v2(`/supplier-orders/${id}/ship`, { body: damaged }),
      await shop.v2(`/supplier-orders/${id}/correct-tracking`, { body: { wrong_tracking_number: null, ...damaged } }),
    ];
    expect(inApi.map(statusAndCodes)).toEqual(inApi.map(() => [400, "value_damaged"]));
    const inConsole = [
      await member.send(`/orders/${order.id}/fulfillments`, {
        ...formOf(await member.open(`/orders/${order.id}`), "/fulfillments"),
        ...damaged,
      }),
      await member.send("/orders/bulk", { ids: [String(order.id)], do: "ship", back: "", shared_tracking: "9.4E+21" }),
    ];
    for (const { status, text } of inConsole) {
      expect(status).toBe(400);
      expect(text).toContain("A spreadsheet has changed this one.");
    }
    expect((await read(id)).lines[0].shipped_quantity).toBe(0);
    expect((await shop.v2(`/orders/${order.id}/fulfillments`)).body.data).toEqual([]);
  });
});

describe("a parcel whose tracking number was corrected", () => {
  it("is still known by its former numbers, so that a file with one of them changes nothing", async () => {
    const { mug } = await fiveMugs();
    const { id, supplier_id, number } = await sendSome(mug);
    const upload = async (trackingNumber: string) => {
      const csv = `supplier_order,order_item_id,quantity,tracking_number\n${number},${mug},2,${trackingNumber}\n`;
      return ok(await shop.v2("/supplier-orders/import", { body: { supplier_id, csv } })).body.shipped;
    };
    expect([await upload("old-1"), await upload("old-1")]).toEqual([1, 0]);
    for (const [wrong_tracking_number, tracking_number] of [
      ["old-1", "NEW1"],
      ["NEW1", "NEW2"],
    ])
      ok(await shop.v2(`/supplier-orders/${id}/correct-tracking`, { body: { wrong_tracking_number, tracking_number } }));
    const corrected = await read(id);
    expect(corrected.lines[0].shipments).toEqual([{ quantity: 2, tracking_number: "NEW2", carrier: null, tracking_url: null }]);
    expect([await upload("old-1"), await upload("NEW1")]).toEqual([0, 0]);
    expect(await read(id)).toEqual(corrected);
  });

  it("is not written again by a correction that changes nothing, also if the line has other parcels", async () => {
    const { mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    for (const number of ["T1", "T2"]) await ship(id, [{ order_item_id: mug, quantity: 1 }], number);
    const before = await read(id);
    ok(await shop.v2(`/supplier-orders/${id}/correct-tracking`, { body: { wrong_tracking_number: "T1", tracking_number: "T1" } }));
    expect(await read(id)).toEqual(before);
  });
});

describe("the same part, entered in two windows", () => {
  it("is shipped once on the page of the supplier", async () => {
    const { mug } = await fiveMugs();
    const { id } = await sendSome(mug);
    await change(shop, id, { state: "in_production" });
    const link = new URL((await shop.v2(`/supplier-orders/${id}/links`, { body: {} })).body.url).pathname;
    const page = `${link}/orders/${id}`;
    const [one, other] = [await visit(page), await visit(page)].map((shown) => formOf(shown, "/ship"));
    const part = { [`units-${mug}`]: "2", tracking_number: "T1" };
    expect((await visit(`${page}/ship`, { form: { ...one, ...part } })).status).toBe(303);
    const second = await visit(`${page}/ship`, { form: { ...other, ...part } });
    expect(second.status).toBe(409);
    expect(noticesIn(second)[0]).toContain("This item was changed meanwhile. Below is what is still to do.");
    expect((await read(id)).lines[0].shipped_quantity).toBe(2);
    // Another parcel is entered in the form that has come back.
    expect((await visit(`${page}/ship`, { form: { ...formOf(second, "/ship"), ...part, tracking_number: "T2" } })).status).toBe(303);
    expect((await read(id)).lines[0].shipped_quantity).toBe(4);
  });

  it("is shipped once on the page of the order, where the second one gets 412", async () => {
    const { order, mug } = await fiveMugs();
    const [ann, bob] = [await createMember(shop.id, "member"), await createMember(shop.id, "member")];
    const path = `/orders/${order.id}/fulfillments`;
    const formOn = async (member: typeof ann) => formOf(await member.open(`/orders/${order.id}`), path);
    const [one, other] = [await formOn(ann), await formOn(bob)];
    const part = { [`take_${mug}`]: "2", tracking_number: "T1", shipped: "on" };
    expect((await ann.send(path, { ...one, ...part })).status).toBe(303);
    expect((await bob.send(path, { ...other, ...part })).status).toBe(412);
    expect((await shop.v2(`/orders/${order.id}/fulfillments`)).body.data).toHaveLength(1);
  });

  it("is sent once to the supplier, and the second one sees what is left", async () => {
    const { order, mug } = await fiveMugs();
    const [ann, bob] = [await createMember(shop.id, "member"), await createMember(shop.id, "member")];
    const choiceOf = async (member: typeof ann) => {
      const { text } = await member.open(`/production/send?ids=${order.id}`);
      return /name="item" value="([^"]*)"/.exec(text)?.[1] ?? "";
    };
    const [one, other] = [await choiceOf(ann), await choiceOf(bob)];
    const form = (item: string) => ({ ids: String(order.id), item: [item], [`quantity_${mug}`]: "2", override_reason: "" });
    expect((await ann.send("/production/send", form(one))).status).toBe(303);
    const second = await bob.send("/production/send", form(other));
    expect(second.status).toBe(409);
    expect(second.text).toContain("3 of Mug are left now, and not 5.");
    expect((await shop.v2("/supplier-orders")).body.data).toHaveLength(1);
  });
});
