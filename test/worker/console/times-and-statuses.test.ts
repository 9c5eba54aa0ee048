import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

/** How times, statuses and errors are shown (docs/spec/console.md#words). */

const HOUR_MS = 3_600_000;

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop({ timezone: "Asia/Tokyo" });
  member = await createMember(shop.id, "member");
});

/** The cells of an order's row in the list. */
async function rowOf(number: string): Promise<string> {
  const { text } = await member.open("/orders");
  const rows = text.split("<tr>");
  return rows.find((row) => row.includes(`>${number}</a>`)) ?? "";
}

describe("what the console says", () => {
  it("is how long ago something was, with the time in the organization's zone as a tooltip", async () => {
    const date = new Date(Date.now() - 3.5 * HOUR_MS);
    await ingestOrder(shop, { number: "T-1", date: date.toISOString() });
    const shown = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone: "Asia/Tokyo" }).format(date);
    const row = await rowOf("T-1");
    expect(row).toContain("3 h ago</time>");
    expect(row).toContain(`title="${shown} (Asia/Tokyo)"`);
    const order = await ingestOrder(shop, { number: "T-2", date: "2026-03-04T20:00:00Z" });
    expect((await member.open(`/orders/${order.id}`)).text).toContain('title="5 Mar 2026, 05:00:00 (Asia/Tokyo)"');
  });

  it("tells an order that is new from one in production by the kind of its badge", async () => {
    await ingestOrder(shop, { number: "S-1", status: "New" });
    await ingestOrder(shop, { number: "S-2", status: "In Production" });
    const classOf = (row: string) => /<span class="badge (\w+)">/.exec(row)?.[1];
    expect([classOf(await rowOf("S-1")), classOf(await rowOf("S-2"))]).toEqual(["todo", "info"]);
  });

  it("is what to do next, when a page is rejected", async () => {
    expect((await member.open("/orders?page=none")).text).toContain("Go back and correct what is named above.");
    const next = (text: string) => /<a class="button primary" href="([^"]*)">([^<]*)</.exec(text)?.slice(1);
    const base = `/console/${shop.id}`;
    expect(next((await member.open("/orders?page=none")).text)).toEqual([`${base}/orders`, "Open the page without its filters"]);
    expect(next((await member.open("/orders/999999")).text)).toEqual([`${base}/orders`, "View the list"]);
    const viewer = await createMember(shop.id, "viewer");
    const forbidden = (await viewer.open("/orders/new")).text;
    expect([next(forbidden), forbidden.includes("an owner or admin of your organization can change them")]).toEqual([
      ["/console", "Go to the start page"],
      true,
    ]);
    expect(next((await member.send("/orders/999999/notes", { content: "x" })).text)).toEqual([`${base}/orders`, "View the list"]);
  });
});
