import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, describe, expect, it } from "vitest";
import { textKeyNames, textKeys } from "../../../src/platform/db/text/text-keys";
import { itemWords, orderWords } from "../../../src/resources/orders/ingest/search-words";
import type { StoredItem, StoredOrder } from "../../../src/resources/orders/rows.sql.ts";
import { textBytes } from "../../../src/resources/orders/text-bytes.sql.ts";
import { wordsOf } from "../../../src/resources/products/product-terms";
import type { ProductRow } from "../../../src/resources/products/rows.sql.ts";
import * as tables from "../../../src/tenants/tables";
import { type ApiResponse, createShop, call, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { expectTrueOrderRollUps, expectTrueRefundedTaxes } from "../../kit/order-roll-ups";
import { ROUTES } from "../../kit/requests";
import { fieldsOf } from "../isolation/body-fields";

/** After each edit, everything that a statement or a trigger derives from a row must equal the value computed from the row. */

/** Texts that differ in case and in accents, some of which have sort keys. */
const TEXTS = ["Íris", "ÍRIS", "Iris", "iris ß", "日本"];

/** Values to try for any field. Each resource says which it accepts. */
const VALUES: readonly unknown[] = [
  ...TEXTS,
  "2026-03-28T23:30:00Z",
  "2026-02-02",
  "JPY",
  "EUR",
  "Gift shop",
  "https://files.example.com/É.png",
  "ann@example.com",
  "etsy",
  "marketplace",
  "high",
  "open",
  "shipped",
  "in_transit",
  "accepted",
  "to_us",
  ["Ärmel", "ÄRMEL", "rush"],
  ["https://files.example.com/1.png"],
  [],
  true,
  false,
  1,
  3,
  12.5,
  null,
];

/** The number of accepted values per field. The first ones differ only in case. */
const MAX_ACCEPTED = 3;

const TABLES: readonly SQLiteTable[] = Object.values<unknown>(tables).filter(
  (table) => is(table, SQLiteTable) && textKeyNames(table).length > 0,
) as SQLiteTable[];

let shop: Shop;
/** The path of the row that each operation changes. */
const paths: Record<string, string> = {};
/** Values that only one field accepts, by its operation and its name. */
const ownValues: Record<string, unknown> = {
  "updateSupplier.file_columns": [{ name: "Größe", field: "size" }],
  "updateSupplier.country": "US",
};

beforeAll(async () => {
  shop = await createShop({ timezone: "Asia/Kolkata" });
  const order = await ingestOrder(shop, {
    external_id: "1",
    customer_name: "Íris",
    refund_amount: 3,
    tax: 1,
    date: "2026-03-01T20:00:00Z",
    items: [
      { external_id: "a", name: "Íris", price: 10, quantity: 2, status: "Überfällig", sku: "ÁÉ-1", cost: 2, assigned_supplier: "Hà Nội" },
      { external_id: "b", name: "Tee", price: 5 },
    ],
  });
  const create = async (path: string, body: Record<string, unknown>): Promise<ApiResponse["body"]> => {
    const response = await shop.v2(path, { body });
    expect(response.status, response.text).toBe(201);
    return response.body;
  };
  const { id: store } = await create("/stores", { name: "Úrsula", code: "Ú-1", platform: "custom" });
  const { id: product } = await create("/products", { title: "Íris", sku: "ÁÉ-1", tags: ["Ärmel"] });
  const { id: expense } = await create("/expenses", { category: "Ăn", amount: 5, date: "2026-01-01", employee_name: "Ánh" });
  const { id: ticket } = await create("/tickets", { subject: "Where?", body: "Íris" });
  const { id: fulfillment } = await create(`/orders/${order.id}/fulfillments`, {
    tracking_number: "É1",
    items: [{ order_item_id: order.items[0].id, quantity: 1 }],
  });
  const { id: supplier } = await create("/suppliers", { name: "Ásta", code: "Á-1" });
  const toMake = await ingestOrder(shop, { external_id: "2", items: [{ name: "Íris", price: 5, cost: 1, assigned_supplier: "Ásta" }] });
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: [] } });
  const { supplier_orders } = await create("/supplier-orders", { order_ids: [toMake.id] });
  ownValues["recordSupplierInvoice.lines"] = [{ order_item_id: toMake.items[0].id, charged_cost: 3 }];
  Object.assign(paths, {
    updateOrder: `/api/v2/orders/${order.id}`,
    updateOrderItem: `/api/v2/order-items/${order.items[0].id}`,
    updateStore: `/api/v2/stores/${store}`,
    updateProduct: `/products/${product}`,
    updateProductV2: `/api/v2/products/${product}`,
    updateExpense: `/expenses/${expense}`,
    updateExpenseV2: `/api/v2/expenses/${expense}`,
    updateTicket: `/api/v2/tickets/${ticket}`,
    updateFulfillment: `/api/v2/fulfillments/${fulfillment}`,
    updateSupplier: `/api/v2/suppliers/${supplier}`,
    updateSupplierOrder: `/api/v2/supplier-orders/${supplier_orders[0].id}`,
    recordSupplierInvoice: `/api/v2/supplier-orders/${supplier_orders[0].id}/invoice`,
  });
});

