import { beforeAll, describe, expect, it } from "vitest";
import { createShop, asOperator, idempotencyKey, type ApiResponse, type Shop } from "../../kit/client";
import { createMember, type Visitor } from "../console/kit";

/** In the expected sort order. Those that compare as equal (`ALIKE`) are sorted by id. */
const NAMES = [
  "Ærø",
  "aesop",
  "alan",
  "Åland",
  "Igor",
  "Ígor",
  "igor 2",
  "Lodz",
  "Łódź",
  "o'neil",
  "Øystein",
  "Strasse",
  "Straße",
  "Zoë",
  "Жанна",
];

let shop: Shop;
let visitor: Visitor;
beforeAll(async () => {
  shop = await createShop();
  visitor = await createMember(shop.id, "viewer");
  const [first, ...others] = NAMES;
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { name: first } });
  // Neither in this order nor in the reverse order.
  for (const name of mixed(others)) await asOperator(`/organizations/${shop.id}/stores`, { name, platform: "custom" });
  const orders = mixed(NAMES).map((name) => ({
    store: name,
    customer_name: name,
    items: [{ name, price: 1, sku: name, status: name }],
  }));
  expect((await shop.v2("/orders/bulk", { body: { orders } })).body.summary.created).toBe(NAMES.length);
  for (const name of mixed(NAMES)) {
    await shop.v1("/products", { body: { title: name, sku: name }, headers: idempotencyKey() });
    await shop.v1("/expenses", { body: { category: name, amount: 1, date: "2026-01-01" } });
  }
});

/** The names in another order. */
function mixed(names: readonly string[]): string[] {
  return [...names.filter((_, index) => index % 3 === 1), ...names.filter((_, index) => index % 3 !== 1)];
}

/** The names in the order in which their rows are created. */
const CREATION_ORDER = mixed(NAMES);
const ALIKE = [
  ["Igor", "Ígor"],
  ["Lodz", "Łódź"],
  ["Strasse", "Straße"],
];
/** The names as lists return them: those that compare as equal in the order of their creation. */
function listed(direction: string, creationOrder: readonly string[] = CREATION_ORDER): string[] {
  const names = [...NAMES];
  for (const alike of ALIKE) {
    const at = Math.min(...alike.map((name) => names.indexOf(name)));
    names.splice(at, alike.length, ...alike.toSorted((one, other) => creationOrder.indexOf(one) - creationOrder.indexOf(other)));
  }
  return direction === "asc" ? names : names.toReversed();
}

const STORE_CREATION_ORDER = [NAMES[0] ?? "", ...mixed(NAMES.slice(1))];

/** A field of every row, over all pages with four rows each. */
async function valuesOfAllPages(path: string, field: string): Promise<string[]> {
  const values: string[] = [];
  for (let page = 1; page <= 5; page += 1) {
    const response: ApiResponse = await shop.v1(`${path}${path.includes("?") ? "&" : "?"}page=${page}&page_size=4`);
    expect(response.status, response.text).toBe(200);
    values.push(...response.body.data.map((row: Record<string, string>) => row[field]));
  }
  return values;
}

describe.each(["asc", "desc"])("texts are sorted by base letters, ignoring case, accents and the locale: %s", (direction) => {
  it.each([
    ["/orders?sort=customerName", "customerName", CREATION_ORDER],
    ["/orders?sort=storeName", "storeName", STORE_CREATION_ORDER],
    ["/orderItems?sort=name", "name", CREATION_ORDER],
    ["/orderItems?sort=sku", "sku", CREATION_ORDER],
    ["/orderItems?sort=status", "status", CREATION_ORDER],
    ["/orderItems?sort=storeName", "storeName", STORE_CREATION_ORDER],
    ["/products?sort=title", "title", CREATION_ORDER],
    ["/products?sort=sku", "sku", CREATION_ORDER],
    ["/expenses?sort=category", "category", CREATION_ORDER],
  ])("%s", async (path, field, creationOrder) => {
    expect(await valuesOfAllPages(`${path}:${direction}`, field)).toEqual(listed(direction, creationOrder));
  });
});

