import * as fc from "fast-check";
import { asOperator, rows, type Shop } from "./client";
import { organizationD1 } from "./databases";

/** The values of an item that lists use. Amounts are in cents. */
export interface ModelItem {
  id: number;
  name: string;
  quantity: number;
  price: number;
  cost: number | null;
  status: string;
  sku: string | null;
  customSku: string | null;
  designUrl: string | null;
  trackingCode: string | null;
  supplier: string | null;
  subSupplier: string | null;
  createdAt: number;
  updatedAt: number;
}

/** The same values of an order. */
export interface ModelOrder {
  id: number;
  store: ModelStore;
  number: string | null;
  externalId: string | null;
  customerName: string | null;
  assignee: string | null;
  shipBy: string | null;
  tags: readonly string[];
  shipCountry: string | null;
  service: string | null;
  requiresAudit: boolean;
  status: string;
  date: number;
  totalAmount: number;
  createdAt: number;
  updatedAt: number;
  items: ModelItem[];
}

export interface ModelStore {
  id: number;
  code: string | null;
  name: string;
}

/** All rows of one organization. */
export interface OrderModel {
  timezone: string;
  stores: ModelStore[];
  orders: ModelOrder[];
}

/** Times at the boundaries of days, hours and clock changes in several time zones, and some near them. */
const EDGES = [
  "2025-10-26T00:00:00.000Z",
  "2025-10-26T01:00:00.000Z",
  "2025-11-02T05:00:00.000Z",
  "2025-11-02T06:00:00.000Z",
  "2025-12-31T10:00:00.000Z",
  "2025-12-31T23:59:59.999Z",
  "2026-01-01T00:00:00.000Z",
  "2026-01-01T05:00:00.000Z",
  "2026-03-08T05:00:00.000Z",
  "2026-03-08T07:00:00.000Z",
  "2026-03-29T00:59:59.999Z",
  "2026-03-29T01:00:00.000Z",
  "2026-04-04T14:00:00.000Z",
  "2026-04-23T22:00:00.000Z",
].map((text) => Date.parse(text));

export const ZONES = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Pacific/Auckland",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
  "Pacific/Pago_Pago",
  "Africa/Cairo",
  "America/St_Johns",
] as const;

/** Any time of a year, more often at the boundaries. */
export const moment = fc.oneof(
  fc.constantFrom(...EDGES),
  fc.tuple(fc.constantFrom(...EDGES), fc.constantFrom(-3_600_000, -1, 1, 1_800_000, 86_399_999)).map(([edge, by]) => edge + by),
  fc.integer({ min: Date.parse("2025-08-01T00:00:00Z"), max: Date.parse("2026-07-31T23:59:59Z") }),
);

export const ORDER_STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] as const;
const CUSTOMERS = [null, "Ann Smith", "ann smith", "Bob O'Neil", "bea_9", "Zed", "Éva Nagy", "Anna", "Łukasz", "Eva"];
const SUPPLIERS = [null, null, "Printful", "PRINTFUL", "acme", "Acme East", "Hà Nội Print", "HÀ NỘI PRINT"];
const ITEM_STATUSES = [
  "New",
  "Shipped",
  "Delivered",
  "Cancelled",
  "Refunded",
  "On Hold",
  "waiting for Ann",
  "Waiting For Ann",
  "Überfällig",
];

const ITEM = fc.record({
  name: fc.constantFrom("Mug", "mug blue", "T-Shirt XL", "Poster A3", "Annual card", "Ärmel", "ärmel XS"),
  quantity: fc.integer({ min: 1, max: 4 }),
  price: fc.integer({ min: 0, max: 3000 }),
  cost: fc.option(fc.integer({ min: 0, max: 999 }), { freq: 2 }),
  status: fc.constantFrom(...ITEM_STATUSES),
  sku: fc.constantFrom(null, "MUG-1", "mug-1", "TEE-22", "0042"),
  customSku: fc.constantFrom(null, null, "own-7"),
  designUrl: fc.constantFrom(null, "https://files.example.com/a.png"),
  trackingCode: fc.constantFrom(null, null, "TR900", "1Z999AA"),
  supplier: fc.constantFrom(...SUPPLIERS),
  subSupplier: fc.constantFrom(...SUPPLIERS),
  createdAt: moment,
  updatedAt: moment,
});