/** Every sort key belongs to its text. */
async function expectTrueKeys(): Promise<void> {
  for (const table of TABLES) {
    for (const row of await rows(`select * from ${getTableName(table)} where organization_id = ?`, shop.id)) {
      const keys = Object.fromEntries(textKeyNames(table).map((name) => [name, row[name]]));
      expect(keys, getTableName(table)).toEqual(textKeys(table, row));
    }
  }
}

const LIVE = "status not in ('Cancelled', 'Refunded')";
const STATUS = "lower(coalesce(status_folded, status))";
const MISSING = "missing_sku + 2 * missing_design + 4 * missing_cost";
const OF_ITEMS = {
  missing_sku: `max(${LIVE} and coalesce(sku, '') = '' and coalesce(custom_sku, '') = '')`,
  missing_design: `max(${LIVE} and coalesce(design_url, '') = '')`,
  missing_cost: `max(${LIVE} and cost is null)`,
  units: "sum(iif(is_removed = 0 and status <> 'Cancelled', quantity, 0))",
};

async function expectSame(stored: string, counted: string): Promise<void> {
  const values = (found: Record<string, unknown>[]) => found.map((row) => JSON.stringify(Object.values(row))).toSorted();
  expect(values(await rows(stored, shop.id))).toEqual(values(await rows(counted, shop.id)));
}

/** The values that orders and items derive from each other, the roll-ups of both, and the totals of their lists. */
async function expectTrueCounts(): Promise<void> {
  await expectTrueOrderRollUps(shop.id);
  await expectTrueRefundedTaxes(shop.id);
  await expectSame(
    `select id, ${Object.keys(OF_ITEMS).join(", ")} from orders where organization_id = ?`,
    `select order_id, ${Object.values(OF_ITEMS).join(", ")} from order_items where organization_id = ? group by order_id`,
  );
  await expectSame(
    "select id, order_id, store_id, order_date, order_closed from order_items where organization_id = ?",
    `select i.id, o.id as order_id, o.store_id, o.date, o.status in ('Complete', 'Cancelled') from order_items i join orders o on o.id = i.order_id
      where o.organization_id = ?`,
  );
  for (const [basis, bucket] of [
    ["all", "0"],
    ["date_day", "order_date / 86400000"],
  ]) {
    await expectSame(
      `select bucket, store_id, status, missing, items from item_rollups where organization_id = ? and basis = '${basis}' and items <> 0`,
      `select ${bucket} as bucket, store_id, ${STATUS} as status, ${MISSING} as missing, count(*) as items from order_items where organization_id = ? group by 1, 2, 3, 4`,
    );
  }
  await expectSame(
    `select filter, basis, bucket, total from list_counts where organization_id = ? and list = 'items' and total <> 0 and filter like 'status:%'`,
    `select 'status:' || ${STATUS} as filter, 'date_day' as basis, order_date / 86400000 as bucket, count(*) from order_items
      where organization_id = ? group by 1, 2, 3`,
  );
  for (const name of ["ship_country", "shipping_service"]) {
    await expectSame(
      `select filter, total from list_counts where organization_id = ? and list = 'orders' and filter like '${name}:%'`,
      `select '${name}:' || lower(coalesce(${name}_folded, ${name})), count(*) from orders where organization_id = ? and ${name} is not null group by 1`,
    );
  }
  await expectSame(
    "select order_id, tag, date from order_tags where organization_id = ?",
    `select distinct o.id, lower(j.value), o.date from orders o, json_each(coalesce(o.tags_folded_list, o.tags)) j where o.organization_id = ?`,
  );
}

