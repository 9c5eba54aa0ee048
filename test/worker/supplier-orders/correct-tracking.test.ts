import { beforeEach, describe, expect, it } from "vitest";
import { SupplierOrder } from "../../../src/resources/supplier-orders/supplier-order-view";
import { createCredential, rows, type Shop, v2As } from "../../kit/client";
import { formOf, noticesIn, send, visit } from "../public/kit";
import { anItem, aProducingShop, orderOf, sendAll } from "./kit";

/** A tracking number that a supplier has entered wrongly (docs/spec/supplier-orders.md#wrong-tracking-numbers). */

const WRONG = "1Z999AA10123456784";
const RIGHT = "1Z999AA10123456793";

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

const correct = (id: string, body: unknown) => shop.v2(`/supplier-orders/${id}/correct-tracking`, { body });
const ship = (id: string, body: unknown) => shop.v2(`/supplier-orders/${id}/ship`, { body });

/** The parcels of each line. */
const parcelsOf = async (id: string) =>
  SupplierOrder.parse((await shop.v2(`/supplier-orders/${id}`)).body).lines.map(({ shipments }) =>
    shipments.map(({ quantity, tracking_number, carrier }) => ({ quantity, tracking_number, carrier })),
  );

const trackingOf = async (orderId: number): Promise<unknown[]> =>
  (await shop.v2(`/orders/${orderId}/fulfillments`)).body.data.map(
    ({ tracking_number, carrier, tracking_url }: { tracking_number: string; carrier: string; tracking_url: string }) => ({
      tracking_number,
      carrier,
      tracking_url,
    }),
  );

const link = (number: string) => `https://www.ups.com/track?tracknum=${number}`;

