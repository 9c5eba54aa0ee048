import { beforeAll, describe, expect, it } from "vitest";
import { aShop, rows, type Shop, takeIn } from "../../kit/client";
import { logOf } from "../../kit/log";
import { aMember, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await aShop();
  member = await aMember(shop.id, "member");
});

/** The items that a tab lists, and the counts of all three. */
async function tab(path: string, as = member) {
  const { text } = await as.open(path);
  const counts = [...text.matchAll(/class="count">([\d,]+)</g)].map(([, count]) => Number(count));
  return { items: [...text.matchAll(/items\/\d+">([^<]+)</g)].map(([, name]) => name), counts, text };
}

describe("what needs attention", () => {
  it("is each live item that lacks something, newest order first, and gone when that is filled in", async () => {
    const { items } = await takeIn(shop, {
      date: "2026-01-02T00:00:00Z",
      items: [
        { name: "Bare", price: 1 },
        { name: "Dead", price: 1, status: "Cancelled" },
        { name: "Whole", price: 1, sku: "W", cost: 0, design_url: "https://files.example.com/w.png" },
      ],
    });
    await takeIn(shop, {
      date: "2026-01-03T00:00:00Z",
      items: [{ name: "Costless", price: 1, sku: "C", design_url: "https://files.example.com/c" }],
    });
    expect(await tab("/attention")).toMatchObject({ items: ["Bare"], counts: [1, 1, 2] });
    expect(await tab("/attention/cost")).toMatchObject({ items: ["Costless", "Bare"] });
    const [{ id: item }] = items;
    const filled = await member.send("/attention/cost?page=1", { item, seen: "1", cost: "2.5" });
    expect(filled.location).toBe(`/console/${shop.id}/attention/cost?done=saved`);
    expect((await member.send("/attention/design?page=3", { item, seen: "2", design_url: "https://files.example.com/b" })).location).toBe(
      `/console/${shop.id}/attention/design?page=3&done=saved`,
    );
    await member.send("/attention/sku", { item, seen: "3", sku: " BARE " });
    const [stored] = await rows("select sku, design_url, cost, name from order_items where id = ?", item);
    expect(stored).toEqual({ sku: "BARE", design_url: "https://files.example.com/b", cost: 25_000, name: "Bare" });
    expect(await tab("/attention/cost")).toMatchObject({ items: ["Costless"], counts: [0, 0, 1] });
  });

  it("reads no more where more is lacking", async () => {
    const many = await aShop();
    const owner = await aMember(many.id, "owner");
    const lacking = () => takeIn(many, { items: Array.from({ length: 60 }, (_, nth) => ({ name: `Thing ${nth}`, price: 1 })) });
    await lacking();
    await owner.open("/attention");
    const small = await logOf(() => owner.open("/attention"));
    for (const _nth of [1, 2, 3]) await lacking();
    const large = await logOf(() => owner.open("/attention"));
    expect((await tab("/attention", owner)).counts).toEqual([240, 240, 240]);
    expect(small.rows_read).toBeGreaterThan(50);
    expect(large.rows_read).toBeLessThanOrEqual(small.rows_read + 3);
  });

  it("tells what is wrong in its own row, and what was changed meanwhile", async () => {
    const { id, items } = await takeIn(shop, { items: [{ name: "Odd", price: 1 }] });
    const [{ id: item }] = items;
    const empty = await member.send("/attention/sku", { item, seen: "1", sku: " " });
    expect([empty.status, empty.text.includes(`id="sku-${item}-fault">Fill this in.`)]).toEqual([400, true]);
    const words = await member.send("/attention/cost", { item, seen: "1", cost: "four" });
    expect([words.status, words.text.includes('value="four"')]).toEqual([400, true]);
    await shop.v2(`/order-items/${item}`, { method: "PATCH", body: { sku: "THEIRS" } });
    const late = await member.send("/attention/sku", { item, seen: "1", sku: "OURS" });
    expect([late.status, late.text.includes("Somebody changed this after you had opened it.")]).toEqual([412, true]);
    expect(await rows("select sku, cost from order_items where order_id = ?", id)).toEqual([{ sku: "THEIRS", cost: null }]);
  });

  it("is read by viewers, filled in by members, and nobody else's", async () => {
    const { items } = await takeIn(shop, { items: [{ name: "Plain", price: 1 }] });
    const form = { item: items[0].id, seen: "1", sku: "X" };
    const viewer = await aMember(shop.id, "viewer");
    const shown = await tab("/attention", viewer);
    expect([shown.items, /action="[^"]*attention/.test(shown.text)]).toEqual([["Plain"], false]);
    expect((await viewer.send("/attention/sku", form)).status).toBe(403);
    const stranger = await aMember((await aShop()).id, "owner");
    expect((await stranger.send("/attention/sku", form)).status).toBe(404);
    expect(await rows("select sku from order_items where id = ?", items[0].id)).toEqual([{ sku: null }]);
  });
});
