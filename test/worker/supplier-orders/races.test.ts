import { beforeEach, describe, expect, it } from "vitest";
import { rows, type Shop } from "../../kit/client";
import { createCredential, v2As } from "../../kit/client";
import { envUnder } from "../faults/crossings";
import { injectAt, beforeCall } from "../faults/outages";
import { send as sendRequest } from "../faults/route-fixture";
import { formOf, noticesIn, visit } from "../public/kit";
import { anItem, aProducingShop, change, orderOf, send, sendAll, sentIn, statusesOf, type SupplierOrderResponse } from "./kit";

/**
 * Changes of supplier orders at the same time: by the supplier's page and the shop, by the page and the supplier's token
 * (docs/spec/supplier-page.md#changes-at-the-same-time), and by two requests of the shop.
 */

let shop: Shop;
let link: string;
let sent: SupplierOrderResponse;
let orderId: number;
let itemId: string;
beforeEach(async () => {
  shop = await aProducingShop();
  const order = await orderOf(shop, anItem());
  [orderId, itemId] = [order.id, order.items[0].id];
  sent = await sendAll(shop, orderId);
  link = new URL((await shop.v2(`/suppliers/${sent.supplier_id}/links`, { body: {} })).body.url).pathname;
});

const page = () => `/orders/${sent.id}`;

/** Opens the page of the order anew, as another tab does, and returns the fields of one of its forms. */
const formInTab = async (action: string, fields: Record<string, string> = {}) => ({
  path: link + page() + action,
  form: { ...formOf(await visit(link + page()), page() + action), ...fields },
});

const readSupplierOrder = async () => (await shop.v2(`/supplier-orders/${sent.id}`)).body;

/** The bindings with which the first batch that writes is sent only after something else has happened. */
const after = (happens: () => Promise<unknown>) => envUnder(injectAt(["d1.write"], beforeCall(happens), 1).plan);

/** How often the supplier order has got a state. */
const timesIn = async (state: string) =>
  (
    await rows(
      `select 1 from order_history where organization_id = ? and "change" = 'supplier_order' and to_value = ?`,
      shop.id,
      `${state} ${sent.id}`,
    )
  ).length;

describe("accepting a supplier order", () => {
  it("happens once in two tabs at once", async () => {
    const tabs = [await formInTab("/accept"), await formInTab("/accept")];
    const responses = await Promise.all(tabs.map(async ({ path, form }) => await visit(path, { form })));
    expect({
      statuses: responses.map(({ status }) => status),
      times: await timesIn("accepted"),
      version: (await readSupplierOrder()).version,
    }).toEqual({
      statuses: [303, 303],
      times: 1,
      version: sent.version + 1,
    });
  });

  it("changes nothing after the shop has cancelled it, also if that happens between the read and the commit", async () => {
    const { path, form } = await formInTab("/accept");
    const cancel = async () => await change(shop, sent.id, { state: "cancelled", reason: "The buyer has changed their mind" });
    const response = await visit(path, { form, bindings: after(cancel) });
    const notice = "This did not work This order was changed meanwhile. It is now: cancelled.";
    expect({ status: response.status, notices: noticesIn(response), state: (await readSupplierOrder()).state }).toEqual({
      status: 409,
      notices: [notice],
      state: "cancelled",
    });
    const late = await visit(path, { form });
    expect({ notices: noticesIn(late), times: await timesIn("accepted"), statuses: await statusesOf(shop, orderId) }).toEqual({
      notices: [notice],
      times: 0,
      statuses: ["New", "New"],
    });
  });
});

describe("shipping the same line", () => {
  /** What was shipped, as the supplier order and the fulfillments say. */
  const readShipped = async () => {
    const { lines, state } = await readSupplierOrder();
    const { data } = (await shop.v2(`/orders/${orderId}/fulfillments`)).body;
    return { state, units: lines[0].shipped_quantity, fulfillmentCount: data.length };
  };

  const shipByApi = async (tracking_number: string) => {
    const scopes = ["supplier_orders:read", "supplier_orders:write"];
    const system = v2As(await createCredential(shop.id, "api_token", { scopes, supplier_id: sent.supplier_id }));
    return await system(`/supplier-orders/${sent.id}/ship`, { body: { lines: [{ order_item_id: itemId }], tracking_number } });
  };

  beforeEach(async () => {
    await change(shop, sent.id, { state: "in_production" });
  });

  it("on the page and by API at once ships it once, and rejects the other request", async () => {
    const { path, form } = await formInTab("/ship", { tracking_number: "BY-PAGE" });
    const [byPage, byApi] = await Promise.all([visit(path, { form }), shipByApi("BY-API")]);
    expect([
      [303, 409],
      [409, 201],
    ]).toContainEqual([byPage.status, byApi.status]);
    expect(await readShipped()).toEqual({ state: "shipped", units: 3, fulfillmentCount: 1 });
  });

  it("by API between the read and the commit of the page ships it once", async () => {
    const { path, form } = await formInTab("/ship", { tracking_number: "BY-PAGE" });
    const response = await visit(path, { form, bindings: after(async () => await shipByApi("BY-API")) });
    expect({ status: response.status, notices: noticesIn(response) }).toEqual({
      status: 409,
      notices: ["This did not work This order was changed meanwhile. It is now: shipped."],
    });
    const { data } = (await shop.v2(`/orders/${orderId}/fulfillments`)).body;
    expect({ ...(await readShipped()), numbers: data.map((each: { tracking_number: string }) => each.tracking_number) }).toEqual({
      state: "shipped",
      units: 3,
      fulfillmentCount: 1,
      numbers: ["BY-API"],
    });
  });
});

describe("an item of which two supplier orders have parts", () => {
  it.each([
    ["is New again if both are cancelled at once", { state: "cancelled", reason: "Too late" }, "New"],
    ["is In Production if one is cancelled while the other goes into production", { state: "in_production" }, "In Production"],
  ])("%s", async (_title, changeOfOther, status) => {
    const order = await orderOf(shop, anItem());
    const sendUnits = async (quantity: number) =>
      sentIn(await send(shop, { items: [{ order_item_id: order.items[0].id, quantity }] }))[0]?.id ?? "";
    const [one, other] = [await sendUnits(2), await sendUnits(1)];
    const bindings = after(async () => await change(shop, other, changeOfOther));
    const cancel = { state: "cancelled", reason: "No material" };
    const response = await sendRequest(bindings, `/api/v2/supplier-orders/${one}`, "PATCH", cancel, {
      Authorization: `Bearer ${shop.token.secret}`,
    });
    expect({ status: response.status, state: response.body.state, statuses: await statusesOf(shop, order.id) }).toEqual({
      status: 200,
      state: "cancelled",
      statuses: [status, status],
    });
  });
});