describe("correcting the tracking number of a parcel", () => {
  it("corrects all lines in it and the buyers' fulfillments, and no other parcel", { tags: "long" }, async () => {
    const [one, two] = [await orderOf(shop, anItem(), anItem({ name: "Cup" })), await orderOf(shop, anItem())];
    const { id } = await sendAll(shop, one.id, two.id);
    const [mug, cup] = one.items;
    const ofTwo = { order_item_id: two.items[0].id, quantity: 1 };
    await ship(id, { lines: [{ order_item_id: mug.id }, { order_item_id: cup.id, quantity: 1 }, ofTwo], tracking_number: WRONG });
    await ship(id, { tracking_number: "RR123456785GB" });
    const { status, body } = await correct(id, { wrong_tracking_number: WRONG, tracking_number: RIGHT });
    expect({ status, state: body.state, parcels: await parcelsOf(id) }).toEqual({
      status: 200,
      state: "shipped",
      parcels: [
        [{ quantity: 3, tracking_number: RIGHT, carrier: "UPS" }],
        expect.arrayContaining([
          { quantity: 1, tracking_number: RIGHT, carrier: "UPS" },
          { quantity: 2, tracking_number: "RR123456785GB", carrier: "Royal Mail" },
        ]),
        expect.arrayContaining([
          { quantity: 1, tracking_number: RIGHT, carrier: "UPS" },
          { quantity: 2, tracking_number: "RR123456785GB", carrier: "Royal Mail" },
        ]),
      ],
    });
    for (const orderId of [one.id, two.id])
      expect(await trackingOf(orderId)).toEqual([
        { tracking_number: RIGHT, carrier: "UPS", tracking_url: link(RIGHT) },
        expect.objectContaining({ tracking_number: "RR123456785GB" }),
      ]);
    const found = (await shop.v2(`/orders?search=${RIGHT}`)).body.data.map((order: { id: number }) => order.id);
    expect(found.toSorted()).toEqual([one.id, two.id].toSorted());
  });

  it("names the carrier of the new number, unless a carrier is given or was named before", async () => {
    const order = await orderOf(shop, anItem(), anItem({ name: "Cup" }));
    const { id } = await sendAll(shop, order.id);
    const [mug, cup] = order.items;
    await ship(id, { lines: [{ order_item_id: mug.id }], tracking_number: WRONG });
    await ship(id, { lines: [{ order_item_id: cup.id }], tracking_number: "7", carrier: "Bike" });
    await correct(id, { wrong_tracking_number: WRONG, tracking_number: "RR123456785GB" });
    await correct(id, { wrong_tracking_number: "7", tracking_number: RIGHT });
    expect(await parcelsOf(id)).toEqual([
      [{ quantity: 3, tracking_number: "RR123456785GB", carrier: "Royal Mail" }],
      [{ quantity: 3, tracking_number: RIGHT, carrier: "Bike" }],
    ]);
    await correct(id, { wrong_tracking_number: RIGHT, tracking_number: RIGHT, carrier: "Van" });
    expect({ tracking: await trackingOf(order.id), parcels: (await parcelsOf(id))[1] }).toEqual({
      tracking: [expect.objectContaining({ carrier: "Royal Mail" }), expect.objectContaining({ tracking_number: RIGHT, carrier: "Van" })],
      parcels: [{ quantity: 3, tracking_number: RIGHT, carrier: "Van" }],
    });
  });

  it("gives a number to a parcel that has none, and makes one of two parcels with the same number", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    await ship(id, { lines: [{ order_item_id: order.items[0].id, quantity: 1 }] });
    await ship(id, { tracking_number: RIGHT });
    await correct(id, { wrong_tracking_number: null, tracking_number: RIGHT });
    expect(await parcelsOf(id)).toEqual([[{ quantity: 3, tracking_number: RIGHT, carrier: "UPS" }]]);
    // Only the parcels of the line are merged. The buyer's order keeps both fulfillments.
    expect(await trackingOf(order.id)).toEqual([
      expect.objectContaining({ tracking_number: RIGHT }),
      expect.objectContaining({ tracking_number: RIGHT }),
    ]);
  });

  it("leaves a fulfillment alone whose number the shop has changed, and what goes to the shop has none", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    await ship(id, { tracking_number: WRONG });
    const [fulfillment] = (await shop.v2(`/orders/${order.id}/fulfillments`)).body.data;
    await shop.v2(`/fulfillments/${fulfillment.id}`, { method: "PATCH", body: { tracking_number: "OURS" } });
    await correct(id, { wrong_tracking_number: WRONG, tracking_number: RIGHT });
    expect({ tracking: await trackingOf(order.id), parcels: await parcelsOf(id) }).toEqual({
      tracking: [expect.objectContaining({ tracking_number: "OURS" })],
      parcels: [[{ quantity: 3, tracking_number: RIGHT, carrier: "UPS" }]],
    });
    const bags = await orderOf(shop, anItem({ assigned_supplier: "Bag works" }));
    const toUs = await sendAll(shop, bags.id);
    await ship(toUs.id, { tracking_number: WRONG });
    await correct(toUs.id, { wrong_tracking_number: WRONG, tracking_number: RIGHT });
    expect({ tracking: await trackingOf(bags.id), parcels: await parcelsOf(toUs.id) }).toEqual({
      tracking: [],
      parcels: [[{ quantity: 3, tracking_number: RIGHT, carrier: "UPS" }]],
    });
  });

  it("leaves such a fulfillment alone also if the parcel gets the shop's number and then another one", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    await ship(id, { tracking_number: WRONG });
    const [fulfillment] = (await shop.v2(`/orders/${order.id}/fulfillments`)).body.data;
    await shop.v2(`/fulfillments/${fulfillment.id}`, { method: "PATCH", body: { tracking_number: "OURS" } });
    await correct(id, { wrong_tracking_number: WRONG, tracking_number: "OURS" });
    await correct(id, { wrong_tracking_number: "OURS", tracking_number: RIGHT });
    expect({ tracking: await trackingOf(order.id), parcels: await parcelsOf(id) }).toEqual({
      tracking: [expect.objectContaining({ tracking_number: "OURS" })],
      parcels: [[{ quantity: 3, tracking_number: RIGHT, carrier: "UPS" }]],
    });
  });

  it("changes no fulfillment that another supplier order or the shop has made, also if it has no number either", async () => {
    const order = await orderOf(shop, anItem({ quantity: 3 }));
    const items = [{ order_item_id: order.items[0].id, quantity: 1 }];
    const createSupplierOrder = async () => (await shop.v2("/supplier-orders", { body: { items } })).body.supplier_orders[0].id;
    const [one, two] = [await createSupplierOrder(), await createSupplierOrder()];
    for (const id of [one, two]) await ship(id, {});
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { items, status: "in_transit" } });
    await correct(one, { wrong_tracking_number: null, tracking_number: RIGHT });
    const numbers = async () => (await trackingOf(order.id)).map((tracking) => (tracking as { tracking_number: unknown }).tracking_number);
    expect(await numbers()).toEqual([RIGHT, null, null]);
    await correct(two, { wrong_tracking_number: null, tracking_number: "7" });
    expect(await numbers()).toEqual([RIGHT, "7", null]);
  });

  it("writes nothing if nothing changes, for a number that no parcel has, and without the right or the wrong number", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    const { body: shipped } = await ship(id, { tracking_number: WRONG });
    const same = await correct(id, { wrong_tracking_number: WRONG, tracking_number: WRONG });
    expect({ status: same.status, version: same.body.version }).toEqual({ status: 200, version: shipped.version });
    const unknown = await correct(id, { wrong_tracking_number: "1", tracking_number: RIGHT });
    expect({ status: unknown.status, path: unknown.body.error.details[0].path }).toEqual({ status: 404, path: "wrong_tracking_number" });
    expect((await correct(id, { wrong_tracking_number: WRONG, tracking_number: " " })).status).toBe(400);
    expect((await correct(id, { tracking_number: RIGHT })).status).toBe(400);
    expect(await trackingOf(order.id)).toEqual([expect.objectContaining({ tracking_number: WRONG })]);
  });

  it("causes an event of the order and one of the supplier order, and entries for the correction and for the fulfillment in the order's history", async () => {
    const order = await orderOf(shop, anItem());
    const { id } = await sendAll(shop, order.id);
    await ship(id, { tracking_number: WRONG });
    const { next_cursor } = (await shop.v2("/events?limit=100")).body;
    await correct(id, { wrong_tracking_number: WRONG, tracking_number: RIGHT });
    const { data } = (await shop.v2(`/events?limit=100&after=${next_cursor}`)).body;
    expect(data.map(({ event }: { event: string }) => event).toSorted()).toEqual(["order.updated", "supplier_order.updated"]);
    const entries = await rows(
      `select "change", to_value, changed_fields from order_history where organization_id = ? order by id desc limit 2`,
      shop.id,
    );
    expect(entries).toEqual(
      expect.arrayContaining([
        { change: "supplier_order", to_value: `tracking_corrected ${id}`, changed_fields: null },
        { change: "fulfillment", to_value: "in_transit", changed_fields: '["tracking_number"]' },
      ]),
    );
  });

  it("is open to the supplier's token for its own orders only", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    await ship(sent.id, { tracking_number: WRONG });
    const { data } = (await shop.v2("/suppliers")).body;
    const bags = data.find(({ name }: { name: string }) => name === "Bag works");
    const correctAs = async (supplier_id: string) => {
      const token = await createCredential(shop.id, "api_token", {
        scopes: ["supplier_orders:read", "supplier_orders:write"],
        supplier_id,
      });
      const body = { wrong_tracking_number: WRONG, tracking_number: RIGHT };
      return (await v2As(token)(`/supplier-orders/${sent.id}/correct-tracking`, { body })).status;
    };
    expect({ other: await correctAs(bags.id), own: await correctAs(sent.supplier_id) }).toEqual({ other: 404, own: 200 });
  });
});

