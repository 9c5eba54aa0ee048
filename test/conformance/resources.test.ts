import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, idempotencyKey, type Shop, ingestOrder, orderBody } from "../kit/client";
import { createNote, createExpense, insertFulfillment, createProduct, dataOf, FULL_ORDER, setStatus } from "./kit";
import { EXPENSE, PAYROLL_REQUEST } from "./resources/expense";
import { orderViolations, ORDER } from "./resources/order";
import { ORDER_ITEM } from "./resources/order-item";
import { ORDER_NOTE } from "./resources/order-note";
import { PRODUCT, PRODUCT_REQUEST } from "./resources/product";
import { violations, nullable } from "./resources/shape";
import { STATISTICS, STORE } from "./resources/store";
import { TRACKING } from "./resources/tracking";

let shop: Shop;
let full: ApiResponse["body"];
let bare: ApiResponse["body"];

beforeAll(async () => {
  shop = await createShop();
  const { id } = await ingestOrder(shop, FULL_ORDER);
  const { id: bareId } = await ingestOrder(shop, { items: [{ name: "Cup", price: 1 }] });
  const orders: ApiResponse["body"] = dataOf(await shop.v1("/orders"));
  full = orders.find((order: { id: number }) => order.id === id);
  bare = orders.find((order: { id: number }) => order.id === bareId);
});

/** The names of the fields that are null. */
const nulls = (value: object) => Object.entries(value).flatMap(([name, field]) => (field === null ? [name] : []));

describe("Order", () => {
  it("an order has the documented fields with their types, and no other", () => {
    expect(orderViolations(full)).toEqual([]);
    expect(nulls(full)).toEqual([]);
  });

  it("an order with nothing optional set: only nullable fields are null", () => {
    expect(orderViolations(bare)).toEqual([]);
    expect(nulls(bare).filter((name) => !nullable(ORDER).includes(name))).toEqual([]);
    expect(nulls(bare)).toEqual(expect.arrayContaining(["customerName", "customerAddress", "shipAddress1", "shipCountry"]));
  });

  it("has the amounts, the customer, the address and the flags of the order", () => {
    expect(full).toMatchObject({
      storeName: "Gift shop",
      date: "2026-01-02T03:04:05.000Z",
      currency: "EUR",
      totalAmount: 27,
      subtotal: 20,
      tax: 4,
      shippingCost: 5,
      discount: 2,
      customerName: "Ann Lee",
      customerAddress: "1 Main St, Springfield",
      shipAddress1: "1 Main St",
      shipAddress2: "Flat 2",
      shipCity: "Springfield",
      shipState: "IL",
      shipZipcode: "62701",
      shipCountry: "US",
      isGift: true,
      isRefunded: true,
      isCaseClosed: true,
      isLost: true,
      requiresAudit: true,
    });
  });

  it("items are Order items, as in the list of items", async () => {
    expect(full.items).toHaveLength(1);
    expect(violations(ORDER_ITEM, full.items[0])).toEqual([]);
    const items: ApiResponse["body"] = dataOf(await shop.v1("/orderItems"));
    expect(items.find(({ id }: { id: string }) => id === full.items[0].id)).toEqual(full.items[0]);
  });
});

