import { expect, it } from "vitest";
import { Person } from "../../../src/tenants/personal-data/person";
import { findInOrder } from "../../../src/tenants/personal-data/person-order";
import { readOrderParts } from "../../../src/resources/orders/read-order-set";
import { OrgReader } from "../../../src/platform/db/org-db";
import { createShop, ingestOrder } from "../../kit/client";
import { organizationD1, organizationDatabase } from "../../kit/databases";

it("other requests are processed while a large order is compared with a person", async () => {
  const shop = await createShop();
  const { id } = await ingestOrder(shop, {
    customer_name: "Somebody Else",
    items: [{ name: "Mug", price: 1, comment: "For Zora Quellmark" }],
  });
  const organization = {
    id: shop.id,
    database: organizationDatabase(),
    restoredAt: null,
    currency: "USD",
    timezone: "UTC",
    rollUpStatus: true,
  };
  const org = new OrgReader({ d1: organizationD1(), organization, actor: { kind: "system", id: null, name: "" }, now: Date.now() });
  const [whole] = await readOrderParts(org, [id]);
  const item = whole?.items[0];
  if (whole === undefined || item === undefined) throw new Error("There is no order.");
  const items = Array.from({ length: 1000 }, (_, n) => ({ ...item, id: item.id + n }));
  let turns = 0;
  const state = { isOver: false };
  const takeTurns = () => {
    turns += 1;
    if (!state.isOver) setTimeout(takeTurns, 0);
  };
  takeTurns();
  const found = await findInOrder({ ...whole, items }, Person.of({ name: "Zora Quellmark" }));
  state.isOver = true;
  expect({ rowCount: found.rows.length, owner: found.owner }).toEqual({ rowCount: 1000, owner: null });
  // One before, and one for each hundred rows.
  expect(turns).toBeGreaterThan(10);
});
