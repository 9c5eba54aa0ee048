import { describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { organizationD1 } from "../../kit/databases";
import { logOf } from "../../kit/log";

/**
 * Columns whose rows are not found by an index of the whole key: their parents are written one at a time, or the rows are few. `attempts`
 * are found by the id of their delivery, which is unique by itself.
 */
const EXCEPTIONS = [
  "attempts.delivery_id",
  "connections.store_id",
  "member_invitations.invited_by",
  "member_invitations.replaces_user_id",
  "product_terms.product_id",
];

it("the rows that refer to a row are found by an index, because SQLite looks for them whenever a row with a deferred key is written", async () => {
  const scans: string[] = [];
  for (const { name } of await rows<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name not like '\\_%' escape '\\'",
  )) {
    const keys = await rows<{ id: number; from: string }>(`select id, "from" from pragma_foreign_key_list('${name}') order by id, seq`);
    for (const columns of Map.groupBy(keys, ({ id }) => id).values()) {
      const names = columns.map(({ from }) => from);
      const plan = await organizationD1()
        .prepare(`explain query plan select * from "${name}" where ${names.map((column) => `"${column}" = ?`).join(" and ")}`)
        .bind(...names.map(() => 1))
        .all<{ detail: string }>();
      const detail = plan.results.map((step) => step.detail).join();
      const isFound = detail.includes("(rowid=?)") || names.every((column) => detail.includes(`${column}=?`));
      if (!isFound) scans.push(`${name}.${names.findLast((column) => column !== "organization_id")}`);
    }
  }
  expect(scans.toSorted()).toEqual(EXCEPTIONS);
});

describe("when an organization has sent many items to a supplier and shipped many", () => {
  /** The rows that are read to create an order with 20 items, and to send them to a supplier. */
  async function rowsReadBy(shop: Shop): Promise<{ create: number; send: number }> {
    const items = Array.from({ length: 20 }, (_, n) => ({ name: `Mug ${n}`, price: 1, assigned_supplier: "Acme" }));
    let id = 0;
    const created = await logOf(async () => {
      id = (await shop.v2("/orders", { body: { store: "gift", items } })).body.id;
    });
    const sent = await logOf(() => shop.v2("/supplier-orders", { body: { order_ids: [id], override_reason: "Made to stock" } }));
    await shop.v2(`/orders/${id}/fulfillments`, { body: { status: "in_transit" } });
    return { create: created.rows_read, send: sent.rows_read };
  }

  it("the fourth order costs as much to create and to send as the second one", { tags: "long" }, async () => {
    const shop = await createShop();
    await shop.v2("/suppliers", { body: { name: "Acme" } });
    const runs = [];
    for (let n = 0; n < 4; n += 1) runs.push(await rowsReadBy(shop));
    const [, second, , fourth] = runs;
    // A scan would read the 60 items before it again for each of its 20 items.
    expect(fourth?.create).toBeLessThan((second?.create ?? 0) + 50);
    expect(fourth?.send).toBeLessThan((second?.send ?? 0) + 50);
  });
});
