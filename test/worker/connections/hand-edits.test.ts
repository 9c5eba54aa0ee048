import { expect, it } from "vitest";
import { createShop } from "../../kit/client";
import { connect, deliverWoo, orderOf, processInbox, wooOrder } from "./fixtures";

/** A shop's order whose items a person has changed here (docs/guide/connections.md#change-an-order). */
it("keeps local changes of items until the shop changes the order, and then has the shop's items again", async () => {
  const shop = await createShop();
  const connection = await connect(shop);
  const deliver = async (fields: Record<string, unknown>) => {
    await deliverWoo(connection, wooOrder(fields));
    await processInbox(shop, connection);
    const { id, subtotal, total_amount, assignee, items } = await orderOf(shop, "727");
    const itemFacts = items.map(({ name, quantity, status }: Record<string, unknown>) => [name, quantity, status]);
    return { id, items, facts: { subtotal, total_amount, assignee, items: itemFacts } };
  };
  const { id, items } = await deliver({});
  await shop.v2(`/orders/${id}`, { method: "PATCH", body: { assignee: "Bea" } });
  await shop.v2(`/order-items/${items[0].id}`, { method: "PATCH", body: { quantity: 4 } });
  await shop.v2(`/orders/${id}/items`, { body: { name: "Card", price: 5 } });
  // The same order in another delivery.
  const kept = await deliver({ customer_user_agent: "a browser" });
  // Two more mugs for 3.00 each, with 0.45 of tax together, and a card for 5.00, are added to 18.00 and 29.35.
  expect(kept.facts).toEqual({
    subtotal: 29,
    total_amount: 40.8,
    assignee: "Bea",
    items: [
      ["Plain mug", 4, "New"],
      ["Poster – Black", 1, "New"],
      ["Card", 1, "New"],
    ],
  });
  const replaced = await deliver({ status: "completed", date_modified_gmt: "2026-03-23T19:28:08" });
  // "completed" is no cancellation, so it changes no status here. The card, which the shop does not have, is cancelled.
  expect(replaced.facts).toEqual({
    subtotal: 18,
    total_amount: 29.35,
    assignee: "Bea",
    items: [
      ["Plain mug", 2, "New"],
      ["Poster – Black", 1, "New"],
      ["Card", 1, "Cancelled"],
    ],
  });
});
