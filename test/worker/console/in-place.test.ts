import { beforeEach, describe, expect, it } from "vitest";
import { createShop, ingestOrder, rows, type Shop } from "../../kit/client";
import { createMember, type Page, type Visitor } from "./kit";

/** Fields that are edited on the page of an order (docs/spec/console.md#edit-in-place). */

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeEach(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  viewer = await createMember(shop.id, "viewer");
});

const decodeEntities = (text: string) => text.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");

/** The fields of the form of one field, as a browser would send them. */
function fieldsOf({ text }: Page, order: number, field: string): Record<string, string> {
  const form = text.split(`action="/console/${shop.id}/orders/${order}/fields/${field}"`)[1]?.split("</form>", 1)[0] ?? "";
  const inputs = [...form.matchAll(/<input [^>]*>/g)].map(
    ([tag]) => [/name="([^"]*)"/.exec(tag)?.[1] ?? "", decodeEntities(/value="([^"]*)"/.exec(tag)?.[1] ?? "")] as const,
  );
  const areas = [...form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)</g)].map(
    ([, name = "", value = ""]) => [name, decodeEntities(value)] as const,
  );
  return Object.fromEntries([...inputs, ...areas].filter(([name]) => name !== "form_token"));
}

const anOrder = (fields: object = {}) =>
  ingestOrder(shop, {
    customer_name: "Ann Lee",
    customer_email: "ann@example.com",
    tags: ["gift", "rush"],
    is_gift: true,
    ship_city: "Lisboa",
    ...fields,
  });

const readStored = async (id: number) => (await rows("select * from orders where id = ?", id))[0] ?? {};

