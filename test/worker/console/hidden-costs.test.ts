import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

/** Members without the permission "money" can fill in missing costs, but neither see nor replace one (docs/spec/console.md#money). */

let shop: Shop;
let member: Visitor;
let trusted: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, trusted] = [await createMember(shop.id, "member"), await createMember(shop.id, "member", { money: true })];
  viewer = await createMember(shop.id, "viewer");
});

const hasField = async (visitor: Visitor, path: string) => (await visitor.open(path)).text.includes('name="cost"');

/** Creates an order with an item whose cost is known and one whose cost is missing. */
async function createOrder() {
  const { id, items } = await ingestOrder(shop, {
    items: [
      { name: "Mug with a cost", price: 20, cost: 7.5 },
      { name: "Mug without one", price: 20 },
    ],
  });
  const ids: string[] = items.map((item: { id: string }) => item.id);
  const [known = "", missing = ""] = ids;
  return { id, known, missing, pathOf: (item: string) => `/orders/${id}/items/${item}` };
}

const costOf = async (item: string) => (await rows<{ cost: number | null }>("select cost from order_items where id = ?", item))[0]?.cost;

describe("the cost of an item", () => {
  it("is in the form of those who may see it, and in that of others only if it is missing; viewers see whether it is known", async () => {
    const { id, known, missing, pathOf } = await createOrder();
    expect([await hasField(trusted, pathOf(known)), await hasField(trusted, pathOf(missing))]).toEqual([true, true]);
    expect({ known: await hasField(member, pathOf(known)), missing: await hasField(member, pathOf(missing)) }).toEqual({
      known: false,
      missing: true,
    });
    expect(await hasField(member, `/orders/${id}/items/new`)).toBe(true);
    expect((await trusted.open(pathOf(known))).text).toContain('value="7.5"');
    const [shown, hidden] = [await createMember(shop.id, "viewer", { money: true }), viewer];
    expect((await shown.open(pathOf(known))).text).toContain("$7.50");
    const knownText = (await hidden.open(pathOf(known))).text;
    expect(knownText).toContain("<dd>Known</dd>");
    expect(knownText).not.toContain("7.5");
    expect((await hidden.open(pathOf(missing))).text).toContain("<dd>Unknown</dd>");
  });

  it("is kept if a form without it is saved", async () => {
    const { known, pathOf } = await createOrder();
    expect((await member.send(pathOf(known), { name: "Renamed", price: "20", quantity: "1" })).status).toBe(303);
    expect(await costOf(known)).toBe(75_000);
  });

  it("cannot be replaced, cleared or guessed in its form and in the list of missing costs by those who may not see it", async () => {
    const { known, pathOf } = await createOrder();
    for (const cost of ["9", "7.5", ""]) {
      const response = await member.send(pathOf(known), { name: "Mug with a cost", cost });
      expect({ cost, status: response.status, text: response.text }).toEqual({
        cost,
        status: 403,
        text: expect.stringContaining("The cost is known already."),
      });
    }
    // The list only fills in costs: a known one is a conflict (412), and an empty field is not filled in.
    for (const cost of ["9", "7.5"]) expect((await member.send("/attention/cost", { [`fill_${known}`]: cost })).status).toBe(412);
    expect(await rows("select cost, version from order_items where id = ?", known)).toEqual([{ cost: 75_000, version: 1 }]);
    expect((await trusted.send(pathOf(known), { name: "Mug with a cost", cost: "9" })).status).toBe(303);
    expect(await costOf(known)).toBe(90_000);
  });

  it("can be filled in once if it is missing", async () => {
    const { id, missing, pathOf } = await createOrder();
    expect((await member.send("/attention/cost", { [`fill_${missing}`]: "3" })).status).toBe(303);
    expect((await member.send(pathOf(missing), { name: "Mug without one", cost: "4" })).status).toBe(403);
    expect(await costOf(missing)).toBe(30_000);
    expect((await member.send(`/orders/${id}/items/new`, { name: "New", price: "5", cost: "2" })).status).toBe(303);
    expect(await rows("select cost from order_items where order_id = ? and name = 'New'", id)).toEqual([{ cost: 20_000 }]);
  });

  it("is not imported by them", async () => {
    const batch = (cost?: number) => ({
      store: shop.store.id,
      on_conflict: "update",
      dry_run: false,
      orders: [{ external_id: "imported", items: [{ external_id: "1", name: "Mug", price: 5, ...(cost !== undefined && { cost }) }] }],
    });
    expect((await trusted.sendJson("/import", batch(3))).status).toBe(200);
    const rejected = await member.sendJson("/import", batch(4));
    expect({ status: rejected.status, code: JSON.parse(rejected.text).error.code }).toEqual({ status: 403, code: "forbidden" });
    expect((await member.sendJson("/import", batch())).status).toBe(200);
    expect(await rows("select cost from order_items where organization_id = ? and name = 'Mug'", shop.id)).toEqual([{ cost: 30_000 }]);
    const { id, known } = await createOrder();
    const update = (cost: number, dry_run: boolean) => ({ on_conflict: "update", dry_run, orders: [{ id, items: [{ id: known, cost }] }] });
    for (const dryRun of [true, false]) {
      const statuses = [];
      for (const cost of [7.5, 0.01]) statuses.push((await member.sendJson("/import/updates", update(cost, dryRun))).status);
      expect({ dryRun, statuses }).toEqual({ dryRun, statuses: [403, 403] });
    }
    expect((await trusted.sendJson("/import/updates", update(7.5, true))).status).toBe(200);
    expect(await costOf(known)).toBe(75_000);
  });
});

