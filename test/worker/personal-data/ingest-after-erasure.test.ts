import { expect, it } from "vitest";
import { createShop, rowsOf, type Shop } from "../../kit/client";
import { operate } from "../access/kit";
import { erase } from "./kit";

/**
 * Payloads that an integration sends again after an erasure, values that cannot be attributed to a person, and addresses with a hyphen
 * (docs/spec/personal-data.md#erasure).
 */

const ANN = { customer_name: "Ann Lee", customer_email: "ann-lee@example.org", customer_phone: "0170 5550123" };
const payload = (more: object = {}) => ({
  store: "gift",
  external_id: "1",
  ...ANN,
  items: [{ external_id: "a", name: "Mug", price: 5 }],
  ...more,
});

const send = async (shop: Shop, body: object, query = "") => await shop.v2(`/orders${query}`, { body });
const hashOf = async (shop: Shop) =>
  (await rowsOf<{ source_hash: string }>(shop, "select source_hash from orders where organization_id = ?", shop.id))[0]?.source_hash;

it("the payload that was last ingested changes nothing after an erasure, and its stored hash reveals nothing about it", async () => {
  const shop = await createShop();
  const { id } = (await send(shop, payload())).body;
  const before = await hashOf(shop);
  await erase(shop, { email: ANN.customer_email });
  const after = await hashOf(shop);
  expect(after).toMatch(/^keyed:[0-9a-f]{64}$/);
  expect(after).not.toContain(before);
  const { version } = (await shop.v2(`/orders/${id}`)).body;
  for (const query of ["", "?on_conflict=skip", "?on_conflict=update"]) {
    const { status, body } = await send(shop, payload(), query);
    expect({ status, id: body.id, version: body.version, customer_name: body.customer_name }).toEqual({
      status: 200,
      id,
      version,
      customer_name: null,
    });
  }
  const { body: bulk } = await shop.v2("/orders/bulk", { body: { orders: [payload(), payload()], on_conflict: "update" } });
  expect(bulk.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["unchanged", "unchanged"]);
  expect(await hashOf(shop)).toBe(after);
});

it("another payload is a conflict after an erasure, and with on_conflict=update it is new data", async () => {
  const shop = await createShop();
  await send(shop, payload());
  await erase(shop, { email: ANN.customer_email });
  const changed = payload({ customer_name: "Ann Miller" });
  expect((await send(shop, changed)).status).toBe(409);
  expect((await send(shop, changed, "?on_conflict=update")).body.customer_name).toBe("Ann Miller");
  expect(await hashOf(shop)).toMatch(/^[0-9a-f]{64}$/);
});

it("standard statuses and categories are kept, although a person has such a name", async () => {
  const shop = await createShop();
  const item = { name: "Mug", price: 5, status: "In Production" };
  const { id } = (await send(shop, { ...payload({ customer_name: "In Production" }), items: [item] })).body;
  await shop.v1("/expenses", { body: { category: "payroll", amount: 5, date: "2026-02-01", employee_name: "Payroll" } });
  for (const name of ["In Production", "payroll"]) await erase(shop, { name });
  const { body } = await shop.v2(`/orders/${id}`);
  expect({ customer_name: body.customer_name, status: body.items[0].status }).toEqual({ customer_name: null, status: "In Production" });
  const { data } = (await shop.v1("/expenses")).body;
  expect(data[0]).toMatchObject({ category: "payroll", employee_name: null });
});

it("an email address with a hyphen is found", async () => {
  const shop = await createShop();
  await send(shop, payload());
  const { status, body } = await operate("POST", `${shop.id}/personal-data/search`, { email: ANN.customer_email });
  expect({ status, tables: body.data.map(({ table }: { table: string }) => table) }).toEqual({ status: 200, tables: ["orders"] });
});
