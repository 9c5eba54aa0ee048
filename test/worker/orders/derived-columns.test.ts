import { beforeAll, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";

/**
 * The columns of an order that derive from its status and its items are computed by TypeScript in a change of whole rows, and by SQL in a
 * change of statuses. Both must be what docs/spec/amounts-and-figures.md#what-an-item-counts-for says of the items.
 */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  // Otherwise the statuses of items would change the status of their order.
  await rows("update organizations set roll_up_status = 0 where id = ?", shop.id);
});

const STATUSES = ["New", "Sent to Supplier", "Shipped", "Cancelled", "Refunded", "own status"];
/** Not sent to a supplier, sent, and shipped. */
const PROGRESS = [0, 1, 2];
const REMOVED = [0, 1];
const COSTS = [null, 7];

interface Item {
  status: string;
  progress: number;
  is_removed: number;
  quantity: number;
  cost: number | null;
  supplier_quantity: number;
  supplier_cost: number;
  sku: string | null;
  custom_sku: string | null;
  design_url: string | null;
  is_goods: number;
  shipped_quantity: number;
  cancelled_quantity: number;
}

/** An item of every status, progress, removal and cost, now with and now without the other fields. */
const EVERY_ITEM: readonly Item[] = STATUSES.flatMap((status) =>
  PROGRESS.flatMap((progress) => REMOVED.flatMap((is_removed) => COSTS.map((cost) => ({ status, progress, is_removed, cost })))),
).map((item, n) => ({
  ...item,
  quantity: 1 + (n % 3),
  sku: [null, "", "S"][n % 3] ?? null,
  custom_sku: n % 5 === 0 ? "C" : null,
  design_url: n % 2 === 0 ? null : "https://d.example.com/1",
  is_goods: n % 7 === 3 ? 0 : 1,
  supplier_quantity: [0, 1, 0, 2, 3][n % 5] ?? 0,
  supplier_cost: [0, 11, 0, 30, 17][n % 5] ?? 0,
  shipped_quantity: n % 4,
  cancelled_quantity: Math.min(1 + (n % 3), n % 5 === 0 ? 1 : 0),
}));

const NOTHING = {
  progress: 0,
  is_removed: 0,
  quantity: 1,
  cost: null,
  supplier_quantity: 0,
  supplier_cost: 0,
  sku: null,
  custom_sku: null,
  design_url: null,
  is_goods: 1,
  shipped_quantity: 0,
  cancelled_quantity: 0,
};
/** How many units of an item were shipped (docs/spec/orders.md#fulfillment-state). */
const shippedOf = ({ status, quantity, shipped_quantity }: Item): number =>
  status === "Shipped" || status === "Delivered" ? quantity : Math.min(quantity, shipped_quantity);

function stateOf(items: readonly Item[]): string {
  const goods = items.filter(({ is_goods }) => is_goods === 1);
  if (goods.every((item) => shippedOf(item) === 0)) return "none";
  const live = goods.filter(({ status }) => status !== "Cancelled" && status !== "Refunded");
  // What was refunded before it was shipped is not shipped.
  return live.every((item) => shippedOf(item) + item.cancelled_quantity >= item.quantity) ? "all" : "partial";
}

const SOLD: Item = { ...NOTHING, status: "New", cost: 500, sku: "S", design_url: "https://d.example.com/1" };

type Kind = "live" | "refunded" | "cancelled after" | "cancelled before" | "removed";

/**
 * The rows of that page's table: whether an item counts in the number of items and in the costs, and whether its cost must be
 * known.
 */
const TABLE: Readonly<Record<Kind, { sold: boolean; costs: boolean; needs: (item: Item) => boolean }>> = {
  live: { sold: true, costs: true, needs: () => true },
  refunded: { sold: true, costs: true, needs: ({ progress }) => progress >= 1 },
  "cancelled after": { sold: false, costs: true, needs: () => false },
  "cancelled before": { sold: false, costs: false, needs: () => false },
  removed: { sold: false, costs: false, needs: () => false },
};

function kindOf({ status, progress, is_removed }: Item): Kind {
  if (is_removed === 1) return "removed";
  if (status === "Cancelled") return progress === 0 ? "cancelled before" : "cancelled after";
  return status === "Refunded" ? "refunded" : "live";
}

/** How many units have the item's own cost. */
const ownUnits = ({ quantity, supplier_quantity }: Item) => Math.max(0, quantity - supplier_quantity);
const isKnown = (item: Item) => item.cost !== null || ownUnits(item) === 0;

function expected(status: string, items: readonly Item[]) {
  const isCancelled = status === "Cancelled";
  // A Cancelled order has only the costs of its items that were sent (docs/spec/amounts-and-figures.md#what-an-order-counts-for).
  const counted = items.filter((item) => TABLE[kindOf(item)].costs && (!isCancelled || item.progress > 0));
  const needed = items.filter((item) => item.is_goods === 1 && TABLE[kindOf(item)].needs(item));
  // Only the status says what is live, also of a removed item, which may get another one than Cancelled (docs/spec/items.md#remove-an-item).
  const live = items.filter((item) => item.is_goods === 1 && item.status !== "Cancelled" && item.status !== "Refunded");
  const isCovered = counted.some(({ cost, supplier_quantity }) => cost !== null || supplier_quantity > 0) && needed.every(isKnown);
  return {
    units: items.filter((item) => TABLE[kindOf(item)].sold).reduce((sum, { quantity }) => sum + quantity, 0),
    production_cost: counted.reduce((sum, item) => sum + item.supplier_cost + (item.cost ?? 0) * ownUnits(item), 0),
    has_cost: Number(!isCancelled && isCovered),
    missing_sku: Number(live.some(({ sku, custom_sku }) => (sku ?? "") === "" && custom_sku === null)),
    missing_design: Number(live.some(({ design_url }) => design_url === null)),
    missing_cost: Number(live.some((item) => !isKnown(item))),
    fulfillment_state: stateOf(items),
  };
}

