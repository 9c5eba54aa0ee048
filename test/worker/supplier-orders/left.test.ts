import { beforeEach, describe, expect, it } from "vitest";
import { type ApiResponse, ingestOrder, type Shop } from "../../kit/client";
import { visit } from "../public/kit";
import { anItem, aProducingShop, change, sendAll } from "./kit";

/** What is left of a line is the same in the file, on the page and on the tickets (docs/spec/supplier-orders.md#files). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

/** A supplier order with a line of 2 and a line of 1 in production, and a link to it. */
async function orderInProduction() {
  const order = await ingestOrder(shop, { number: "#1", items: [anItem({ quantity: 2 }), anItem({ name: "Cup", quantity: 1 })] });
  const sent = await sendAll(shop, order.id);
  await change(shop, sent.id, { state: "in_production" });
  const { url } = (await shop.v2(`/supplier-orders/${sent.id}/links`, { body: {} })).body;
  return { order, sent, link: new URL(url).pathname, mug: String(order.items[0].id), cup: String(order.items[1].id) };
}

/** The item and the quantity of each row of a file. */
const rowsIn = ({ text }: { text: string }) => {
  const [head = "", ...lines] = text
    .replace(/^\uFEFF/, "")
    .trim()
    .split("\r\n");
  const [item, quantity] = ["order_item_id", "quantity"].map((name) => head.split(",").indexOf(name));
  return lines.map((line) => [line.split(",")[item ?? 0], line.split(",")[quantity ?? 0]]);
};

const quantitiesOn = ({ text }: { text: string }) =>
  [...text.matchAll(/<p class="quantity">(.*?)<\/p>/gs)].map(([, words = ""]) => words.replaceAll(/<[^>]*>/g, "").trim());

const assertOk = ({ status, text }: ApiResponse) => {
  if (status >= 300) throw new Error(`${status} ${text}`);
};

describe("what is left of a line", () => {
  it.each<[string, (of: { orderId: number; mug: string }) => Promise<ApiResponse>]>([
    [
      "was refunded",
      ({ orderId, mug }) => shop.v2(`/orders/${orderId}/refunds`, { body: { items: [{ order_item_id: mug, quantity: 1 }] } }),
    ],
    [
      "was shipped by the organization",
      ({ orderId, mug }) =>
        shop.v2(`/orders/${orderId}/fulfillments`, {
          body: { status: "in_transit", tracking_number: "T0", items: [{ order_item_id: mug, quantity: 1 }] },
        }),
    ],
    ["is not wanted any more", ({ mug }) => shop.v2(`/order-items/${mug}`, { method: "PATCH", body: { quantity: 1 } })],
  ])("is one unit in the file and on the page, if the other one %s", async (_what, take) => {
    const { order, sent, link, mug, cup } = await orderInProduction();
    assertOk(await take({ orderId: order.id, mug }));
    const [page, tickets] = [await visit(`${link}/orders/${sent.id}`), await visit(`${link}/orders/${sent.id}/tickets`)];
    expect({ page: quantitiesOn(page), tickets: quantitiesOn(tickets) }).toEqual({
      page: ["Quantity 1 of 2 left", "Quantity 1"],
      tickets: ["Quantity 1", "Quantity 1"],
    });
    const left = [
      [mug, "1"],
      [cup, "1"],
    ];
    const file = await shop.v2(`/supplier-orders/${sent.id}/file`);
    expect([rowsIn(file), rowsIn(await visit(`${link}/orders/${sent.id}/file`))]).toEqual([left, left]);
    const csv = `order_item_id,quantity,tracking_number\n${rowsIn(file)
      .map(([item, quantity]) => `${item},${quantity},T${item}`)
      .join("\n")}\n`;
    const back = await shop.v2("/supplier-orders/import", { body: { supplier_id: sent.supplier_id, csv } });
    expect({ status: back.status, shipped: back.body.shipped }).toEqual({ status: 200, shipped: 2 });
  });

  it("is neither in the file nor on the tickets while it is on hold", async () => {
    const { sent, link, mug, cup } = await orderInProduction();
    assertOk(await shop.v2(`/supplier-orders/${sent.id}/ship`, { body: { lines: [{ order_item_id: cup }], tracking_number: "T0" } }));
    assertOk(await shop.v2(`/order-items/${mug}/hold`, { body: { reason: "Wait" } }));
    const tickets = async () => quantitiesOn(await visit(`${link}/orders/${sent.id}/tickets`));
    // The cup has a row because it was shipped.
    expect({ file: rowsIn(await shop.v2(`/supplier-orders/${sent.id}/file`)), tickets: await tickets() }).toEqual({
      file: [[cup, "1"]],
      tickets: [],
    });
    assertOk(await shop.v2(`/order-items/${mug}/release`, { body: {} }));
    expect(rowsIn(await shop.v2(`/supplier-orders/${sent.id}/file`))).toEqual([
      [mug, "2"],
      [cup, "1"],
    ]);
    expect(await tickets()).toEqual(["Quantity 2"]);
  });
});
