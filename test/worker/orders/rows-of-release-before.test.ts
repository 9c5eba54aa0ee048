import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import worker from "../../../src/worker";
import { anOrder, aShop, rows, type Shop, takeIn } from "../../kit/client";
import { expectTrueOrderRollUps } from "../../kit/order-roll-ups";
import { organizationD1 } from "../../kit/databases";

/** New orders take the ids that follow the last one. */
const FAR_FROM_NEW_IDS = 1_000_000;
const LIVE_COUNT = "select count(*) as count from order_items where organization_id = ? and order_closed = 0";

let shop: Shop;
beforeEach(async () => {
  shop = await aShop();
});

/** Runs a statement as the release before would: it does not name the columns that came later. */
async function runOld(statement: string, ...values: unknown[]): Promise<void> {
  await organizationD1()
    .prepare(statement)
    .bind(...values)
    .run();
}

/** Copies an order and its items, without the columns that the release before does not know. */
async function copyAsOld(id: number, number: string, statuses: { order: string; items: string }): Promise<void> {
  await runOld(
    `insert into orders (id, organization_id, store_id, number, status, currency, date, total_amount, subtotal, tax, shipping_cost, discount, production_cost, missing_sku, missing_design,
        missing_cost, version, event_sequence, item_count, created_at, updated_at)
      select id + ${FAR_FROM_NEW_IDS} * length(?1), organization_id, store_id, ?1, ?2, currency, date, total_amount, subtotal, tax, shipping_cost, discount, production_cost, missing_sku, missing_design,
        missing_cost, version, event_sequence, item_count, created_at, updated_at from orders where id = ?3`,
    number,
    statuses.order,
    id,
  );
  await runOld(
    `insert into order_items (id, organization_id, order_id, store_id, name, quantity, price, version, status, order_date, order_day, created_at, updated_at)
      select i.id + o.id, i.organization_id, o.id, i.store_id, i.name, i.quantity, i.price, i.version, ?, i.order_date, i.order_day, i.created_at, i.updated_at
      from order_items i join orders o on o.organization_id = i.organization_id and o.number = ? where i.order_id = ?`,
    statuses.items,
    number,
    id,
  );
}

const runCron = () => worker.scheduled(createScheduledController({ scheduledTime: new Date() }), env);

const ofOrder = async (number: string) =>
  await rows(
    `select has_live_items, min(order_closed) as closed from orders o join order_items i on i.order_id = o.id
      where o.organization_id = ? and o.number = ?`,
    shop.id,
    number,
  );

describe("rows that the release before writes after the migrations", () => {
  it("are marked as items of a closed order, and as an order without live items", async () => {
    const { id } = await takeIn(shop, { items: [{ name: "Mug", price: 1 }] });
    await copyAsOld(id, "closed", { order: "Complete", items: "New" });
    await copyAsOld(id, "dead", { order: "New", items: "Refunded" });
    expect(await ofOrder("closed")).toEqual([{ has_live_items: 1, closed: 1 }]);
    expect(await ofOrder("dead")).toEqual([{ has_live_items: 0, closed: 0 }]);
    expect(await rows(LIVE_COUNT, shop.id)).toEqual([{ count: 2 }]);
    await expectTrueOrderRollUps(shop.id);
  });

  it("follow an item that is cancelled, and one that is live again", async () => {
    const { id } = await takeIn(shop, { number: "one", items: [{ name: "Mug", price: 1, cost: 1 }] });
    await runOld("update order_items set status = 'Cancelled' where order_id = ?", id);
    expect(await ofOrder("one")).toEqual([{ has_live_items: 0, closed: 0 }]);
    await runOld("update order_items set status = 'New' where order_id = ?", id);
    expect(await ofOrder("one")).toEqual([{ has_live_items: 1, closed: 0 }]);
    await expectTrueOrderRollUps(shop.id);
  });

  it("have the tax of a changed refund computed anew", async () => {
    const { id } = await takeIn(shop, anOrder({ tax: 20, total_amount: 120, refund_amount: 120, items: [{ name: "Mug", price: 100 }] }));
    const refundedTax = async () => await rows("select refunded_tax from orders where id = ?", id);
    expect(await refundedTax()).toEqual([{ refunded_tax: 200_000 }]);
    await runOld("update orders set refund_amount = 600000 where id = ?", id);
    expect(await refundedTax()).toEqual([{ refunded_tax: null }]);
    await runCron();
    expect(await refundedTax()).toEqual([{ refunded_tax: 100_000 }]);
  });

  it("are sorted by the text that they have now", async () => {
    const { id } = await takeIn(shop, { customer_name: "Zoë", items: [{ name: "Ünique", price: 1, sku: "É1" }] });
    await runOld("update orders set customer_name = 'Anna' where id = ?", id);
    await runOld("update order_items set name = 'Ärmel' where order_id = ?", id);
    await runCron();
    expect(await rows("select customer_sort_key as customer from orders where id = ?", id)).toEqual([{ customer: null }]);
    expect(await rows("select name_sort_key as name, sku_sort_key as sku from order_items where order_id = ?", id)).toEqual([
      { name: "armel", sku: "e1" },
    ]);
  });
});