const COLUMNS = "units, production_cost, has_cost, missing_sku, missing_design, missing_cost, fulfillment_state";

/** The derived columns of orders, by their ids. */
const columnsOf = async (ids: readonly number[]): Promise<unknown[]> => {
  const found = await rows<{ id: number }>(
    `select id, ${COLUMNS} from orders where id in (select value from json_each(?))`,
    JSON.stringify(ids),
  );
  return ids.map((id) => found.find((row) => row.id === id));
};

/** Sends a request that changes each of these orders. */
async function changeAll(path: string, body: object, count: number): Promise<void> {
  const { status, body: response } = await shop.v2(path, { body });
  expect({ status, resultCount: response.results.filter(({ outcome }: { outcome: string }) => outcome === "updated").length }).toEqual({
    status: 200,
    resultCount: count,
  });
}

const ORDER_STATUSES = ["New", "Complete", "Cancelled"];
const TITLE =
  "the derived columns are the same computed by TypeScript and by SQL, for every kind of item in an order that is $status, $place";
it.each(ORDER_STATUSES.map((status) => ({ status, place: "beside a sold one", otherItems: [SOLD] })))(TITLE, compareColumns);
it.each(ORDER_STATUSES.map((status) => ({ status, place: "alone", otherItems: [] })))(TITLE, { tags: "long" }, compareColumns);

async function compareColumns({ status, otherItems }: { status: string; otherItems: readonly Item[] }): Promise<void> {
  const orders = EVERY_ITEM.map((item) => [item, ...otherItems]);
  const sent = orders.map((items) => {
    const sentItems = items.map((_, n) => ({ name: `Item ${n}`, price: 1 }));
    return { store: "gift", status, items: [...sentItems, { name: "Another", price: 1, status: "Cancelled" }] };
  });
  const { results } = (await shop.v2("/orders/bulk", { body: { orders: sent } })).body;
  const ids: number[] = results.map(({ id }: { id: number }) => id);
  const stored = Map.groupBy(
    await rows<{ id: number; order_id: number }>(
      "select id, order_id from order_items where order_id in (select value from json_each(?)) order by id",
      JSON.stringify(ids),
    ),
    ({ order_id }) => order_id,
  );
  const itemIds = ids.map((id) => stored.get(id)?.map((row) => row.id) ?? []);
  const assignments = Object.keys(SOLD).map((name) => `${name} = j.value->>'${name}'`);
  await rows(
    `update order_items set ${assignments.join(", ")} from json_each(?) j where order_items.id = j.value->>'id'`,
    JSON.stringify(orders.flatMap((items, n) => items.map((item, nth) => ({ ...item, id: itemIds[n]?.[nth] })))),
  );
  const expectAll = async (another: Item, by: string) => {
    const all = orders.map((items, n) => ({ id: ids[n], ...expected(status, [...items, another]) }));
    expect(await columnsOf(ids), by).toEqual(all);
  };
  const another = { ...NOTHING, status: "Cancelled" };
  await changeAll("/orders/bulk-updates", { orders: ids.map((id) => ({ id, customer_name: "Ann" })) }, ids.length);
  await expectAll(another, "TypeScript");
  for (const to of ["On Hold", "Cancelled"]) {
    const last = itemIds.map((own) => own.at(-1));
    await changeAll("/order-items/bulk-actions", { ids: last, set_status: { status: to } }, ids.length);
    await expectAll({ ...another, status: to }, `SQL, ${to}`);
  }
}

it("the costs are recomputed when an order is cancelled and when it becomes New again, also for several orders in one request", async () => {
  const items = [
    { name: "Mug", price: 1, quantity: 2, cost: 4 },
    { name: "Tee", price: 1, cost: 3, status: "Sent to Supplier" },
  ];
  const ids: number[] = [];
  for (const status of ["New", "In Production", "Shipped"]) ids.push((await ingestOrder(shop, { items, status })).id);
  const costs = () => rows("select production_cost, has_cost from orders where id in (?, ?, ?) order by id", ...ids);
  const set = async (status: string) => {
    const body = { ids, set_status: { status, reason: "a test" } };
    const { results } = (await shop.v2("/orders/bulk-actions", { body })).body;
    expect(results).toMatchObject(ids.map(() => ({ outcome: "updated" })));
  };
  await set("Cancelled");
  // The mugs, which cost 8, were sent if their order was In Production or Shipped (docs/spec/amounts-and-figures.md#sent-and-shipped-items).
  expect(await costs()).toEqual([
    { production_cost: 30_000, has_cost: 0 },
    { production_cost: 110_000, has_cost: 0 },
    { production_cost: 110_000, has_cost: 0 },
  ]);
  await set("New");
  expect(await costs()).toEqual([
    { production_cost: 110_000, has_cost: 1 },
    { production_cost: 110_000, has_cost: 1 },
    { production_cost: 110_000, has_cost: 1 },
  ]);
});