describe("stores are sorted by name in the same way", () => {
  it("in Public V1", async () => {
    expect(await valuesOfAllPages("/stores", "name")).toEqual(listed("asc", STORE_CREATION_ORDER));
  });

  it("in v2, page by page, each once", async () => {
    const names: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body }: ApiResponse = await shop.v2(`/stores?limit=4${cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`}`);
      names.push(...body.data.map(({ name }: { name: string }) => name));
      cursor = body.next_cursor;
    }
    expect(names).toEqual(listed("asc", STORE_CREATION_ORDER));
  });

  it("in the console, as are orders, products and saved views", async () => {
    const namesAsShown = async (path: string): Promise<string[]> => {
      const { text } = await visitor.open(path);
      const table = text.slice(text.indexOf("<tbody"));
      const at = (name: string) => table.indexOf(`>${name.replace("'", "&#39;")}<`);
      expect(NAMES.filter((name) => at(name) === -1)).toEqual([]);
      return NAMES.toSorted((one, other) => at(one) - at(other));
    };
    expect(await namesAsShown("/stores")).toEqual(listed("asc", STORE_CREATION_ORDER));
    expect(await namesAsShown("/orders?sort=customer_name:asc")).toEqual(listed("asc"));
    expect(await namesAsShown("/products?sort=title:asc")).toEqual(listed("asc"));
    const member = await createMember(shop.id, "member");
    for (const name of ["Zebra", "Übersicht", "Ubuntu"]) await member.send("/orders?status=New", { name });
    const views = (await member.open("/orders/views")).text;
    expect(["Übersicht", "Ubuntu", "Zebra"].map((name) => views.indexOf(`>${name}<`)).every((at, n, all) => at > (all[n - 1] ?? 0))).toBe(
      true,
    );
  });
});

describe("the sort position follows a changed text", () => {
  it("of an order, an item, its status, a product, an expense and a store", async () => {
    const own = await createShop();
    const names = async (path: string, field: string): Promise<string[]> =>
      (await own.v1(path)).body.data.map((row: Record<string, string>) => row[field]);
    const created: Record<string, ApiResponse["body"]> = {};
    for (const name of ["Óscar", "Peter"]) {
      const body = { store: "Gift shop", customer_name: name, items: [{ name, price: 1, sku: name, status: name }] };
      created[name] = {
        order: (await own.v2("/orders", { body })).body,
        product: (await own.v1("/products", { body: { title: name, sku: name }, headers: idempotencyKey() })).body.data,
        expense: (await own.v1("/expenses", { body: { category: name, amount: 1, date: "2026-01-01" } })).body.data,
        store: (await own.v2("/stores", { body: { name, platform: "custom" } })).body,
      };
    }
    const { order, product, expense, store } = created["Óscar"];
    await own.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_name: "Quinn" } });
    await own.v2(`/order-items/${order.items[0].id}`, { method: "PATCH", body: { name: "Quinn", sku: "Quinn" } });
    await own.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "Quinn" }, headers: idempotencyKey() });
    await own.v1(`/products/${product.id}`, { method: "PUT", body: { title: "Quinn", sku: "Quinn" }, headers: idempotencyKey() });
    await own.v1(`/expenses/${expense.id}`, { method: "PUT", body: { category: "Quinn" } });
    await own.v2(`/stores/${store.id}`, { method: "PATCH", body: { name: "Quinn" } });
    for (const [path, field] of [
      ["/orders?sort=customerName:asc", "customerName"],
      ["/orderItems?sort=name:asc", "name"],
      ["/orderItems?sort=sku:asc", "sku"],
      ["/orderItems?sort=status:asc", "status"],
      ["/products?sort=title:asc", "title"],
      ["/products?sort=sku:asc", "sku"],
      ["/expenses?sort=category:asc", "category"],
    ] as const) {
      expect(await names(path, field), path).toEqual(["Peter", "Quinn"]);
    }
    expect(await names("/stores", "name")).toEqual(["Gift shop", "Peter", "Quinn"]);
    // A fulfillment that ships an item also sets its status.
    await own.v1(`/orderItems/${order.items[0].id}/status`, { body: { status: "Ábc" }, headers: idempotencyKey() });
    await own.v2(`/orders/${order.id}/fulfillments`, { body: { status: "in_transit" } });
    expect(await names("/orderItems?sort=status:asc", "status")).toEqual(["Peter", "Shipped"]);
  });
});