describe("the page on which a supplier corrects a tracking number", () => {
  it("shows what is in the parcel, and keeps the carrier up to date that the number shows", async () => {
    const order = await orderOf(shop, anItem({ personalization: "Ann" }), anItem({ name: "Cup" }));
    const sent = await sendAll(shop, order.id);
    await ship(sent.id, { tracking_number: WRONG });
    const base = new URL((await shop.v2(`/suppliers/${sent.supplier_id}/links`, { body: {} })).body.url).pathname;
    const orderPage = `/orders/${sent.id}`;
    const page = `${orderPage}/correct?number=${WRONG}`;
    expect((await visit(base + orderPage)).text).toContain(`href="${base}${page}" aria-label="Change ${WRONG}"`);
    const shown = await visit(base + page);
    for (const text of ["3 × Mug · Ann", "3 × Cup", `value="${WRONG}"`, 'value="UPS"']) expect(shown.text).toContain(text);
    const empty = await send(base, { page, action: `${orderPage}/correct`, tracking_number: "", carrier: "UPS" });
    expect({ status: empty.status, notices: noticesIn(empty), hasForm: empty.text.includes("3 × Mug · Ann") }).toEqual({
      status: 400,
      notices: ["This did not work Enter the tracking number."],
      hasForm: true,
    });
    // The carrier is sent as the form has it, so nobody has named it. Spaces and invisible characters of a copied number are removed.
    const done = await send(base, { page, action: `${orderPage}/correct`, tracking_number: " RR123\u0000\u202E456785GB ", carrier: "UPS" });
    expect(noticesIn(await visit(done.location ?? ""))).toEqual(["Tracking number changed. Thank you!"]);
    expect(await trackingOf(order.id)).toEqual([
      { tracking_number: "RR123456785GB", carrier: "Royal Mail", tracking_url: expect.stringContaining("RR123456785GB") },
    ]);
  });

  it("says that the number was changed meanwhile, and shows the order", async () => {
    const order = await orderOf(shop, anItem());
    const sent = await sendAll(shop, order.id);
    await ship(sent.id, { tracking_number: WRONG });
    const base = new URL((await shop.v2(`/supplier-orders/${sent.id}/links`, { body: {} })).body.url).pathname;
    const action = `/orders/${sent.id}/correct`;
    const form = formOf(await visit(`${base}${action}?number=${WRONG}`), action);
    await correct(sent.id, { wrong_tracking_number: WRONG, tracking_number: RIGHT });
    const late = await visit(base + action, { form: { ...form, tracking_number: "OTHER", carrier: "" } });
    expect({ status: late.status, notices: noticesIn(late), hasRight: late.text.includes(RIGHT) }).toEqual({
      status: 404,
      notices: ["This did not work This tracking number was changed meanwhile. Below is what is recorded now."],
      hasRight: true,
    });
    // The address of the form, without a number, shows the order too when it is opened again.
    expect((await visit(`${base}${action}`)).text).toContain(`Order #${sent.number}`);
  });
});
