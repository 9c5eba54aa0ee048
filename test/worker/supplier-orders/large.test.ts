import { describe, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { itAtLength } from "../../kit/form";
import { formOf, visit } from "../public/kit";

/** As long as a text of an item may be. */
const LONG = "x".repeat(5000);

interface Large {
  shop: Shop;
  supplierId: string;
  /** Creates an order of this many items, with about 10 KiB of text each, and returns its id. */
  createOrder: (count: number) => Promise<number>;
}

async function aLargeShop(): Promise<Large> {
  const shop = await createShop();
  const { id } = (await shop.v2("/suppliers", { body: { name: "Acme" } })).body;
  const item = { name: "Mug", price: 1, assigned_supplier: "Acme", personalization: LONG, variations: LONG };
  const createOrder = async (count: number): Promise<number> =>
    (await shop.v2("/orders", { body: { store: "gift", items: Array.from({ length: count }, () => item) } })).body.id;
  return { shop, supplierId: id, createOrder };
}

const send = (shop: Shop, ...ids: number[]) => shop.v2("/supplier-orders", { body: { order_ids: ids, override_reason: "Made to stock" } });

describe("supplier orders with much text", () => {
  it("are limited to 4 MiB for a request, and nothing is written of a larger one", { tags: "long" }, async () => {
    const { shop, createOrder } = await aLargeShop();
    const ids = [
      await createOrder(80),
      await createOrder(80),
      await createOrder(80),
      await createOrder(80),
      await createOrder(80),
      await createOrder(80),
    ];
    const { status, body } = await send(shop, ...ids);
    expect({ status, details: body.error.details }).toEqual({
      status: 413,
      details: [{ code: "stored_items_limit", message: expect.stringContaining("more than 4 MiB of text") }],
    });
    expect((await shop.v2("/supplier-orders")).body.data).toEqual([]);
    expect((await send(shop, ...ids.slice(0, 2))).status).toBe(201);
  });

  itAtLength("are shown as far as they fit in a page: on the supplier's page, in the list and in its pages", async () => {
    const { shop, supplierId, createOrder } = await aLargeShop();
    for (let n = 0; n < 8; n += 1) {
      const sent = await send(shop, await createOrder(70), await createOrder(70));
      expect(sent.status).toBe(201);
    }
    const { url } = (await shop.v2(`/suppliers/${supplierId}/links`, { body: {} })).body;
    const page = await visit(new URL(url).pathname);
    expect(page.status).toBe(200);
    expect(page.text).toContain("Order #1<");
    expect(page.text).not.toContain("Order #8<");
    // All lines have more than 10 MB of text, but an order is shown with the names of a few of them.
    expect(page.text.length).toBeLessThan(150_000);
    const first = (await shop.v2("/supplier-orders?limit=200")).body;
    expect(first.has_more).toBe(true);
    const rest = (await shop.v2(`/supplier-orders?limit=200&cursor=${first.next_cursor}`)).body;
    const lineCounts = [...first.data, ...rest.data].map(
      (order: { lines: { personalization: string }[] }) => order.lines.filter(({ personalization }) => personalization === LONG).length,
    );
    expect(lineCounts).toEqual(Array.from({ length: 8 }, () => 140));
  });

  it("are accepted with the link of one order, also with more text than a page has at first (1 MiB)", { tags: "long" }, async () => {
    const { shop, createOrder } = await aLargeShop();
    const [sent] = (await send(shop, await createOrder(80), await createOrder(80))).body.supplier_orders;
    const link = new URL((await shop.v2(`/supplier-orders/${sent.id}/links`, { body: {} })).body.url).pathname;
    const form = formOf(await visit(link), `/orders/${sent.id}/accept`);
    expect((await visit(`${link}/orders/${sent.id}/accept`, { form })).status).toBe(303);
    expect((await shop.v2(`/supplier-orders/${sent.id}`)).body.state).toBe("accepted");
  });

  it("have a file that is not many times as large: a field is in at most two of its columns", async () => {
    const { shop, supplierId } = await aLargeShop();
    const columns = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `Text ${n}`, field: "personalization" }));
    const change = async (count: number) =>
      await shop.v2(`/suppliers/${supplierId}`, { method: "PATCH", body: { file_columns: columns(count) } });
    expect((await change(2)).status).toBe(200);
    const { status, body } = await change(3);
    expect({ status, code: body.error.details[0].code }).toEqual({ status: 400, code: "repeated_field" });
  });
});
