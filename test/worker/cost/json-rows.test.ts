import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { createShop, idempotencyKey } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";

it("an insert of orders or items takes the JSON of each row from it once, however many columns it has", async () => {
  const shop = await createShop();
  const prepare = vi.spyOn(Object.getPrototypeOf(env.DB) as D1Database, "prepare");
  const order = { store: "gift", external_id: "1", items: [{ name: "Mug", price: 1 }] };
  expect((await shop.v2("/orders/bulk", { body: { orders: [order] }, headers: idempotencyKey() })).status).toBe(200);
  const inserts = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^insert into (?:orders|order_items) /.test(sql));
  prepare.mockRestore();
  expect(inserts).toHaveLength(2);
  for (const sql of inserts) {
    const values = Array.from({ length: sql.split("?").length - 1 }, () => 1);
    const { results } = await organizationD1()
      .prepare(`explain query plan ${sql}`)
      .bind(...values)
      .all<{ detail: string }>();
    // As a co-routine, a row of the JSON is computed once for all columns. In the statement itself, it would be for each of them.
    expect(results.map(({ detail }) => detail)).toContain("CO-ROUTINE j");
  }
});