const ORDER = fc.record({
  storeIndex: fc.nat({ max: 3 }),
  number: fc.option(
    fc.integer({ min: 1000, max: 1050 }).map((n) => `#${n}`),
    { freq: 4 },
  ),
  hasExternalId: fc.boolean(),
  customerName: fc.constantFrom(...CUSTOMERS),
  assignee: fc.constantFrom(null, null, "ann@example.com", "Bea"),
  shipBy: fc.constantFrom(null, "2026-01-09", "2026-01-10", "2026-01-12"),
  tags: fc.constantFrom([], [], ["gift"], ["GIFT", "rush"], ["gift", "Gift", "Ärmel"], ["ÄRMEL", "ärmel"]),
  shipCountry: fc.constantFrom(null, "GB", "gb", "Österreich", "öSTERREICH"),
  service: fc.constantFrom(null, "Express", "EXPRESS", "Standard mail", "Hỏa tốc"),
  requiresAudit: fc.constantFrom(false, false, true),
  status: fc.constantFrom(...ORDER_STATUSES),
  date: moment,
  shipping: fc.constantFrom(0, 500),
  createdAt: moment,
  updatedAt: moment,
  items: fc.array(ITEM, { minLength: 1, maxLength: 3 }),
});

type Drawn = typeof ORDER extends fc.Arbitrary<infer T> ? T : never;

const amount = (cents: number | null): number | null => (cents === null ? null : cents / 100);

function asSent({ items, ...order }: Drawn, externalId: string | null, store: ModelStore): Record<string, unknown> {
  return {
    store: store.id,
    external_id: externalId,
    number: order.number,
    customer_name: order.customerName,
    assignee: order.assignee,
    ship_by_date: order.shipBy,
    tags: order.tags,
    ship_country: order.shipCountry,
    shipping_service: order.service,
    requires_audit: order.requiresAudit,
    // Values of fields that Public V1 has not: a response with one of them fails the tests of its lists.
    customer_email: "secret.mail@example.com",
    payment_method: "secret-card",
    // Negative, so that it is not above the total of any order.
    refund_amount: -7777.77,
    status: order.status,
    date: new Date(order.date).toISOString(),
    shipping_cost: amount(order.shipping),
    items: items.map((item) => ({
      name: item.name,
      quantity: item.quantity,
      price: amount(item.price),
      cost: amount(item.cost),
      status: item.status,
      sku: item.sku,
      custom_sku: item.customSku,
      design_url: item.designUrl,
      tracking_code: item.trackingCode,
      assigned_supplier: item.supplier,
      sub_supplier: item.subSupplier,
    })),
  };
}

/** Four stores: names in any letter case, a code that is another store's name, and one without a code. */
async function seedStores(shop: Shop): Promise<ModelStore[]> {
  const make = (name: string, code: string | null): Promise<ModelStore> =>
    asOperator(`/organizations/${shop.id}/stores`, { name, code, platform: "custom" });
  return [{ ...shop.store, code: "gift" }, await make("Zeta", "Alpha"), await make("alpha", null), await make("beta_shop", "b-1")];
}

/** Creates `count` random orders in the shop, always the same ones, and returns the model of them. */
export async function seedOrders(shop: Shop, timezone: string, count: number): Promise<OrderModel> {
  const stores = await seedStores(shop);
  const drawn = fc.sample(ORDER, { seed: 2026, numRuns: count });
  const storeOf = (index: number): ModelStore => stores[index] ?? { ...shop.store, code: "gift" };
  const external = drawn.map(({ hasExternalId }, index) => (hasExternalId ? `ext-${index}` : null));
  const orders = drawn.map((order, index) => asSent(order, external[index] ?? null, storeOf(order.storeIndex)));
  const ids: number[] = [];
  for (let from = 0; from < count; from += 200) {
    const { body } = await shop.v2("/orders/bulk", { body: { orders: orders.slice(from, from + 200) } });
    ids.push(...body.results.map(({ id }: { id: number }) => id));
  }
  const itemIds = Map.groupBy(
    await rows<{ id: number; order_id: number }>("select id, order_id from order_items where organization_id = ? order by id", shop.id),
    ({ order_id }) => order_id,
  );
  const modelled = drawn.map(({ storeIndex, items, shipping, ...order }, index): ModelOrder => {
    const id = ids[index] ?? 0;
    const own = itemIds.get(id) ?? [];
    return {
      ...order,
      id,
      store: storeOf(storeIndex),
      externalId: external[index] ?? null,
      totalAmount: shipping + items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
      items: items.map((item, nth): ModelItem => ({ ...item, id: own[nth]?.id ?? 0 })),
    };
  });
  await setTimes("orders", modelled);
  await setTimes(
    "order_items",
    modelled.flatMap(({ items }) => items),
  );
  return { timezone, stores, orders: modelled };
}

/** Sets the times of creation and change of the rows to those of the model, because all rows were created at the same time. */
async function setTimes(
  table: "orders" | "order_items",
  of: readonly { id: number; createdAt: number; updatedAt: number }[],
): Promise<void> {
  const times = JSON.stringify(of.map(({ id, createdAt, updatedAt }) => ({ id, createdAt, updatedAt })));
  await organizationD1()
    .prepare(
      `update ${table} set created_at = j.value->>'createdAt', updated_at = j.value->>'updatedAt' from json_each(?) j where ${table}.id = j.value->>'id'`,
    )
    .bind(times)
    .run();
}
