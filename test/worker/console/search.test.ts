import { beforeAll, describe, expect, it } from "vitest";
import { commandsFor } from "../../../src/resources/orders/console/search/commands";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "./kit";

let shop: Shop;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
  await ingestOrder(shop, { number: "#7001", customer_name: "Ann Lee", items: [{ name: "Engraved mug", sku: "MUG-11", price: 1 }] });
  await ingestOrder(shop, { number: "#7002", customer_name: "Bea Lee", items: [{ name: "Tote", sku: "TOTE-1", price: 1 }] });
  await shop.v1("/products", { method: "POST", headers: idempotencyKey(), body: { title: "Mug", sku: "MUG-11" } });
});

describe("the search of the console", () => {
  it("finds orders and products by the beginnings of their words, with one round trip for each", async () => {
    const { status, text } = await viewer.open("/search?q=mug");
    expect(status).toBe(200);
    expect([text.includes("#7001"), text.includes("#7002"), text.includes(">Mug</a>")]).toEqual([true, false, true]);
    const beginning = (await viewer.open("/search?q=le")).text;
    expect([beginning.includes("#7001"), beginning.includes("#7002")]).toEqual([true, true]);
    // The session, the orders and the products.
    expect((await logOf(() => viewer.open("/search?q=lee"))).d1_trips).toBe(3);
  });

  it("opens the order if it is the only result", async () => {
    const { status, location } = await viewer.open("/search?q=7002");
    expect({ status, location }).toEqual({ status: 303, location: expect.stringMatching(/\/orders\/\d+$/) });
  });

  it("explains what can be searched if there are no results", async () => {
    expect((await viewer.open("/search?q=zebra")).text).toContain("Nothing found.");
    expect((await viewer.open("/search")).text).toContain("Enter a number, a customer, an email address");
  });

  it("opens a ticket that is named, and lists one whose number may be another thing's", async () => {
    const { body } = await shop.v2("/tickets", { method: "POST", body: { subject: "Where is it?", body: "I wait." } });
    for (const q of [`ticket ${body.number}`, `Ticket #${body.number}`])
      expect((await viewer.open(`/search?q=${encodeURIComponent(q)}`)).location).toBe(`/console/${shop.id}/tickets/${body.id}`);
    // The ticket has the number 1, with which a word of the SKU MUG-11 begins, too.
    expect(body.number).toBe(1);
    const { status, text } = await viewer.open(`/search?q=%23${body.number}`);
    expect({ status, listed: text.includes(`/tickets/${body.id}`) }).toEqual({ status: 200, listed: true });
    expect((await viewer.open(`/search?q=%23${body.number + 1}`)).text).toContain("Nothing found.");
  });

  it("can be started from another page", async () => {
    expect((await viewer.open("/products")).text).toContain(`action="/console/${shop.id}/search"`);
  });
});

describe("the palette", () => {
  const results = async (q: string, visitor = viewer) => {
    const { status, text } = await visitor.open(`/search/results?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return (JSON.parse(text) as { results: { kind: string; label: string; href: string }[] }).results;
  };

  it("gets orders with their customers, and products, for a text; these and suppliers take one round trip each", async () => {
    expect((await results("mug")).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      "Order #7001",
      "Product Mug",
      "Action Print the packing slip of #7001",
    ]);
    expect((await results("lee")).map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      "Order #7002",
      "Order #7001",
      "Customer Bea Lee",
      "Customer Ann Lee",
    ]);
    // The session, the orders, the products and the suppliers.
    expect((await logOf(() => viewer.open("/search/results?q=lee"))).d1_trips).toBe(4);
    expect([await results(""), await results("zebra")]).toEqual([[], []]);
  });

  it("gets the actions of an order that the member may perform", async () => {
    const member = await createMember(shop.id, "member");
    const labels = async (q: string, visitor: Visitor) => (await results(q, visitor)).map(({ label }) => label);
    expect(await labels("7001", member)).toEqual([
      "#7001",
      "Ship #7001",
      "Tag #7001",
      "Assign #7001",
      "Refund #7001",
      "Print the packing slip of #7001",
    ]);
    expect(await labels("ship lee", member)).toEqual(["Ship #7002", "Ship #7001"]);
    expect(await labels("ship lee", viewer)).toEqual([]);
    const [tag] = await results("tag 7001", member);
    expect((await member.open((tag?.href ?? "").replace(`/console/${shop.id}`, "").split("#", 1)[0] ?? "")).text).toContain(
      'id="in-place-tags"',
    );
  });

  it("finds suppliers by their name or code, and a supplier order by its number", async () => {
    const { body: supplier } = await shop.v2("/suppliers", { method: "POST", body: { name: "Ácme Mugs", code: "AM" } });
    const items = [{ name: "Cup", sku: "CUP", price: 1, assigned_supplier: "AM" }];
    const { id } = await ingestOrder(shop, { number: "#7003", items });
    const { body } = await shop.v2("/supplier-orders", { method: "POST", body: { order_ids: [id], override_reason: "Checked" } });
    const [{ id: orderId, number }] = body.supplier_orders;
    for (const q of ["ácme m", "am"]) {
      expect(await results(q)).toContainEqual({
        kind: "Supplier",
        label: "Ácme Mugs",
        detail: "AM",
        href: `/console/${shop.id}/suppliers/${supplier.id}`,
      });
    }
    for (const q of [`#${number}`, `supplier order ${number}`]) {
      expect(await results(q)).toContainEqual({
        kind: "Supplier order",
        label: `#${number} Ácme Mugs`,
        detail: "Sent",
        href: `/console/${shop.id}/production/${orderId}`,
      });
    }
  });

  it("finds the pages that start something, which the member may open", { tags: "long" }, async () => {
    const labels = async (visitor: Visitor) => (await results("create", visitor)).map(({ label }) => label);
    const member = await createMember(shop.id, "member");
    expect(await labels(member)).toEqual(["Create order", "Create ticket", "Create product", "Create supplier", "Create store"]);
    expect(await labels(viewer)).toEqual([]);
    const owner = await createMember(shop.id, "owner");
    const words = ["create", "import", "invite", "connect", "upload", "orders by", "orders ready", "unmatched", "templates"];
    const found = (await Promise.all(words.map((q) => results(q, owner)))).flat().filter(({ kind }) => kind === "Action");
    // Together, these words find each command: two letters find those of which a word begins with them.
    const letters = "abcdefghijklmnopqrstuvwxyz".split("");
    const commands = letters.flatMap((first) => letters.flatMap((second) => commandsFor(first + second)));
    expect(new Set(found.map(({ href }) => href))).toEqual(new Set(commands.map(({ path }) => `/console/${shop.id}${path}`)));
    for (const { href } of found) expect((await owner.open(href.replace(`/console/${shop.id}`, ""))).status).toBe(200);
  });
});
