import { beforeEach, describe, expect, it } from "vitest";
import { createShop, ingestOrder, rows, type Shop } from "../../kit/client";
import { insertMany, MIB } from "../pages/kit";
import { createMember, type Visitor } from "./kit";

/** The pages of the largest orders are small, and lead to all of their rows (docs/spec/console.md#orders-with-many-rows). */

let shop: Shop;
let member: Visitor;
beforeEach(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const html = async (path: string): Promise<string> => (await member.open(path)).text;

/** The first number of each match. */
const numbersIn = (text: string, pattern: RegExp): number[] => [...text.matchAll(pattern)].map(([, number]) => Number(number));

/** Where the pager of these rows leads, by its labels, and the range that it names. */
function pagerOf(text: string, name: string) {
  const [, pager = ""] = new RegExp(`<nav class="pager" aria-label="${name}">(.*?)</nav>`, "s").exec(text) ?? [];
  const links = [...pager.matchAll(/<a href="\/console\/\d+([^"]*)"[^>]*>(\w+)</g)].map(([, to, label]) => [label, to]);
  return { range: /<span class="soft">([^<]*)</.exec(pager)?.[1], ...Object.fromEntries(links) };
}

const itemsNamed = (count: number, name = "Mug") =>
  Array.from({ length: count }, (_, n) => ({ name: `${name} ${n + 1}`, price: 1, quantity: 2 }));

const fulfillmentId = (order: number, n: number): string => `ful_${String(order).padStart(10, "0")}${String(n).padStart(12, "0")}`;

/** An order with fulfillments that hold nothing, numbered from 1. */
async function orderWithFulfillments(count: number, url = "https://track.example/"): Promise<number> {
  const order = await ingestOrder(shop, { items: itemsNamed(1) });
  await insertMany(
    count,
    `insert into fulfillments (id, organization_id, order_id, status, tracking_number, tracking_url, created_at, updated_at)
      select printf('ful_%010d%012d', ?, n), ?, ?, 'in_transit', 'T-' || n, ? || n, n, n from numbers`,
    order.id,
    shop.id,
    order.id,
    url,
  );
  return order.id;
}

describe("an order with many fulfillments", () => {
  const fulfillmentsIn = (text: string) => numbersIn(text, /aria-label="Save fulfillment: T-(\d+)"/g);
  const from = (first: number, count: number) => Array.from({ length: count }, (_, n) => first + n);

  it("shows the last page of 20 at a time, with the newest, and leads to the others", async () => {
    const id = await orderWithFulfillments(45);
    const last = await html(`/orders/${id}`);
    expect(fulfillmentsIn(last)).toEqual(from(41, 5));
    expect(pagerOf(last, "Fulfillments")).toEqual({
      range: "41 to 45 of 45",
      Previous: `/orders/${id}?fulfillments_page=2#fulfillments`,
    });
    const second = await html(`/orders/${id}?fulfillments_page=2`);
    expect(fulfillmentsIn(second)).toEqual(from(21, 20));
    expect(pagerOf(second, "Fulfillments")).toEqual({
      range: "21 to 40 of 45",
      Previous: `/orders/${id}?fulfillments_page=1#fulfillments`,
      Next: `/orders/${id}?fulfillments_page=3#fulfillments`,
    });
  });

  it("shows a rejected change where it was made", async () => {
    const id = await orderWithFulfillments(45);
    const sent = await member.send(`/orders/${id}/fulfillments/${fulfillmentId(id, 3)}`, { tracking_url: "nowhere" });
    expect({ status: sent.status, shown: fulfillmentsIn(sent.text) }).toEqual({ status: 400, shown: from(1, 20) });
    expect(sent.text).toContain('value="nowhere"');
  });

  it("has a small page, also with long texts that are escaped", async () => {
    // Each & is five characters of the page, which has each link up to three times: 20 fulfillments are 0.6 MB, all 300 would be 9 MB.
    const id = await orderWithFulfillments(300, `https://track.example/?${"&".repeat(2000)}`);
    expect((await html(`/orders/${id}`)).length).toBeLessThan(MIB);
  });
});

it("a fulfillment names its first 100 lines and counts the others", async () => {
  const order = await ingestOrder(shop, { items: itemsNamed(150) });
  await shop.v2(`/orders/${order.id}/fulfillments`, { body: { status: "in_transit" } });
  const [, lines = ""] = /<summary>150 lines<\/summary><span class="line soft">([^<]*)</.exec(await html(`/orders/${order.id}`)) ?? [];
  const names = lines.split(", ");
  expect([names.length, names.at(0), names.at(99), names.at(100)]).toEqual([101, "2 × Mug 1", "2 × Mug 100", "50 more lines"]);
});

it("items on hold are counted instead of named if they are more than five", async () => {
  const order = await ingestOrder(shop, { items: itemsNamed(7) });
  const hold = async (count: number) =>
    await rows(
      "update order_items set status = 'On Hold' where order_id = ? and id in (select id from order_items where order_id = ? order by id limit ?)",
      order.id,
      order.id,
      count,
    );
  await hold(5);
  expect(await html(`/orders/${order.id}`)).toContain("On hold, so not shipped: Mug 1, Mug 2, Mug 3, Mug 4, Mug 5.");
  await hold(6);
  expect(await html(`/orders/${order.id}`)).toContain("On hold, so not shipped: 6 items.");
});

describe("the refund of an order with many lines", () => {
  const fieldOf = (item: string) => `unshipped_${item}`;
  const linesIn = (text: string) => [...text.matchAll(/<input id="unshipped_(\d+)"/g)].map(([, id]) => id);

  it("has 250 lines on a page, each page with its own form", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, { items: itemsNamed(260) });
    const items = order.items.map(({ id }: { id: string }) => id);
    const refund = `/orders/${order.id}/refund`;
    const first = await html(refund);
    expect(linesIn(first)).toEqual(items.slice(0, 250));
    expect(pagerOf(first, "Lines")).toEqual({ range: "1 to 250 of 260", Next: `${refund}?lines_page=2` });
    expect(first).toContain("A refund has lines of one page.");
    const second = await html(`${refund}?lines_page=2`);
    expect(linesIn(second)).toEqual(items.slice(250));
    expect(second).toContain(`action="/console/${shop.id}${refund}?lines_page=2"`);

    const rejected = await member.send(`${refund}?lines_page=2`, { do: "refund", [fieldOf(items[259])]: "99" });
    expect({ status: rejected.status, shown: linesIn(rejected.text) }).toEqual({ status: 400, shown: items.slice(250) });
    const accepted = await member.send(`${refund}?lines_page=2`, { do: "refund", [fieldOf(items[259])]: "2" });
    expect({ status: accepted.status, to: accepted.location }).toEqual({
      status: 303,
      to: `/console/${shop.id}/orders/${order.id}?done=refunded`,
    });
    expect(linesIn(await html(`${refund}?lines_page=2`))).toEqual(items.slice(250, 259));
  });

  it("is not recorded after a change of somebody else, until it is sent again from the page that says so", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, { items: itemsNamed(260) });
    const refund = `/orders/${order.id}/refund?lines_page=2`;
    const page = await html(refund);
    const version = numbersIn(page, /name="expected_version" value="(\d+)"/g)[0];
    await shop.v2(`/orders/${order.id}`, { method: "PATCH", body: { assignee: "Ann" } });
    const field = fieldOf(order.items[259].id);
    const form = (expected: number | undefined) => ({ do: "refund", expected_version: String(expected), [field]: "1" });
    const readRefunds = async () => await rows("select 1 from refunds where order_id = ?", order.id);
    const outdated = await member.send(refund, form(version));
    expect({ status: outdated.status, refunds: await readRefunds() }).toEqual({ status: 412, refunds: [] });
    const [current] = numbersIn(outdated.text, /name="expected_version" value="(\d+)"/g);
    expect((await member.send(refund, form(current))).status).toBe(303);
    expect(await readRefunds()).toHaveLength(1);
  });

  it("has a small page, also with long texts that are escaped", { tags: "long" }, async () => {
    // Each " is six characters of the page, which has each name three times: 250 lines are 1.1 MB, all 600 would be 2.7 MB.
    const order = await ingestOrder(shop, { items: itemsNamed(600, '"'.repeat(250)) });
    expect((await html(`/orders/${order.id}/refund`)).length).toBeLessThan(2 * MIB);
  });
});
