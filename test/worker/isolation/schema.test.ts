import { afterAll, beforeAll, expect, it } from "vitest";
import { rows } from "../../kit/client";
import { removeTwinMocks, type Twin, twins } from "./twins";

let alpha: Twin;
let beta: Twin;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
});
afterAll(removeTwinMocks);

interface Key {
  id: number;
  table: string;
  from: string;
  to: string;
}

const tables = () =>
  rows<{ name: string }>("select name from sqlite_schema where type = 'table' and sql like '%organization_id%' order by name");

/** The foreign keys of a table with their columns. */
async function keysOf(table: string): Promise<{ parent: string; from: string[]; to: string[] }[]> {
  const columns = await rows<Key>(`select id, "table", "from", "to" from pragma_foreign_key_list('${table}') order by id, seq`);
  return [...Map.groupBy(columns, ({ id }) => id).values()].map((key) => ({
    parent: key[0]?.table ?? "",
    from: key.map(({ from }) => from),
    to: key.map(({ to }) => to),
  }));
}

it("the schema rejects a child of another organization's parent, in every table and for every foreign key", async () => {
  const rejected: string[] = [];
  for (const { name } of await tables()) {
    for (const { parent, from, to } of await keysOf(name)) {
      const at = from.indexOf("organization_id");
      if (at === -1 || from.length < 2) continue;
      const [column, id] = [from[1 - at] ?? "", to[1 - at] ?? ""];
      // If a row has a parent, change only that to a row of the other organization, preferably one without children.
      const [own] = await rows(`select 1 from ${name} where organization_id = ? and ${column} is not null`, beta.id);
      expect(own, `the twins have no ${name} with a ${column}`).toBeDefined();
      const columns = await rows<{ name: string }>(`select name from pragma_table_info('${name}') where pk > 0 order by pk`);
      const key = columns.map((each) => each.name).join(", ");
      const attachToForeignParent = async () =>
        await rows(
          `update ${name} set ${column} = (select ${id} from ${parent} where organization_id = ? order by ${id} in (select ${column} from ${name}) limit 1)
            where (${key}) = (select ${key} from ${name} where organization_id = ? and ${column} is not null limit 1)`,
          alpha.id,
          beta.id,
        );
      await expect(attachToForeignParent(), `${name}.${column}`).rejects.toThrow(/FOREIGN KEY/);
      rejected.push(`${name}.${column}`);
    }
  }
  expect(rejected.toSorted()).toMatchInlineSnapshot(`
        [
          "attempts.delivery_id",
          "connection_inbox.connection_id",
          "connections.store_id",
          "deliveries.endpoint_id",
          "deliveries.event_id",
          "expenses.store_id",
          "files.order_id",
          "fulfillment_items.fulfillment_id",
          "fulfillment_items.order_item_id",
          "fulfillments.order_id",
          "item_designs.file_id",
          "item_designs.order_item_id",
          "order_history.order_id",
          "order_items.order_id",
          "order_notes.order_id",
          "order_tags.order_id",
          "orders.store_id",
          "product_terms.product_id",
          "proofs.file_id",
          "proofs.order_item_id",
          "recoveries.endpoint_id",
          "refunds.order_id",
          "supplier_costs.supplier_id",
          "supplier_order_lines.order_item_id",
          "supplier_order_lines.supplier_order_id",
          "supplier_orders.supplier_id",
          "supplier_terms.supplier_id",
          "ticket_history.ticket_id",
          "ticket_messages.ticket_id",
          "tickets.order_id",
        ]
      `);
});

it("no foreign key refers to a tenant's parent only by its id", async () => {
  const owned = new Set((await tables()).map(({ name }) => name));
  for (const name of owned) {
    for (const { parent, from } of await keysOf(name))
      if (owned.has(parent)) expect(from, `${name} → ${parent}`).toContain("organization_id");
  }
});

it("no row of one organization refers to a row of the other", async () => {
  expect(await rows("pragma foreign_key_check")).toEqual([]);
});
