import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, ingestOrder, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "./kit";

/** What fields offer while they are typed, and a customer's other orders (docs/spec/console.md#pickers, #other-orders). */

let shop: Shop;
let member: Visitor;
let stranger: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  stranger = await createMember((await createShop()).id, "owner");
});

interface Pick {
  value: string;
  label: string;
  fields: Record<string, string>;
}

const readPicks = async (of: string, q: string, as = member): Promise<Pick[]> => {
  const { status, text } = await as.open(`/pick/${of}?q=${encodeURIComponent(q)}`);
  expect(status).toBe(200);
  return (JSON.parse(text) as { picks: Pick[] }).picks;
};

describe("a picker", () => {
  it("offers products with their SKUs, at most eight", async () => {
    for (let nth = 1; nth <= 10; nth += 1)
      await shop.v1("/products", { method: "POST", headers: idempotencyKey(), body: { title: `Blue mug ${nth}`, sku: `BLUE-${nth}` } });
    const found = await readPicks("products", "blue mug");
    expect(found).toHaveLength(8);
    expect(found).toContainEqual({ value: "Blue mug 10 · BLUE-10", label: "BLUE-10", fields: { name: "Blue mug 10", sku: "BLUE-10" } });
    expect((await readPicks("products", "BLUE-7")).map(({ fields }) => fields["sku"])).toEqual(["BLUE-7"]);
    expect(await readPicks("products", "blue", stranger)).toEqual([]);
    expect(await readPicks("products", "")).toEqual([]);
  });

  it("offers each customer once, as their newest order has them", async () => {
    const address = { ship_name: "Ann Lee", ship_address1: "Rua 1", ship_city: "Lisboa", ship_country: "PT" };
    await ingestOrder(shop, { customer_name: "Ann Lee", customer_email: "ann@example.com", ...address, ship_city: "Porto" });
    await ingestOrder(shop, { customer_name: "Ann Lee", customer_email: "ann@example.com", ...address });
    await ingestOrder(shop, { customer_name: "Anna Berg", customer_phone: "+47 555 0101 22" });
    // Its item has the name of Ann, so the search finds the order, but she is not its customer.
    await ingestOrder(shop, { customer_name: "Bo Oak", items: [{ name: "Ann's mug", price: 1 }] });
    const found = await readPicks("customers", "ann");
    expect(found.map(({ value }) => value)).toEqual(["Anna Berg, +47 555 0101 22", "Ann Lee, ann@example.com"]);
    expect(found[1]?.fields).toEqual({ customer_name: "Ann Lee", customer_email: "ann@example.com", ...address });
    expect((await readPicks("customers", "ann@example.com")).map(({ fields }) => fields["ship_city"])).toEqual(["Lisboa"]);
    expect(await readPicks("customers", "ann", stranger)).toEqual([]);
  });

  it("offers the newest orders that the search finds, at most eight, with the names of their customers", async () => {
    for (let nth = 1; nth <= 9; nth += 1) {
      await ingestOrder(shop, {
        number: `P-${nth}`,
        customer_name: "Cleo Ash",
        date: `2025-01-0${nth}`,
        items: [{ name: "Vase", price: 1 }],
      });
    }
    const found = await readPicks("orders", "cleo");
    expect(found.map(({ label }) => label)).toEqual([9, 8, 7, 6, 5, 4, 3, 2].map((nth) => `P-${nth}, Cleo Ash`));
    expect(await readPicks("orders", "P-7")).toEqual([found[2]]);
    expect((await member.open(`/orders/${found[2]?.value}`)).text).toContain("P-7");
    expect(await readPicks("orders", "cleo", stranger)).toEqual([]);
    expect(await readPicks("orders", "")).toEqual([]);
  });

  it("offers the members of the organization, and of no other", async () => {
    const found = await readPicks("members", member.email.slice(0, 12).toUpperCase());
    expect(found).toEqual([{ value: member.email, label: member.email, fields: {} }]);
    expect(await readPicks("members", member.email, stranger)).toEqual([]);
    // A text is no pattern.
    expect(await readPicks("members", "%")).toEqual([]);
  });

  it("of products, customers or orders reads in one round trip, besides the one for the member", async () => {
    for (const of of ["products", "customers", "orders"])
      expect({ of, d1_trips: (await logOf(() => member.open(`/pick/${of}?q=ann`))).d1_trips }).toEqual({ of, d1_trips: 2 });
  });
});

describe("the other orders of a customer", () => {
  const readOtherOrders = async (query: Record<string, string>, as = member) => {
    const { text } = await as.open(`/orders/of-customer?${new URLSearchParams(query).toString()}`);
    return (JSON.parse(text) as { orders: { label: string; detail: string; href: string }[] }).orders;
  };

  it("are the newest five with the same email address or phone number, without the order itself", async () => {
    const createOrder = (number: string, fields: object) => ingestOrder(shop, { number, date: "2026-03-04T10:00:00Z", ...fields });
    const own = await createOrder("C-1", { customer_email: "cy@example.com", customer_phone: "+1 (555) 010-9999" });
    await createOrder("C-2", { customer_email: " CY@Example.com " });
    await createOrder("C-3", { customer_phone: "001 555 0109999" });
    await createOrder("C-4", { customer_email: "cy@example.com.br" });
    const page = (await member.open(`/orders/${own.id}`)).text;
    const [, path = ""] = /data-other-orders="([^"]*)"/.exec(page) ?? [];
    const { pathname, searchParams } = new URL(path.replaceAll("&amp;", "&"), "https://console.local");
    expect(pathname).toBe(`/console/${shop.id}/orders/of-customer`);
    const found = await readOtherOrders(Object.fromEntries(searchParams));
    expect(found.map(({ label }) => label).toSorted()).toEqual(["C-2", "C-3"]);
    expect(found[0]?.detail).toMatch(/^New · 4 Mar 2026 · \$/);
    expect(found.every(({ href }) => /\/orders\/\d+$/.test(href))).toBe(true);
    for (let nth = 1; nth <= 6; nth += 1) await createOrder(`D-${nth}`, { customer_email: "di@example.com", date: `2026-02-0${nth}` });
    expect((await readOtherOrders({ email: "di@example.com" })).map(({ label }) => label)).toEqual(["D-6", "D-5", "D-4", "D-3", "D-2"]);
  });

  it("are those of the organization, and none without contact data", async () => {
    expect(await readOtherOrders({ email: "cy@example.com" }, stranger)).toEqual([]);
    expect(await readOtherOrders({})).toEqual([]);
    // Neither is a whole address or number.
    expect(await readOtherOrders({ email: "cy", phone: "12" })).toEqual([]);
    const { id } = await ingestOrder(shop, { number: "E-1" });
    expect((await member.open(`/orders/${id}`)).text).not.toContain("data-other-orders");
  });
});
