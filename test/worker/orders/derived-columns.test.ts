import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { ORDER_STATUSES } from "../../../src/orders/order-status";
import { aShop, idempotencyKey, rows, type Shop, takeIn } from "../../kit/client";
import { assertProperty } from "../../kit/property";

/**
 * The columns of an order that derive from its status and its items are computed by TypeScript in a change of whole rows, and by SQL in a
 * change of statuses. Both must be what docs/spec/amounts-and-figures.md#what-an-item-counts-for says of the items.
 */

let shop: Shop;
beforeAll(async () => {
  shop = await aShop();
  // Without it, the statuses of items do not change that of their order.
  await rows("update organizations set roll_up_status = 0 where id = ?", shop.id);
});

const drawnItem = fc.record({
  status: fc.constantFrom("New", "Sent to Supplier", "Shipped", "Delivered", "Cancelled", "Refunded", "own status"),
  progress: fc.constantFrom(0, 1, 2),
  is_removed: fc.constantFrom(0, 0, 1),
  quantity: fc.integer({ min: 1, max: 3 }),
  cost: fc.constantFrom(null, 0, 7, 500),
  sku: fc.constantFrom(null, "", "S"),
  custom_sku: fc.constantFrom(null, null, "C"),
  design_url: fc.constantFrom(null, "https://d.example.com/1"),
});
type Item = typeof drawnItem extends fc.Arbitrary<infer T> ? T : never;

type Kind = "live" | "refunded" | "cancelled after" | "cancelled before" | "removed";

/** The lines of the table: whether an item counts in the number of items and in the costs, and whether its cost must be known. */
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

function expected(status: string, items: readonly Item[]) {
  const isCancelled = status === "Cancelled";
  const counted = items.filter((item) => TABLE[kindOf(item)].costs && (!isCancelled || item.progress > 0));
  const needed = items.filter((item) => TABLE[kindOf(item)].needs(item));
  const live = items.filter((item) => item.status !== "Cancelled" && item.status !== "Refunded");
  const isCovered = counted.some(({ cost }) => cost !== null) && needed.every(({ cost }) => cost !== null);
  return {
    units: items.filter((item) => TABLE[kindOf(item)].sold).reduce((sum, { quantity }) => sum + quantity, 0),
    production_cost: counted.reduce((sum, { cost, quantity }) => sum + (cost ?? 0) * quantity, 0),
    has_cost: Number(!isCancelled && isCovered),
    missing_sku: Number(live.some(({ sku, custom_sku }) => (sku ?? "") === "" && custom_sku === null)),
    missing_design: Number(live.some(({ design_url }) => design_url === null)),
    missing_cost: Number(live.some(({ cost }) => cost === null)),
  };
}

const COLUMNS = "units, production_cost, has_cost, missing_sku, missing_design, missing_cost";

it("are the same by TypeScript and by SQL, for any items of any order", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...ORDER_STATUSES),
    fc.array(drawnItem, { minLength: 1, maxLength: 4 }),
    async (status, drawn) => {
      const names = drawn.map((_, n) => ({ name: `Item ${n}`, price: 1 }));
      const order = await takeIn(shop, { status, items: [...names, { name: "Another", price: 1, status: "Cancelled" }] });
      for (const [n, item] of drawn.entries()) {
        const columns = Object.keys(item).map((name) => `${name} = ?`);
        await rows(`update order_items set ${columns.join(", ")} where id = ?`, ...Object.values(item), Number(order.items[n].id));
      }
      const ANOTHER = { progress: 0, is_removed: 0, quantity: 1, cost: null, sku: null, custom_sku: null, design_url: null } as const;
      const columnsOf = async () => (await rows(`select ${COLUMNS} from orders where id = ?`, order.id))[0];

      expect((await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { customer_name: "Ann" } })).status).toBe(200);
      expect(await columnsOf(), "TypeScript").toEqual(expected(status, [...drawn, { ...ANOTHER, status: "Cancelled" }]));
      for (const to of ["On Hold", "Cancelled"]) {
        const path = `/order-items/${order.items.at(-1).id}/status`;
        expect((await shop.v2(path, { body: { status: to }, headers: idempotencyKey() })).status).toBe(200);
        const another: Item = { ...ANOTHER, status: to === "Cancelled" ? "Cancelled" : "own status" };
        expect(await columnsOf(), `SQL, ${to}`).toEqual(expected(status, [...drawn, another]));
      }
    },
  );
  await assertProperty(property, { numRuns: 200 });
});

it("are computed again when an order is cancelled and when it is New again, also of several orders at once", async () => {
  const items = [
    { name: "Mug", price: 1, quantity: 2, cost: 4 },
    { name: "Tee", price: 1, cost: 3, status: "Sent to Supplier" },
  ];
  const [one, other] = [await takeIn(shop, { items }), await takeIn(shop, { items, status: "In Production" })];
  const costs = () => rows("select production_cost, has_cost from orders where id in (?, ?) order by id", one.id, other.id);
  const set = async (status: string) => {
    const body = { ids: [one.id, other.id], set_status: { status, reason: "a test" } };
    const { results } = (await shop.v2("/orders/bulk-actions", { body })).body;
    expect(results).toMatchObject([{ outcome: "updated" }, { outcome: "updated" }]);
  };
  await set("Cancelled");
  expect(await costs()).toEqual([
    { production_cost: 30_000, has_cost: 0 },
    { production_cost: 110_000, has_cost: 0 },
  ]);
  await set("New");
  expect(await costs()).toEqual([
    { production_cost: 110_000, has_cost: 1 },
    { production_cost: 110_000, has_cost: 1 },
  ]);
});
