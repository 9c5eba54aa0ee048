import { afterAll, beforeAll, expect, it } from "vitest";
import { rows } from "../../kit/client";
import { partTwins, type Twin, twins } from "./twins";

let alpha: Twin;
let beta: Twin;

beforeAll(async () => {
  [alpha, beta] = await twins("alpha", "beta");
});
afterAll(partTwins);

interface Key {
  id: number;
  table: string;
  from: string;
  to: string;
}

const tables = () =>
  rows<{ name: string }>("select name from sqlite_schema where type = 'table' and sql like '%organization_id%' order by name");

/** Foreign keys of a table, each with its columns. */
async function keysOf(table: string): Promise<{ parent: string; from: string[]; to: string[] }[]> {
  const columns = await rows<Key>(`select id, "table", "from", "to" from pragma_foreign_key_list('${table}') order by id, seq`);
  return [...Map.groupBy(columns, ({ id }) => id).values()].map((key) => ({
    parent: key[0]?.table ?? "",
    from: key.map(({ from }) => from),
    to: key.map(({ to }) => to),
  }));
}

it("the schema itself refuses a child of another organization's parent, in every table and by every key", async () => {
  const refused: string[] = [];
  for (const { name } of await tables()) {
    for (const { parent, from, to } of await keysOf(name)) {
      const at = from.indexOf("organization_id");
      if (at === -1 || from.length < 2) continue;
      const [column, id] = [from[1 - at] ?? "", to[1 - at] ?? ""];
      // Where a row hangs from a parent, hang it from the other organization's, by its own id and by nothing else; from one without children, if there is one.
      const [own] = await rows(`select 1 from ${name} where organization_id = ? and ${column} is not null`, beta.id);
      expect(own, `the twins have no ${name} with a ${column}`).toBeDefined();
      const columns = await rows<{ name: string }>(`select name from pragma_table_info('${name}') where pk > 0 order by pk`);
      const key = columns.map((each) => each.name).join(", ");
      const hang = async () =>
        await rows(
          `update ${name} set ${column} = (select ${id} from ${parent} where organization_id = ? order by ${id} in (select ${column} from ${name}) limit 1)
            where (${key}) = (select ${key} from ${name} where organization_id = ? and ${column} is not null limit 1)`,
          alpha.id,
          beta.id,
        );
      await expect(hang(), `${name}.${column}`).rejects.toThrow(/FOREIGN KEY/);
      refused.push(`${name}.${column}`);
    }
  }
  expect(refused.toSorted()).toMatchInlineSnapshot(`
    [
      "attempts.delivery_id",
      "connection_inbox.connection_id",
      "connections.store_id",
      "deliveries.endpoint_id",
      "deliveries.event_id",
      "expenses.store_id",
      "fulfillment_items.fulfillment_id",
      "fulfillment_items.order_item_id",
      "fulfillments.order_id",
      "order_history.order_id",
      "order_items.order_id",
      "order_notes.order_id",
      "order_tags.order_id",
      "orders.store_id",
      "product_terms.product_id",
      "recoveries.endpoint_id",
      "refunds.order_id",
      "tickets.order_id",
    ]
  `);
});

it("no key leads to a parent that an organization owns by its id alone", async () => {
  const owned = new Set((await tables()).map(({ name }) => name));
  for (const name of owned) {
    for (const { parent, from } of await keysOf(name))
      if (owned.has(parent)) expect(from, `${name} → ${parent}`).toContain("organization_id");
  }
});

it("no row of one organization hangs from a row of the other", async () => {
  expect(await rows("pragma foreign_key_check")).toEqual([]);
});