describe("the cost of a product", () => {
  const aProduct = async (fields: object) => (await shop.v2("/products", { body: { title: "Mug", ...fields } })).body.id as number;
  const readStored = async (id: number) => (await rows("select title, cost, cost_currency from products where id = ?", id))[0];

  it("is in the form of those who may see it, and in that of others only if it is missing", async () => {
    const [known, missing] = [await aProduct({ cost: 6.5 }), await aProduct({})];
    const fields = [];
    for (const visitor of [trusted, member]) {
      for (const path of [`/products/${known}`, `/products/${missing}`, "/products/new"]) fields.push(await hasField(visitor, path));
    }
    expect(fields).toEqual([true, true, true, false, true, true]);
    expect((await viewer.open(`/products/${known}`)).text).not.toContain("Unit cost");
    expect((await (await createMember(shop.id, "viewer", { money: true })).open(`/products/${known}`)).text).toContain("$6.50");
  });

  it("is kept if a form without it is saved, and cannot be replaced by those who may not see it", async () => {
    const id = await aProduct({ cost: 6.5 });
    const form = { title: "Cup", price: "9", tags: "", images: "", stores: "", platforms: "" };
    expect((await member.send(`/products/${id}`, form)).status).toBe(303);
    for (const sent of [{ cost: "7" }, { cost: "6.5" }, { cost: "" }, { cost_currency: "EUR" }]) {
      expect({ sent, status: (await member.send(`/products/${id}`, { ...form, title: "Bowl", ...sent })).status }).toEqual({
        sent,
        status: 403,
      });
    }
    expect(await readStored(id)).toEqual({ title: "Cup", cost: 65_000, cost_currency: "USD" });
    expect((await trusted.send(`/products/${id}`, { ...form, cost: "7", cost_currency: "EUR" })).status).toBe(303);
    expect(await readStored(id)).toEqual({ title: "Cup", cost: 70_000, cost_currency: "EUR" });
  });

  it("can be filled in if it is missing", async () => {
    const id = await aProduct({});
    const form = { title: "Mug", price: "9", cost: "2", cost_currency: "", tags: "", images: "", stores: "", platforms: "" };
    expect((await member.send(`/products/${id}`, form)).status).toBe(303);
    expect(await readStored(id)).toEqual({ title: "Mug", cost: 20_000, cost_currency: "USD" });
  });
});

describe("pages for those without the permission", () => {
  it("omit the sections of amounts that they may not see", async () => {
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 20, cost: 7.5 }] });
    const [order, home] = [await member.open(`/orders/${id}`), await member.open("/home")];
    expect([order.text.includes("<h2>Profit</h2>"), order.text.includes("Costs"), order.text.includes("<h2>Amounts</h2>")]).toEqual([
      false,
      false,
      true,
    ]);
    expect([home.text.includes("Net revenue"), home.text.includes("/analytics"), home.text.includes("Without a cost")]).toEqual([
      false,
      false,
      true,
    ]);
    expect((await trusted.open(`/orders/${id}`)).text).toContain("$12.50");
    expect((await trusted.open("/home")).text).toContain("Net revenue");
  });

  it("omit the keyboard shortcuts of the sections that they may not open, expenses and analytics", async () => {
    const keysOf = async (visitor: Visitor) =>
      [...(await visitor.open("/orders")).text.matchAll(/<kbd>g (\w)<\/kbd>/g)].map(([, key]) => key);
    expect((await keysOf(trusted)).filter((key) => key === "e" || key === "a")).toEqual(["e", "a"]);
    expect((await keysOf(member)).filter((key) => key === "e" || key === "a")).toEqual([]);
  });
});
