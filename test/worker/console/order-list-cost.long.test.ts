import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "./kit";
import { organizationD1 } from "../../kit/databases";

const FEW = 300;
const MANY = 3000;

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

/** Adds orders until the shop has `count`. The triggers count them as they count created orders. */
async function fillTo(count: number): Promise<void> {
  const [{ n } = { n: 0 }] = await rows<{ n: number }>("select count(*) as n from orders where organization_id = ?", shop.id);
  if (n === 0) {
    const orders = Array.from({ length: 100 }, (_, nth) =>
      orderBody({
        number: `#${nth}`,
        ship_country: "GB",
        shipping_service: "Express",
        tags: ["gift"],
        assignee: "ann",
        date: `2026-01-${String(1 + (nth % 28)).padStart(2, "0")}`,
      }),
    );
    await shop.v2("/orders/bulk", { body: { orders } });
    return await fillTo(count);
  }
  const columns = async (table: string) =>
    (await rows<{ name: string }>("select name from pragma_table_info(?)", table)).map(({ name }) => name).filter((name) => name !== "id");
  const [ofOrder, ofItem] = [await columns("orders"), (await columns("order_items")).filter((name) => name !== "order_id")];
  // The first hundred orders are copied repeatedly, each item to the copy of its own order.
  const steps = Array.from({ length: (count - n) / 100 }, (_, step) => step);
  const copies = steps.flatMap(() => [
    organizationD1()
      .prepare(
        `insert into orders (${ofOrder.join()}) select ${ofOrder.join()} from orders where organization_id = ? order by id limit 100`,
      )
      .bind(shop.id),
    organizationD1()
      .prepare(
        `insert into order_items (order_id, ${ofItem.join()})
       select (select max(id) - 100 from orders where organization_id = ?1) + row_number() over (order by id), ${ofItem.join()}
       from (select * from order_items where organization_id = ?1 order by id limit 100)`,
      )
      .bind(shop.id),
  ]);
  await organizationD1().batch(copies);
}

describe("the order list", () => {
  it("reads as many rows and makes as many trips with 3,000 orders as with 300", async () => {
    const filters = ["tag=Gift", "ship_country=gb", "shipping_service=express", "assignee=ann"];
    const paths = [
      "/orders",
      "/orders?status=New",
      "/orders?store_id=gift&sort=date:asc",
      "/orders?sort=ship_by_date:asc",
      ...filters.map((filter) => `/orders?${filter}`),
    ];
    const costs = async () => {
      const lines = [];
      for (const path of paths) {
        // The first visit also reads what the isolate then has in its caches, such as the member.
        await member.open(path);
        const { status, d1_trips, rows_read } = await logOf(() => member.open(path));
        lines.push({ path, status, d1_trips, rows_read });
      }
      return lines;
    };
    await fillTo(FEW);
    expect((await member.open("/orders")).text).toContain("1 to 50 of 300");
    const few = await costs();
    await fillTo(MANY);
    expect((await member.open("/orders")).text).toContain("1 to 50 of 3,000");
    expect(await costs()).toEqual(few);
    for (const { status, rows_read } of few) {
      expect(status).toBe(200);
      // The page has 50 orders. Of each, at most three rows are read: its own, and its places in indexes. The rest of the page reads a few more.
      expect(rows_read).toBeGreaterThan(50);
      expect(rows_read).toBeLessThan(200);
    }
  });
});