describe("Order item", () => {
  it("an item in the list has the documented fields with their types, and no other", async () => {
    const items: ApiResponse["body"] = dataOf(await shop.v1("/orderItems"));
    expect(items).toHaveLength(2);
    for (const item of items) expect(violations(ORDER_ITEM, item)).toEqual([]);
  });

  it("id and orderId are strings, and orderId is the id of the order", () => {
    expect(full.items[0].id).toMatch(/^\d+$/);
    expect(full.items[0].orderId).toBe(String(full.id));
  });

  it("an item shows every field that was sent", () => {
    expect(nulls(full.items[0])).toEqual([]);
    expect(full.items[0]).toMatchObject({
      name: "Mug",
      quantity: 2,
      price: 10,
      customOrderId: "C-1001",
      sku: "MUG",
      customSku: "MUG-BLUE",
      spu: "MUG-SPU",
      status: "Design Ready",
      assignedSupplier: "Printers Inc",
      subSupplier: "Kiln Ltd",
      material: "Clay",
      materialId: "CLAY-1",
      designUrl: "https://designs.example.com/mug.png",
      trackingCode: "TR-1001",
      carrier: "DHL",
      style: "Classic",
      type: "Cup",
      size: "L",
      color: "Blue",
      variations: "Handle: left",
      personalization: "For Ann",
      comment: "Fragile",
      idService: "S-9",
      phone: "+1 555 0100",
      storeName: "Gift shop",
      isGift: true,
      customerName: "Ann Lee",
      customerAddress: "1 Main St, Springfield",
      shipName: "Ann Lee",
      shipAddress1: "1 Main St",
      shipAddress2: "Flat 2",
      shipCity: "Springfield",
      shipState: "IL",
      shipZipcode: "62701",
      shipCountry: "US",
      vatIossNumber: "IM1234567890",
    });
  });

  it("an item with nothing optional set: only nullable fields are null", () => {
    expect(violations(ORDER_ITEM, bare.items[0])).toEqual([]);
    expect(nulls(bare.items[0])).toEqual(expect.arrayContaining(["sku", "spu", "designUrl", "trackingCode", "vatIossNumber"]));
  });

  it("orderDate is a date, the day of the order in the organization's timezone", async () => {
    const tokyo = await createShop({ timezone: "Asia/Tokyo" });
    await ingestOrder(tokyo, { date: "2026-01-02T20:00:00Z" });
    const [order] = dataOf(await tokyo.v1("/orders"));
    expect({ date: order.date, orderDate: order.items[0].orderDate }).toEqual({
      date: "2026-01-02T20:00:00.000Z",
      orderDate: "2026-01-03",
    });
  });
});

