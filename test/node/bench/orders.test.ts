import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { fillOrders } from "../../../bench/orders.ts";
import { temporaryFolder } from "../server/worker.ts";

it("the orders that the benchmarks write without the API match the schema", () => {
  using folder = temporaryFolder();
  const file = join(folder.path, "bench.sqlite");
  using database = new DatabaseSync(file);
  for (const name of readdirSync("migrations").filter((entry) => entry.endsWith(".sql"))) {
    database.exec(readFileSync(join("migrations", name), "utf8"));
  }
  const seeds = [1, 2].map((organization) => ({ organization, stores: [organization], orders: 30 }));
  fillOrders(file, seeds, () => undefined);
  expect(database.prepare("select organization_id as id, count(*) as orders from orders group by 1").all()).toEqual(
    seeds.map(({ organization, orders }) => ({ id: organization, orders })),
  );
  // Only their stores, which the benchmarks create before, are missing here.
  const missing = database.prepare("select distinct parent from pragma_foreign_key_check").all();
  expect(missing).toEqual([{ parent: "stores" }]);
  const { items } = database.prepare("select count(*) as items from order_items i join orders o on o.id = i.order_id").get() ?? {};
  // Each of the 60 orders has items, and some have several.
  expect(items).toBeGreaterThan(60);
});
