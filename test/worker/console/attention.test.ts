import { beforeEach, describe, expect, it } from "vitest";
import { orderBody, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeEach(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

/** The items that a tab lists, and the counts of all three tabs. */
async function openTab(path: string, as = member) {
  const { text } = await as.open(path);
  const counts = [...text.matchAll(/class="count">([\d,]+)</g)].map(([, count]) => Number(count));
  return { items: [...text.matchAll(/orders\/\d+\/items\/\d+">([^<]+)</g)].map(([, name]) => name), counts, text };
}

describe("the items that need attention", () => {
  it("are the live items with missing fields, newest order first, until the fields are filled in", async () => {
    const { items } = await ingestOrder(shop, {
      date: "2026-01-02T00:00:00Z",
      items: [
        { name: "Bare", price: 1 },
        { name: "Dead", price: 1, status: "Cancelled" },
        { name: "Whole", price: 1, sku: "W", cost: 0, design_url: "https://files.example.com/w.png" },
      ],
    });
    await ingestOrder(shop, {
      date: "2026-01-03T00:00:00Z",
      items: [{ name: "Costless", price: 1, sku: "C", design_url: "https://files.example.com/c" }],
    });
    expect(await openTab("/attention")).toMatchObject({ items: ["Bare"], counts: [1, 1, 2] });
    expect(await openTab("/attention/cost")).toMatchObject({ items: ["Costless", "Bare"] });
    const [{ id: item }] = items;
    const field = `fill_${item}`;
    // A tab has no numbered pages, so `page` is dropped.
    const filled = await member.send("/attention/cost?page=1", { [field]: "2.5" });
    expect(filled.location).toBe(`/console/${shop.id}/attention/cost?done=cost_saved`);
    const designs = (await member.open("/attention/design")).text;
    expect(designs).toMatch(
      new RegExp(`name="${field}"[^>]* placeholder="https://"[^]*href="/console/${shop.id}/files/items/${item}[^"]*">Upload<`),
    );
    // The page of the list stays the same: here the one after the item 7 of the day 20454.
    const design = await member.send("/attention/design?after=20454.7", { [field]: "https://files.example.com/b" });
    expect(design.location).toBe(`/console/${shop.id}/attention/design?after=20454.7&done=design_saved`);
    await member.send("/attention/sku", { [field]: " BARE " });
    const [stored] = await rows("select sku, design_url, cost, name from order_items where id = ?", item);
    expect(stored).toEqual({ sku: "BARE", design_url: "https://files.example.com/b", cost: 25_000, name: "Bare" });
    expect(await openTab("/attention/cost")).toMatchObject({ items: ["Costless"], counts: [0, 0, 1] });
  });

  it("open at the first tab that is not empty", async () => {
    const other = await createShop();
    const owner = await createMember(other.id, "owner");
    expect((await owner.open("/attention")).text).toContain("every unfinished item has a SKU");
    await ingestOrder(other, { items: [{ name: "Costless", price: 1, sku: "C", design_url: "https://files.example.com/c" }] });
    const response = await owner.open("/attention");
    expect({ status: response.status, location: response.location }).toEqual({
      status: 303,
      location: `/console/${other.id}/attention/cost`,
    });
  });

  it("cost the same however many there are", { tags: "long" }, async () => {
    const many = await createShop();
    const owner = await createMember(many.id, "owner");
    const addIncomplete = () => ingestOrder(many, { items: Array.from({ length: 60 }, (_, nth) => ({ name: `Thing ${nth}`, price: 1 })) });
    await addIncomplete();
    const tabs = ["/attention", "/attention/design", "/attention/cost"];
    const costs = async () => {
      const read: number[] = [];
      for (const path of tabs) read.push((await logOf(() => owner.open(path))).rows_read);
      return read;
    };
    await costs();
    const small = await costs();
    for (const _nth of [1, 2, 3]) await addIncomplete();
    const large = await costs();
    expect((await openTab("/attention", owner)).counts).toEqual([240, 240, 240]);
    for (const [index, path] of tabs.entries()) {
      expect(small[index], path).toBeGreaterThan(50);
      // At most one more for each of the 3 orders that were added, not for each of their 180 items.
      expect(large[index], path).toBeLessThanOrEqual((small[index] ?? 0) + 3);
    }
  });

  it("need a SKU and a design only until they are produced, and a cost also later", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const statuses = ["New", "On Hold", "own status", "Shipped", "Delivered", "Cancelled", "Refunded"];
    await ingestOrder(own, { items: statuses.map((status) => ({ name: `Item ${status}`, price: 1, status })) });
    const open = await ingestOrder(own, { status: "Shipped", items: [{ name: "In a shipped order", price: 1 }] });
    for (const status of ["Complete", "Cancelled"]) await ingestOrder(own, { status, items: [{ name: `In a ${status} order`, price: 1 }] });
    const toMake = ["In a shipped order", "Item own status", "Item On Hold", "Item New"];
    for (const path of ["sku", "design"]) {
      expect(await openTab(`/attention/${path}`, owner), path).toMatchObject({ items: toMake, counts: [4, 4, 8] });
    }
    // The items of a cancelled order are not cancelled themselves, and reports include them.
    expect((await openTab("/attention/cost", owner)).items).toEqual([
      "In a Cancelled order",
      "In a Complete order",
      "In a shipped order",
      "Item Delivered",
      "Item Shipped",
      "Item own status",
      "Item On Hold",
      "Item New",
    ]);
    // The public filters are not affected.
    const { body } = await own.v1("/orderItems?missingSku=true");
    expect(body.meta.pagination.total).toBe(8);

    // A closed order needs nothing, and a reopened one does again.
    const move = (id: number, status: string) => own.v2(`/orders/${id}/status`, { body: { status, reason: "a test" } });
    await move(open.id, "Complete");
    expect(await openTab("/attention/design", owner)).toMatchObject({ items: toMake.slice(1), counts: [3, 3, 8] });
    await move(open.id, "Shipped");
    expect(await openTab("/attention/sku", owner)).toMatchObject({ items: toMake, counts: [4, 4, 8] });
    await own.v1(`/orderItems/${open.items[0].id}/status`, { body: { status: "Delivered" }, headers: idempotencyKey() });
    expect(await openTab("/attention/sku", owner)).toMatchObject({ items: toMake.slice(1), counts: [3, 3, 8] });
  });

  it("include an item that is added to an order only while that is open", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const body = (names: string[], status: string) =>
      orderBody({ external_id: `E-${status}`, status, items: names.map((name) => ({ external_id: name, name, price: 1 })) });
    for (const status of ["New", "Complete"]) {
      expect((await own.v2("/orders", { body: body(["first"], status) })).status).toBe(201);
      expect((await own.v2("/orders?on_conflict=update", { body: body(["first", "second"], status) })).status).toBe(200);
    }
    // Only a cost is needed in the complete order, too.
    expect(await openTab("/attention/sku", owner)).toMatchObject({ items: ["second", "first"], counts: [2, 2, 4] });
  });

  it("need no design in a store whose setting says so, from the moment of that setting", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const other = (await own.v2("/stores", { body: { name: "Plain goods", platform: "custom", uses_designs: false } })).body;
    expect(other.uses_designs).toBe(false);
    const item = (name: string) => ({ items: [{ name, price: 1 }] });
    for (let n = 1; n <= 3; n += 1) {
      await ingestOrder(own, { date: `2026-01-0${n}`, ...item(`Printed ${n}`) });
      await ingestOrder(own, { date: `2026-01-0${n}`, store: "Plain goods", ...item(`Plain ${n}`) });
    }
    const printed = ["Printed 3", "Printed 2", "Printed 1"];
    expect(await openTab("/attention/design", owner)).toMatchObject({ items: printed, counts: [6, 3, 6] });
    const form = { name: "Plain goods", code: "", platform: "custom", type: "", currency: "USD", is_active: "1", uses_designs: "1" };
    expect((await owner.open(`/stores/${other.id}`)).text).toContain("Uses design files");
    const saved = await owner.send(`/stores/${other.id}`, form);
    expect(saved.location).toContain("done=store_saved");
    expect(await openTab("/attention/design", owner)).toMatchObject({
      items: ["Plain 3", "Printed 3", "Plain 2", "Printed 2", "Plain 1", "Printed 1"],
      counts: [6, 6, 6],
    });
    await own.v2(`/stores/${own.store.id}`, { method: "PATCH", body: { uses_designs: false } });
    expect(await openTab("/attention/design", owner)).toMatchObject({ items: ["Plain 3", "Plain 2", "Plain 1"], counts: [6, 3, 6] });
    expect((await own.v1("/orders?missingDesign=true")).body.meta.pagination.total).toBe(6);
  });

  it("are merged from the stores in pages: each item once, newest first", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const stores = ["Gift shop", "Second", "Third"];
    for (const name of stores.slice(1)) await own.v2("/stores", { body: { name, platform: "custom" } });
    const orders = Array.from({ length: 120 }, (_, n) =>
      orderBody({
        store: stores[(n * 7) % 3],
        date: `2026-01-${String(1 + ((n * 5) % 28)).padStart(2, "0")}`,
        items: [{ name: `Item ${n}`, price: 1 }],
      }),
    );
    await own.v2("/orders/bulk", { body: { orders } });
    const expected = await rows<{ name: string }>(
      "select name from order_items where organization_id = ? order by order_date desc, id desc",
      own.id,
    );
    const pages: string[][] = [];
    const costs: number[] = [];
    for (let path: string | undefined = "/attention/design"; path !== undefined;) {
      const { items, text }: Awaited<ReturnType<typeof openTab>> = await openTab(path, owner);
      pages.push(items.map(String));
      // The first request may read what later ones have cached, so it is repeated.
      const address = path;
      costs.push((await logOf(() => owner.open(address))).rows_read);
      path = /rel="next" href="[^"]*(\/attention\/design\?after=[\d.]+)"/.exec(text)?.[1];
    }
    expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(pages.flat()).toEqual(expected.map(({ name }) => name));
    // A page after a cursor reads a few rows more in each of the 3 stores, but not the 50 items of the page before it again.
    expect(costs[1]).toBeLessThanOrEqual((costs[0] ?? 0) + 10);
    expect((await owner.open("/attention/design?after=nowhere")).status).toBe(400);
  });

  it("are filled in for a whole page at once, or not at all", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner", { money: true });
    const first = await ingestOrder(own, {
      items: [
        { name: "One", price: 1 },
        { name: "Two", price: 1 },
      ],
    });
    const second = await ingestOrder(own, {
      items: [
        { name: "Three", price: 1 },
        { name: "Four", price: 1 },
      ],
    });
    const [one, two, three, four] = [...first.items, ...second.items].map(({ id }) => Number(id));
    const skus = async () => await rows("select sku from order_items where organization_id = ? order by id", own.id);
    // An error of one row is shown at this row, and nothing of the others is written.
    const wrong = await owner.send("/attention/sku", { [`fill_${one}`]: "A", [`fill_${three}`]: "s".repeat(256), [`fill_${four}`]: "" });
    expect([
      wrong.status,
      wrong.text.includes(`id="fill_${three}-error">At most 255 characters.`),
      wrong.text.includes('value="A"'),
    ]).toEqual([400, true, true]);
    expect(await skus()).toEqual([{ sku: null }, { sku: null }, { sku: null }, { sku: null }]);
    const saved = await owner.send("/attention/sku", { [`fill_${one}`]: "A", [`fill_${three}`]: "A", [`fill_${two}`]: " " });
    expect(saved.status).toBe(303);
    expect(await skus()).toEqual([{ sku: "A" }, { sku: null }, { sku: "A" }, { sku: null }]);
    expect((await owner.send("/attention/sku", {})).text).toContain("Fill in at least one row.");
  });

  it("say that somebody else has filled them in meanwhile, and keep other changes of somebody else", async () => {
    const { items } = await ingestOrder(shop, {
      items: [
        { name: "Odd", price: 1 },
        { name: "Even", price: 1 },
      ],
    });
    const [odd, even] = items.map(({ id }: { id: number }) => id);
    const rejected = await member.send("/attention/cost", { [`fill_${odd}`]: "four" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 400, text: expect.stringContaining('value="four"') });
    await shop.v2(`/order-items/${odd}`, { method: "PATCH", body: { sku: "THEIRS" } });
    await shop.v2(`/order-items/${even}`, { method: "PATCH", body: { comment: "Theirs" } });
    const both = { [`fill_${odd}`]: "OURS", [`fill_${even}`]: "OURS" };
    const late = await member.send("/attention/sku", both);
    expect({ status: late.status, text: late.text }).toEqual({
      status: 412,
      text: expect.stringContaining("Somebody else has filled this in since."),
    });
    const stored = async () => await rows("select sku, comment from order_items where id in (?, ?) order by id", odd, even);
    expect(await stored()).toEqual([
      { sku: "THEIRS", comment: null },
      { sku: null, comment: "Theirs" },
    ]);
    expect((await member.send("/attention/sku", { [`fill_${even}`]: "OURS" })).status).toBe(303);
    expect((await stored())[1]).toEqual({ sku: "OURS", comment: "Theirs" });
  });

  it("leave every list if they are no goods, and what was typed in other rows is saved too", async () => {
    const own = await createShop();
    const owner = await createMember(own.id, "owner");
    const { items } = await ingestOrder(own, {
      items: [
        { name: "Wrapping", price: 1 },
        { name: "Mug", price: 1 },
      ],
    });
    const [wrapping, mug] = items.map(({ id }: { id: number }) => id);
    expect(await openTab("/attention/sku", owner)).toMatchObject({ counts: [2, 2, 2] });
    const sent = await owner.send("/attention/sku", { not_goods: String(wrapping), [`fill_${mug}`]: "MUG" });
    expect(sent.location).toBe(`/console/${own.id}/attention/sku?done=not_physical`);
    expect(await openTab("/attention/design", owner)).toMatchObject({ items: ["Mug"], counts: [0, 1, 1] });
    expect(await rows("select sku, is_goods from order_items where id in (?, ?) order by id", wrapping, mug)).toEqual([
      { sku: null, is_goods: 0 },
      { sku: "MUG", is_goods: 1 },
    ]);
  });

  it("are shown to viewers without a form, and can be filled in neither by them nor by another organization", async () => {
    const { items } = await ingestOrder(shop, { items: [{ name: "Plain", price: 1 }] });
    const form = { [`fill_${items[0].id}`]: "X" };
    const viewer = await createMember(shop.id, "viewer");
    const shown = await openTab("/attention", viewer);
    expect({ items: shown.items, hasForm: /action="[^"]*attention/.test(shown.text) }).toEqual({ items: ["Plain"], hasForm: false });
    expect((await viewer.send("/attention/sku", form)).status).toBe(403);
    const stranger = await createMember((await createShop()).id, "owner");
    expect((await stranger.send("/attention/sku", form)).status).toBe(404);
    expect(await rows("select sku from order_items where id = ?", items[0].id)).toEqual([{ sku: null }]);
  });
});
