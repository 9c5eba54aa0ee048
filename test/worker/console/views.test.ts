import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const readViews = () =>
  rows<{ id: number; name: string; query: string }>("select id, name, query from saved_views where organization_id = ?", shop.id);

// These tests run in order: the first one saves the view that the others need, and the last one removes it.
describe("saved views", () => {
  it("store the known filters of the list under a name, once", async () => {
    const list = await member.open("/orders?status=New");
    expect(list.text).toContain("Save these filters");
    const form = { form_token: tokenIn(list), name: "  New gifts " };
    const target = "/orders?page=2&sort=date:asc&search=%20mug%20&status=New&q=&store_id=&missingSku=1&missingDesign=false&x=1&done=saved";
    const [first, second] = [await member.send(target, form), await member.send(target, form)];
    const query = "q=mug&status=New&missingSku=true&sort=date%3Aasc";
    expect(await readViews()).toEqual([{ id: expect.any(Number), name: "New gifts", query }]);
    expect({ firstLocation: first.location, secondLocation: second.location }).toEqual({
      firstLocation: `/console/${shop.id}/orders?${query}&done=view_saved`,
      secondLocation: `/console/${shop.id}/orders?done=repeated`,
    });
    const { text } = await member.open(`/orders?${query}`);
    expect(text).toContain(
      `href="/console/${shop.id}/orders?${query.replaceAll("&", "&amp;")}" class="chip" aria-current="page">New gifts<`,
    );
    expect(text).not.toContain("Save these filters");
  });

  it("are recognized if they list their filters in another order", async () => {
    const other = await createShop();
    const viewer = await createMember(other.id, "viewer");
    const insert = "insert into saved_views (organization_id, name, query, created_at) values (?, 'Late', 'sort=date%3Aasc&status=New', 0)";
    await rows(insert, other.id);
    const { text } = await viewer.open("/orders?status=New&sort=date:asc");
    expect(text).toContain('class="chip" aria-current="page">Late<');
    expect((await viewer.open("/orders?status=New")).text).toContain('class="chip">Late<');
  });

  it("have unique names in an organization, with an error at the field", async () => {
    const taken = await member.send("/orders?status=Shipped", { name: "NEW GIFTS" });
    expect([taken.status, taken.text.includes("Another view has this name."), taken.text.includes('value="NEW GIFTS"')]).toEqual([
      409,
      true,
      true,
    ]);
    expect(taken.text).toMatch(/aria-current="page">Shipped /);
    const other = await createShop();
    expect((await (await createMember(other.id, "owner")).send("/orders?status=New", { name: "New gifts" })).status).toBe(303);
    expect(await readViews()).toHaveLength(1);
  });

  it("are rejected without a name, with one that is too long, without a filter, and with an invalid filter", async () => {
    const nameless = await member.send("/orders?status=New", { name: " " });
    expect({ status: nameless.status, text: nameless.text }).toEqual({ status: 400, text: expect.stringContaining("Fill in this field.") });
    expect((await member.send("/orders?status=New", { name: "n".repeat(65) })).text).toContain("At most 64 characters.");
    expect((await member.send("/orders?page=2", { name: "All" })).status).toBe(400);
    expect((await member.send("/orders?status=Gone", { name: "Gone" })).text).toContain("Expected one of New");
    expect(await readViews()).toHaveLength(1);
  });

  it("are at most fifty, and can be removed only by members of their organization", async () => {
    const full = await createShop();
    const owner = await createMember(full.id, "owner");
    const view = "insert into saved_views (organization_id, name, query, created_at) values (?, ?, 'q=x', 0) returning id";
    for (let nth = 1; nth <= 50; nth += 1) await rows(view, full.id, `View ${nth}`);
    const beyond = await owner.send("/orders?status=New", { name: "One more" });
    expect({ status: beyond.status, text: beyond.text }).toEqual({
      status: 409,
      text: expect.stringContaining("There are already 50 views"),
    });
    const [{ id } = { id: 0 }] = await readViews();
    expect((await owner.send(`/orders/views/${id}/remove`, {})).status).toBe(404);
    expect((await (await createMember(shop.id, "viewer")).send(`/orders/views/${id}/remove`, {})).status).toBe(403);
    const form = { form_token: tokenIn(await member.open("/orders/views")) };
    expect((await member.send(`/orders/views/${id}/remove`, form)).location).toBe(`/console/${shop.id}/orders/views?done=view_deleted`);
    expect((await member.send(`/orders/views/${id}/remove`, form)).location).toBe(`/console/${shop.id}/orders/views?done=repeated`);
    expect(await readViews()).toEqual([]);
  });
});