/** The sizes of texts, and the words by which each row is found. */
async function expectTrueWords(): Promise<void> {
  const orders = await rows<StoredOrder>("select * from orders where organization_id = ?", shop.id);
  const items = await rows<StoredItem>("select * from order_items where organization_id = ?", shop.id);
  const fulfillments = await rows<{ order_id: number; tracking_number: string | null }>(
    "select order_id, tracking_number from fulfillments where organization_id = ?",
    shop.id,
  );
  const products = await rows<ProductRow>("select * from products where organization_id = ? and archived_at is null", shop.id);
  const ofOrders = orders.map((order) => {
    const isOwn = ({ order_id }: { order_id: number }) => order_id === order.id;
    const own = { items: items.filter(isOwn), fulfillments: fulfillments.filter(isOwn) };
    expect(order.text_bytes).toBe(textBytes(order, own.items));
    return orderWords(shop.id, order, own);
  });
  await expectWords("order", ofOrders.join(" "));
  const ofItems = items.flatMap((item) => orders.filter(({ id }) => id === item.order_id).map((order) => itemWords(shop.id, order, item)));
  await expectWords("item", ofItems.join(" "));
  await expectWords("product", products.map((product) => wordsOf(shop.id, product)).join(" "));
}

async function expectWords(name: string, words: string): Promise<void> {
  const terms = await rows<{ term: string }>(
    `select term from ${name}_words where term >= ? and term < ? and doc > 0 order by term`,
    `${shop.id}~`,
    `${shop.id}~~`,
  );
  const expected = new Set(words.split(" ").filter((word) => word !== ""));
  expect(terms.map(({ term }) => term)).toEqual([...expected].toSorted());
}

async function expectTrueDerivedValues(): Promise<void> {
  await expectTrueKeys();
  await expectTrueCounts();
  await expectTrueWords();
}

/** Resources without a text that a list sorts or searches, and without counts. */
const WITHOUT_DERIVED_VALUES = new Set(["updateWebhook", "updateConnection", "updateProof"]);

/** Fields that only control how a body is read. */
const NO_FIELDS = new Set(["version"]);

const PATCHES = ROUTES.filter(
  ([surface, { method, operationId, input }]) =>
    (method === "patch" || method === "put") &&
    input?.json !== undefined &&
    !surface.base.startsWith("/operator") &&
    !WITHOUT_DERIVED_VALUES.has(operationId),
);

describe("after an edit of one field, every derived value is correct", () => {
  it("every PATCH and PUT of a resource with derived values is covered", () => {
    expect(PATCHES.map(([, { operationId }]) => operationId).toSorted()).toEqual(Object.keys(paths).toSorted());
  });

  it.each(PATCHES.map(([surface, endpoint]) => [endpoint.operationId, surface, endpoint] as const))(
    "%s",
    async (operation, surface, endpoint) => {
      const path = paths[operation] ?? "";
      const key =
        surface.base === "" ? { "x-api-key": shop.key.secret, ...idempotencyKey() } : { Authorization: `Bearer ${shop.token.secret}` };
      const fields = fieldsOf(endpoint).flatMap((at) =>
        at.length === 1 && typeof at[0] === "string" && !NO_FIELDS.has(at[0]) ? [at[0]] : [],
      );
      expect(fields).not.toEqual([]);
      for (const field of fields) {
        let accepted = 0;
        for (const value of [...VALUES, ownValues[`${operation}.${field}`]]) {
          if (accepted === MAX_ACCEPTED) break;
          const headers = "x-api-key" in key ? { ...key, ...idempotencyKey() } : key;
          const { status, text } = await call(path, { method: endpoint.method.toUpperCase(), body: { [field]: value }, headers });
          expect([200, 400, 404, 409], `${field}: ${text}`).toContain(status);
          if (status !== 200) continue;
          accepted += 1;
          await expectTrueDerivedValues();
        }
        expect(accepted, `No value is accepted for ${field}. Add one to VALUES.`).toBeGreaterThan(0);
      }
    },
  );

  it("also after each status of an item, some of which differ only in case or accents", async () => {
    for (const status of [...TEXTS, "Shipped", "new"]) {
      const response = await shop.v2(`${(paths["updateOrderItem"] ?? "").replace("/api/v2", "")}/status`, { body: { status } });
      expect(response.status, response.text).toBe(200);
      await expectTrueDerivedValues();
    }
  });
});
