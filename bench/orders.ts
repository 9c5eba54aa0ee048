/**
 * Orders for the bench, written straight into the database file: a million through the API would take an hour. The rows are
 * those that an ingest writes, triggers and indexes keep what they keep; histories and events are left out.
 */
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { indexWords } from "../src/platform/db/text/text-search.ts";

const DAY = 86_400_000;
/** Orders lie evenly in the year before this moment: the same data on every day that the bench is run. */
const NEWEST = Date.UTC(2026, 10, 1);
const YEAR = 365 * DAY;

const STATUSES = ["New", "Pending Cost", "In Production", "Shipped", "Complete", "Cancelled"] as const;
const FIRST_NAMES = ["Ada", "Grace", "Linus", "Margaret", "Edsger", "Barbara", "Ken", "Radia", "Dennis", "Frances"];
const LAST_NAMES = ["Lovelace", "Hopper", "Torvalds", "Hamilton", "Dijkstra", "Liskov", "Thompson", "Perlman", "Ritchie", "Allen"];
/** The common word is in more than a quarter of all orders; each number makes a product of its own. */
const GOODS = ["Mug", "Lantern", "Poster", "Cushion", "Candle", "Tote bag", "Frame", "Clock"];
/** Orders, however many there are, that have this word. */
export const RARE = { word: "zanzibar", orders: 20 };
export const COMMON = "mug";

/** The orders to insert for an organization. */
export interface OrganizationSeed {
  organization: number;
  stores: readonly number[];
  orders: number;
}

/** Even numbers in [0, 1) from a number: the same on every run. */
function drawOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The UTF-8 bytes of the texts of a row, except its status and currency (src/resources/orders/text-bytes.sql.ts). */
function textBytes(row: object): number {
  const texts = Object.entries(row).filter(([name]) => name !== "status" && name !== "currency");
  return texts.reduce((sum, [, value]) => sum + (typeof value === "string" ? Buffer.byteLength(value) : 0), 0);
}

function inserter(database: DatabaseSync, table: string, row: Record<string, unknown>): StatementSync {
  const names = Object.keys(row);
  return database.prepare(`insert into ${table} (${names.join(", ")}) values (${names.map((name) => `:${name}`).join(", ")})`);
}

/** An order's row and those of its items, with made-up contents. */
function orderOf({ organization, stores, orders }: OrganizationSeed, id: number, nth: number, draw: () => number) {
  const pick = <T>(all: readonly T[]): T => {
    const picked = all[Math.floor(draw() * all.length)];
    if (picked === undefined) throw new Error("There is nothing to pick from.");
    return picked;
  };
  const date = NEWEST - Math.floor(draw() * YEAR);
  // Received within a day of being placed.
  const created = date + Math.floor(draw() * DAY);
  const store = pick(stores);
  const status = pick(STATUSES);
  const base = { organization_id: organization, store_id: store, created_at: created, updated_at: created };
  const isShipped = status === "Shipped" || status === "Complete";
  const items = Array.from({ length: 1 + Math.floor(draw() * 4) }, () => {
    const number = Math.floor(draw() * 250);
    return {
      ...base,
      order_date: date,
      order_closed: Number(status === "Complete" || status === "Cancelled"),
      name: `${pick(GOODS)} no. ${number}`,
      quantity: 1 + Math.floor(draw() * 3),
      price: (5 + Math.floor(draw() * 95)) * 10_000 - 100,
      cost: draw() < 0.9 ? 30_000 : null,
      progress: isShipped ? 2 : 0,
      status: isShipped ? "Shipped" : status === "Cancelled" ? "Cancelled" : "New",
      sku: draw() < 0.98 ? `SKU-${number}` : null,
      design_url: draw() < 0.7 ? `https://files.example/designs/${number}.png` : null,
      assigned_supplier: pick(["Acme", "Globex", "Initech"]),
      color: pick(["Red", "Blue", "Green", null]),
    };
  });
  const live = items.filter((item) => item.status !== "Cancelled");
  const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const rare = nth % Math.floor(orders / RARE.orders) === 0;
  const order = {
    ...base,
    id,
    external_id: `ext-${id}`,
    number: `#${nth + 1000}`,
    status,
    date,
    currency: "USD",
    total_amount: subtotal,
    subtotal,
    tax: 0,
    refunded_tax: 0,
    shipping_cost: 0,
    discount: 0,
    customer_name: `${pick(FIRST_NAMES)} ${pick(LAST_NAMES)}${rare ? ` ${RARE.word}` : ""}`,
    ship_address1: `${Math.floor(draw() * 900)} Main Street`,
    ship_city: pick(["Oslo", "Lagos", "Lima", "Hanoi"]),
    ship_zipcode: String(10_000 + Math.floor(draw() * 80_000)),
    ship_country: pick(["NO", "NG", "PE", "VN"]),
    item_count: items.length,
    missing_sku: Number(live.some(({ sku }) => sku === null)),
    missing_design: Number(live.some(({ design_url: design }) => design === null)),
    missing_cost: Number(live.some(({ cost }) => cost === null)),
    units: live.reduce((sum, { quantity }) => sum + quantity, 0),
    has_cost: Number(live.length > 0 && live.every(({ cost }) => cost !== null)),
    production_cost: live.reduce((sum, { cost, quantity }) => sum + (cost ?? 0) * quantity, 0),
  };
  return { order: { ...order, text_bytes: [order, ...items].reduce((sum, row) => sum + textBytes(row), 0) }, items };
}

/** Fills organizations with orders, `told` every now and then how many. The database must not be open elsewhere. */
export function fillOrders(file: string, organizations: readonly OrganizationSeed[], told: (orders: number) => void): void {
  using database = new DatabaseSync(file);
  database.exec("pragma synchronous = off; pragma cache_size = -4000000; pragma foreign_keys = off");
  let order = 0;
  let item = 0;
  const words = {
    order: database.prepare("insert into order_search (rowid, words) values (?, ?)"),
    item: database.prepare("insert into item_search (rowid, words) values (?, ?)"),
  };
  let insert: { order: StatementSync; item: StatementSync } | null = null;
  database.exec("begin");
  for (const seed of organizations) {
    const draw = drawOf(seed.organization);
    for (let nth = 0; nth < seed.orders; nth += 1) {
      order += 1;
      const made = orderOf(seed, order, nth, draw);
      const items = made.items.map((values) => ({ id: (item += 1), order_id: order, ...values }));
      insert ??= { order: inserter(database, "orders", made.order), item: inserter(database, "order_items", items[0] ?? {}) };
      insert.order.run(made.order);
      const { number, external_id: external, customer_name: customer } = made.order;
      const texts = items.flatMap(({ name, sku }) => [name, sku]);
      words.order.run(order, indexWords(seed.organization, [number, external, customer, ...texts]));
      for (const values of items) {
        insert.item.run(values);
        words.item.run(values.id, indexWords(seed.organization, [number, external, customer, values.name, values.sku]));
      }
      if (order % 10_000 === 0) {
        told(order);
        database.exec("commit; begin");
      }
    }
  }
  database.prepare("update sequences set value = ? where name = 'orders'").run(order);
  database.prepare("update sequences set value = ? where name = 'order_items'").run(item);
  // Sizes of the tables, as D1 learns them by itself in time: without them the planner guesses.
  database.exec("commit; pragma wal_checkpoint(truncate)");
}