describe("a field that is edited in place", () => {
  it("is saved without the others, which stay as they are", async () => {
    const { id } = await anOrder();
    const page = await member.open(`/orders/${id}`);
    const before = await readStored(id);
    const fields = fieldsOf(page, id, "customer-name");
    expect(fields).toMatchObject({ customer_name: "Ann Lee", expected_version: "1" });
    const sent = await member.send(`/orders/${id}/fields/customer-name`, { ...fields, customer_name: "Ann de Lee" });
    expect({ status: sent.status, location: sent.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/orders/${id}?done=order_saved`,
    });
    const { customer_email, tags, is_gift, ship_city } = before;
    expect(await readStored(id)).toMatchObject({ customer_name: "Ann de Lee", customer_email, tags, is_gift, ship_city });
    await member.send(`/orders/${id}/fields/tags`, { ...fieldsOf(page, id, "tags"), tags: "gift\nlate" });
    expect(await readStored(id)).toMatchObject({ customer_name: "Ann de Lee", tags: '["gift","late"]', is_gift });
  });

  it("writes only what its form shows, whatever else is sent", async () => {
    const { id } = await anOrder();
    await member.send(`/orders/${id}/fields/phone`, { customer_phone: "+351 21 555", customer_name: "Somebody", is_gift: "false" });
    expect(await readStored(id)).toMatchObject({ customer_phone: "+351 21 555", customer_name: "Ann Lee", is_gift: 1 });
  });

  it("keeps what somebody else has changed in other fields, and asks about the same one", async () => {
    const { id } = await anOrder();
    const opened = await member.open(`/orders/${id}`);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { assignee: "Theirs", ship_zipcode: "1200" } });
    const to = `/orders/${id}/fields/shipping-address`;
    // Somebody else has added the postal code, which this form shows too.
    const address = { ...fieldsOf(opened, id, "shipping-address"), ship_city: "Porto" };
    expect((await member.send(to, address)).status).toBe(303);
    expect(await readStored(id)).toMatchObject({ ship_city: "Porto", ship_zipcode: "1200", assignee: "Theirs" });
    const assignee = { ...fieldsOf(opened, id, "assignee"), assignee: "Mine" };
    const conflict = await member.send(`/orders/${id}/fields/assignee`, assignee);
    expect({ status: conflict.status, text: conflict.text }).toEqual({
      status: 412,
      text: expect.stringContaining("Somebody else has changed this to “Theirs”. Save again to replace it with yours."),
    });
    expect(await readStored(id)).toMatchObject({ assignee: "Theirs" });
    const again = fieldsOf(conflict, id, "assignee");
    expect(again["assignee"]).toBe("Mine");
    expect((await member.send(`/orders/${id}/fields/assignee`, again)).status).toBe(303);
    expect(await readStored(id)).toMatchObject({ assignee: "Mine" });
  });

  it("is rejected with its form open and what was typed, on the page of the order, and an unknown field returns 404", async () => {
    const { id } = await anOrder();
    const sent = await member.send(`/orders/${id}/fields/ship-by`, { ship_by_date: "tomorrow" });
    expect({
      status: sent.status,
      isOpen: /<details class="in-place" open/.test(sent.text),
      shipBy: fieldsOf(sent, id, "ship-by")["ship_by_date"],
    }).toEqual({
      status: 400,
      isOpen: true,
      shipBy: "tomorrow",
    });
    expect(sent.text).toContain(`action="/console/${shop.id}/orders/${id}/status"`);
    expect((await member.send(`/orders/${id}/fields/total`, { total_amount: "1" })).status).toBe(404);
  });

  it("is not offered to viewers, and belongs to its organization", async () => {
    const { id } = await anOrder();
    expect((await viewer.open(`/orders/${id}`)).text).not.toContain("/fields/");
    expect((await viewer.send(`/orders/${id}/fields/email`, { customer_email: "x@example.com" })).status).toBe(403);
    const stranger = await createMember((await createShop()).id, "owner");
    expect((await stranger.send(`/orders/${id}/fields/email`, { customer_email: "x@example.com" })).status).toBe(404);
    expect(await readStored(id)).toMatchObject({ customer_email: "ann@example.com" });
  });
});

describe("the page of an item", () => {
  const anItem = async (fields: object = {}) => {
    const { id, items } = await ingestOrder(shop, {
      items: [{ name: "Mug", price: 5, quantity: 2, personalization: "For Zoë", cost: 2, assigned_supplier: "Acme", ...fields }],
    });
    return `/orders/${id}/items/${items[0].id}`;
  };

  it("shows what is made before the amounts, and edits a field where it is shown", async () => {
    const path = await anItem();
    const { text } = await member.open(path);
    const positions = ["For Zoë", "Acme", "Proof", "Price and cost"].map((shown) => text.indexOf(shown));
    expect(positions.every((position, index) => position > (positions[index - 1] ?? 0))).toBe(true);
    expect(text).not.toContain("Save item");
    expect((await member.send(`${path}/fields/personalization`, { personalization: "For Ana", comment: "Not shown" })).status).toBe(303);
    const changed = (await rows("select personalization, comment, quantity from order_items where id = ?", path.split("/").at(-1)))[0];
    expect(changed).toEqual({ personalization: "For Ana", comment: null, quantity: 2 });
    const rejected = await member.send(`${path}/fields/quantity`, { quantity: "many" });
    expect({ status: rejected.status, isOpen: /<details class="in-place" open/.test(rejected.text) }).toEqual({
      status: 400,
      isOpen: true,
    });
    expect((await viewer.open(path)).text).not.toContain("/fields/");
  });

  it("says what keeps it from being sent, if the organization has a supplier", async () => {
    const path = await anItem({ assigned_supplier: "Nobody", sku: null });
    const order = path.split("/items/")[0] ?? "";
    const texts = async () =>
      [(await member.open(path)).text, (await member.open(order)).text].map((text) => text.includes("Not ready to send to"));
    expect(await texts()).toEqual([false, false]);
    await shop.v2("/suppliers", { body: { name: "Acme" } });
    expect(await texts()).toEqual([true, true]);
    expect((await member.open(path)).text).toMatch(/Not ready to send to a supplier:<\/strong>[^<]*no active supplier/i);
    const { text } = await member.open("/production");
    expect(text.slice(text.indexOf("Not ready to send"))).toMatch(/no active supplier/i);
  });

  it("says what keeps the rest of it from being sent, until all of it is shipped", async () => {
    await shop.v2("/suppliers", { body: { name: "Acme" } });
    const path = await anItem({ assigned_supplier: "Nobody", sku: null });
    const [order = "", item] = path.split("/items/");
    const saysItAfter = async (quantity: number) => {
      const body = { status: "in_transit", items: [{ order_item_id: item, quantity }] };
      expect((await shop.v2(`${order}/fulfillments`, { body })).status).toBe(201);
      return [path, order].map(async (page) => (await member.open(page)).text.includes("Not ready to send"));
    };
    expect(await Promise.all(await saysItAfter(1))).toEqual([true, true]);
    expect(await Promise.all(await saysItAfter(1))).toEqual([false, false]);
  });
});

describe("the page of a product", () => {
  it("shows what it is and where it is used, and edits a field where it is shown", async () => {
    const { id } = (await shop.v2("/products", { body: { title: "Mug", sku: "MUG", supplier: "Acme", tags: ["a"], platforms: ["etsy"] } }))
      .body;
    const { text } = await member.open(`/products/${id}`);
    expect(["Acme", "Etsy", "With this SKU"].map((shown) => text.includes(shown))).toEqual([true, true, true]);
    expect((await member.send(`/products/${id}/fields/material`, { material: "Clay", title: "Not shown" })).status).toBe(303);
    expect((await shop.v2(`/products/${id}`)).body).toMatchObject({ title: "Mug", material: "Clay", tags: ["a"], platforms: ["etsy"] });
    expect((await member.send(`/products/${id}/fields/price`, { price: "nine" })).status).toBe(400);
  });
});
