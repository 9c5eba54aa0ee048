import { expect, it } from "vitest";
import { aProducingShop, anItem, orderOf, sendAll } from "../supplier-orders/kit";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { erase } from "./kit";

/** What suppliers were told about a person (docs/spec/personal-data.md). */

it("an erasure empties the addresses that suppliers have, also one without a house number or from before a correction", async () => {
  captureEnqueued();
  const shop = await aProducingShop();
  const order = await orderOf(shop, anItem({ personalization: "Best wishes" }));
  const person = { customer_email: "ann@example.com", ship_address1: "Rose Cottage", ship_zipcode: "BA1" };
  await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: person });
  const sent = await sendAll(shop, order.id);
  const corrected = { ship_name: "Ann Miller", ship_address1: "Mill House", ship_city: "Wells" };
  await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: corrected });
  const tracking = { tracking_number: "1Z1", carrier: "Ann Miller", tracking_url: "https://carrier.example.com/?to=Ann%20Miller" };
  await shop.v2(`/supplier-orders/${sent.id}/ship`, { body: tracking });
  const before = (await shop.v2(`/supplier-orders/${sent.id}`)).text;
  // Ann, Bath and the mug are from `orderOf` and `anItem`.
  for (const trace of ["Ann", "Rose Cottage", "BA1", "Bath", "Miller"]) expect(before).toContain(trace);

  expect((await erase(shop, { email: "ann@example.com" })).status).toBe("done");
  const { text, body } = await shop.v2(`/supplier-orders/${sent.id}`);
  for (const trace of ["Ann", "Rose Cottage", "BA1", "Bath", "Miller", "Mill House", "Wells"]) expect(text).not.toContain(trace);
  expect(body.lines[0]).toMatchObject({
    name: "Mug",
    personalization: "Best wishes",
    shipped_quantity: 3,
    shipments: [{ tracking_number: "1Z1" }],
  });
});