describe("Product", () => {
  it("a product has the documented fields with their types, and no other", async () => {
    const { id } = await createProduct(shop);
    const product = dataOf(await shop.v1(`/products/${id}`));
    expect(violations(PRODUCT, product)).toEqual([]);
    expect(nulls(product)).toEqual([]);
    expect(product.organization_id).toBe(shop.id);
  });

  it("a product shows every field of its request as it was sent", async () => {
    const sent = { ...PRODUCT_REQUEST, sku: "MUG-AS-SENT" };
    const { id } = await createProduct(shop, sent);
    expect(dataOf(await shop.v1(`/products/${id}`))).toMatchObject(sent);
  });

  it("needs only a title; by default the price is 0, and every other field is null or an empty list", async () => {
    const response = await shop.v1("/products", { body: { title: "Bowl" }, headers: idempotencyKey() });
    expect(violations(PRODUCT, dataOf(response))).toEqual([]);
    expect(response.body.data).toMatchObject({
      sku: null,
      spu: null,
      description: null,
      price: 0,
      design_link: null,
      tags: [],
      images: [],
      videos: [],
      stores: [],
      platforms: [],
      labels: [],
      sizes: [],
    });
    const none = await shop.v1("/products", { body: { price: 1 }, headers: idempotencyKey() });
    expect({ status: none.status, code: none.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("id, videos, labels, sizes, organization_id and the times are not taken from a request", async () => {
    const sent = {
      id: 424_242,
      videos: ["https://videos.example.com/1"],
      labels: ["new"],
      sizes: ["XL"],
      organization_id: 424_242,
      created_at: "2001-01-01T00:00:00.000Z",
      updated_at: "2001-01-01T00:00:00.000Z",
    };
    const product = await createProduct(shop, sent);
    expect(violations(PRODUCT, product)).toEqual([]);
    expect({ videos: product.videos, labels: product.labels, sizes: product.sizes, organization_id: product.organization_id }).toEqual({
      videos: [],
      labels: [],
      sizes: [],
      organization_id: shop.id,
    });
    for (const name of ["id", "created_at", "updated_at"] as const) expect(product[name]).not.toBe(sent[name]);
  });
});

describe("Expense", () => {
  it("an expense has the documented fields with their types, and no other; `currency` is not one", async () => {
    const { id } = await createExpense(shop, { ...PAYROLL_REQUEST, store_id: String(shop.store.id) });
    const expense = dataOf(await shop.v1(`/expenses/${id}`));
    expect(violations(EXPENSE, expense)).toEqual([]);
    expect(nulls(expense)).toEqual([]);
    expect(expense).not.toHaveProperty("currency");
  });

  it("an expense shows every field of its request as it was sent", async () => {
    const sent = { ...PAYROLL_REQUEST, store_id: String(shop.store.id) };
    const { id } = await createExpense(shop, sent);
    expect(dataOf(await shop.v1(`/expenses/${id}`))).toMatchObject({ ...sent, store_name: "Gift shop", original_amount: 1200.5 });
  });

  it("currency is an alias of original_currency, and its default is the organization's currency", async () => {
    expect((await createExpense(shop, { currency: "GBP" })).original_currency).toBe("GBP");
    expect((await createExpense(shop, { original_currency: "GBP" })).original_currency).toBe("GBP");
    expect((await createExpense(shop)).original_currency).toBe("USD");
    const both = await shop.v1("/expenses", {
      body: { category: "rent", amount: 1, date: "2026-01-31", currency: "GBP", original_currency: "EUR" },
    });
    expect({ status: both.status, code: both.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("without store_id, or with null, it belongs to no store", async () => {
    for (const fields of [{}, { store_id: null }]) {
      expect(await createExpense(shop, fields)).toMatchObject({ store_id: null, store_name: null });
    }
  });

  it("store_id accepts the id or code of a store and is returned as a string", async () => {
    for (const store_id of [String(shop.store.id), shop.store.id, "gift"]) {
      expect(await createExpense(shop, { store_id })).toMatchObject({ store_id: String(shop.store.id), store_name: "Gift shop" });
    }
  });

  it("date is a calendar date, YYYY-MM-DD", async () => {
    expect((await createExpense(shop, { date: "2026-02-28" })).date).toBe("2026-02-28");
    for (const date of ["2026-02-30", "28/02/2026", "yesterday", 20_260_228]) {
      const response = await shop.v1("/expenses", { body: { category: "rent", amount: 1, date } });
      expect({ status: response.status, code: response.body.error.code }, String(date)).toEqual({ status: 400, code: "validation_error" });
    }
  });

  it("payroll fields are optional, also for payroll expenses", async () => {
    const expense = await createExpense(shop, { category: "payroll" });
    expect(violations(EXPENSE, expense)).toEqual([]);
    expect(expense).toMatchObject({ base_amount: null, bhxh_amount: null, bhxh_rate: null, bhxh_type: null, employee_name: null });
  });

  it("needs category, amount and date", async () => {
    for (const missing of ["category", "amount", "date"]) {
      const response = await shop.v1("/expenses", { body: { category: "rent", amount: 1, date: "2026-01-31", [missing]: undefined } });
      expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 400, code: "validation_error" });
      expect(response.body.error.details).toMatchObject([{ path: missing }]);
    }
  });

  it("accepts payroll and operating categories: listed ones in any letter case, others as sent", async () => {
    for (const category of ["payroll", "advertising", "rent", "shipping", "other"]) {
      expect((await createExpense(shop, { category })).category).toBe(category);
    }
    expect((await createExpense(shop, { category: " Rent " })).category).toBe("rent");
    expect((await createExpense(shop, { category: "Plants for the office" })).category).toBe("Plants for the office");
  });

  it("id, store_name, original_amount and created_at are not taken from a request", async () => {
    const expense = await createExpense(shop, {
      id: 424_242,
      store_name: "Elsewhere",
      original_amount: 5,
      created_at: "2001-01-01T00:00:00.000Z",
    });
    expect(violations(EXPENSE, expense)).toEqual([]);
    expect(expense).toMatchObject({ store_name: null, amount: 900, original_amount: 900 });
    expect(expense.id).not.toBe(424_242);
    expect(expense.created_at).not.toBe("2001-01-01T00:00:00.000Z");
  });
});

describe("Order note", () => {
  it("a note has the documented fields with their types, and no other", async () => {
    const note = await createNote(shop, full.id, "Ring twice.");
    expect(violations(ORDER_NOTE, note)).toEqual([]);
    const [listed] = dataOf(await shop.v1(`/orders/${full.id}/notes`));
    expect(listed).toEqual(note);
  });

  it("accepts `content` and returns it as `text`", async () => {
    const note = await createNote(shop, full.id, "Leave it at the door.");
    expect(note.text).toBe("Leave it at the door.");
    expect(note).not.toHaveProperty("content");
    const wrong = await shop.v1(`/orders/${full.id}/notes`, { body: { text: "Ring twice." }, headers: idempotencyKey() });
    expect({ status: wrong.status, code: wrong.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("the author of a note written with a key is the key", async () => {
    expect(await createNote(shop, full.id, "Hello.")).toMatchObject({
      order_id: full.id,
      author_user_id: null,
      author_token_id: shop.key.id,
      author_name: "test api_key",
    });
  });
});

describe("Order tracking record", () => {
  it("a tracking record has the documented fields with their types, and no other", async () => {
    const ofItem = dataOf(await shop.v1(`/orders/${full.id}/tracking`));
    expect(violations(TRACKING, ofItem)).toEqual([]);
    expect(ofItem).toMatchObject({ tracking_number: "TR-1001", carrier: "DHL", status: "unknown" });
    const order = await ingestOrder(shop);
    await insertFulfillment(shop, order.id, { trackingNumber: "P-1", createdAt: "2026-01-05T00:00:00Z" });
    const ofFulfillment = dataOf(await shop.v1(`/orders/${order.id}/tracking`));
    expect(violations(TRACKING, ofFulfillment)).toEqual([]);
    expect(ofFulfillment).toMatchObject({ tracking_number: "P-1", carrier: "UPS", status: "in_transit" });
  });
});

describe("Store and Store statistics", () => {
  it("a store has the documented fields with their types, and no other", async () => {
    const store = dataOf(await shop.v1(`/stores/${shop.store.id}`));
    expect(violations(STORE, store)).toEqual([]);
    expect(store).toMatchObject({
      id: shop.store.id,
      name: "Gift shop",
      code: "gift",
      platform: "custom",
      is_active: true,
      organization_id: shop.id,
    });
  });

  it("statistics are two counts: the orders of the store and the products that list it", async () => {
    const fresh = await createShop();
    const at = `/stores/${fresh.store.id}/statistics`;
    expect(dataOf(await fresh.v1(at))).toEqual({ total_orders: 0, active_products: 0 });
    await ingestOrder(fresh);
    await ingestOrder(fresh, { status: "Cancelled" });
    const another = (await fresh.v2("/stores", { body: { name: "Another shop", platform: "etsy" } })).body;
    await ingestOrder(fresh, { store: another.id });
    await createProduct(fresh, { stores: ["Gift shop"] });
    await createProduct(fresh, { stores: ["Another shop"] });
    const statistics = dataOf(await fresh.v1(at));
    expect(violations(STATISTICS, statistics)).toEqual([]);
    expect(statistics).toEqual({ total_orders: 2, active_products: 1 });
  });
});

describe("states", () => {
  it("an order's status is one of the six", async () => {
    for (const status of ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"]) {
      const { id } = await ingestOrder(shop, { status });
      const { data } = (await shop.v1(`/orders/${id}?include=status`)).body;
      expect(data.status).toBe(status);
    }
    const other = await shop.v2("/orders", { body: orderBody({ status: "Delivered" }) });
    expect({ status: other.status, code: other.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("the status of an item is a string: documented ones in any letter case, others as sent", async () => {
    const { items } = await ingestOrder(shop);
    expect((await setStatus(shop, items[0].id, "in production")).status).toBe("In Production");
    expect((await setStatus(shop, items[0].id, "Waiting for the kiln")).status).toBe("Waiting for the kiln");
  });
});
