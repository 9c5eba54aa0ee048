import { beforeAll, describe, expect, it } from "vitest";
import { createShop, ingestOrder, orderBody, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { createMember, type Visitor } from "./kit";

/** Moving through the orders of a list (docs/spec/console.md#moving-through-a-list). */

let shop: Shop;
let member: Visitor;
let ids: number[];
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  ids = [];
  for (let day = 1; day <= 5; day += 1) {
    ids.push((await ingestOrder(shop, { number: `M-${day}`, date: `2026-01-0${day}`, status: day === 3 ? "In Production" : "New" })).id);
  }
});

const OLDEST_FIRST = "status=New&sort=date:asc&page_size=2";
const pathInList = (id: number, at: number, list = OLDEST_FIRST) =>
  `/orders/${id}?${new URLSearchParams({ list, at: String(at) }).toString()}`;

/** Where the links of an order's page lead: to its list, and to the orders before and after it. */
async function linksOf(path: string) {
  const { text } = await member.open(path);
  const hrefOf = (pattern: RegExp) => pattern.exec(text)?.[1]?.replaceAll("&amp;", "&").replace(`/console/${shop.id}`, "");
  return {
    list: hrefOf(/<a class="back[^"]*" href="([^"]*)"/),
    previous: hrefOf(/rel="prev" href="([^"]*)"/),
    next: hrefOf(/rel="next" href="([^"]*)"/),
    text,
  };
}

describe("the page of an order that was opened from a list", () => {
  it("leads back to the page of the list with the order, and to the orders before and after it", async () => {
    const [one = 0, two = 0, , four = 0, five = 0] = ids;
    const query = new URLSearchParams(OLDEST_FIRST).toString();
    const next = (id: number, at: number) => `/orders/${id}?${new URLSearchParams({ list: query, at: String(at) }).toString()}`;
    expect(await linksOf(pathInList(one, 0))).toMatchObject({
      list: `/orders?${query}#order-${one}`,
      previous: undefined,
      next: next(two, 1),
    });
    expect(await linksOf(pathInList(two, 1))).toMatchObject({ previous: next(one, 0), next: next(four, 2) });
    expect(await linksOf(pathInList(four, 2))).toMatchObject({ list: `/orders?${query}&page=2#order-${four}`, next: next(five, 3) });
    expect((await linksOf(pathInList(five, 3))).next).toBeUndefined();
    // The list has changed since: its real place counts.
    expect(await linksOf(pathInList(two, 4))).toMatchObject({ previous: next(one, 0), next: next(four, 2) });
  });

  it("leads to the order that is now at its place, if it has left the list", async () => {
    const [, two = 0, three = 0, four = 0] = ids;
    expect(await linksOf(pathInList(three, 2))).toMatchObject({
      previous: expect.stringContaining(`/orders/${two}?`),
      next: expect.stringContaining(`/orders/${four}?`),
    });
  });

  it("has no such links without a list, or with one that is none", async () => {
    const [one = 0] = ids;
    for (const path of [`/orders/${one}`, pathInList(one, 0, "sort=nonsense"), `/orders/${one}?list=${"x".repeat(5000)}`]) {
      const links = await linksOf(path);
      expect({ list: links.list, previous: links.previous, next: links.next }).toEqual({
        list: "/orders",
        previous: undefined,
        next: undefined,
      });
    }
    expect((await member.open(`/orders/${one}?list=&at=minus`)).status).toBe(200);
  });

  it("keeps the list in its forms, after they were sent, and on the pages of the order", async () => {
    const { id, items } = await ingestOrder(shop, { number: "M-KEEP", date: "2026-02-01" });
    const path = pathInList(id, 4);
    const { text } = await linksOf(path);
    const query = path.split("?")[1] ?? "";
    const escaped = query.replaceAll("&", "&amp;");
    for (const part of ["notes", "status", "fulfillments"])
      expect(text).toContain(`action="/console/${shop.id}/orders/${id}/${part}?${escaped}"`);
    expect(text).toContain(`href="/console/${shop.id}/orders/${id}/items/${items[0].id}?${escaped}"`);
    const sent = await member.send(`/orders/${id}/notes?${query}`, { content: "Seen" });
    expect(sent.location).toBe(`/console/${shop.id}/orders/${id}?${query}&done=note_added`);
    const edit = await linksOf(`/orders/${id}/edit?${query}`);
    expect(edit.list).toBe(`/orders/${id}?${query}`);
    const rejected = await member.send(`/orders/${id}/notes?${query}`, { content: "" });
    expect(rejected.text).toContain(`action="/console/${shop.id}/orders/${id}/notes?${escaped}"`);
    // Links to the list itself do not carry it.
    expect(edit.text).not.toMatch(/href="[^"]*\/orders\?list=/);
  });

  it("takes one more round trip to the database, or two for a place after the first 26, which read a few rows for each of 51 places", async () => {
    const own = await createShop();
    const person = await createMember(own.id, "member");
    const orders = Array.from({ length: 100 }, () => orderBody());
    expect((await own.v2("/orders/bulk", { body: { orders } })).status).toBe(200);
    const places = await rows<{ id: number }>("select id from orders where organization_id = ? order by date, id", own.id);
    const costAt = async (at: number) => {
      const { id } = places[at] ?? { id: 0 };
      await person.open(`/orders/${id}`);
      const plain = await logOf(() => person.open(`/orders/${id}`));
      const inList = await logOf(() => person.open(pathInList(id, at)));
      return { d1_trips: inList.d1_trips - plain.d1_trips, rows_read: inList.rows_read - plain.rows_read };
    };
    // 25 places before the order, its own, and 25 after it.
    const maxRows = 4 * 51;
    const [first, deep] = [await costAt(25), await costAt(60)];
    expect([first.d1_trips, deep.d1_trips]).toEqual([1, 2]);
    for (const { rows_read } of [first, deep]) {
      expect(rows_read).toBeGreaterThan(51);
      expect(rows_read).toBeLessThan(maxRows);
    }
  });
});

describe("shipping a selection one by one", () => {
  it("opens the form of each next order, and in the end the list that says how many were shipped", async () => {
    const orders: { id: number }[] = [];
    for (let at = 0; at < 3; at += 1) orders.push(await ingestOrder(shop, { number: `Q-${at}` }));
    const [one = 0, two = 0, three = 0] = orders.map(({ id }) => id);
    const { location } = await member.send("/orders/bulk", { ids: [one, two, three].map(String), do: "ship_each", back: "status=New" });
    /** The URL of an order in the series: the ids of those after it, and the number of those that were shipped before it. */
    const urlOf = (id: number, queue: string | null, shipped: number) =>
      `/console/${shop.id}/orders/${id}?${new URLSearchParams({ list: "status=New", ...(queue !== null && { queue }), shipped: String(shipped) }).toString()}`;
    expect(location).toBe(`${urlOf(one, `${two},${three}`, 0)}#tracking_number`);
    const page = await member.open(location?.replace(`/console/${shop.id}`, "").split("#")[0] ?? "");
    expect(page.text).toContain("2 selected orders after this one.");
    expect(page.text).toMatch(/<details class="ship" open[^>]*><summary[^>]*>(?:<svg.*?<\/svg>)?Ship items/);
    const [, skip] = /href="([^"]*)"[^>]*>Skip this order/.exec(page.text) ?? [];
    expect(skip?.replaceAll("&amp;", "&")).toBe(`${urlOf(two, String(three), 0)}#tracking_number`);
    const [, action] = /action="([^"]*fulfillments[^"]*)"/.exec(page.text) ?? [];
    const send = async (path: string | undefined) =>
      await member.send((path ?? "").replaceAll("&amp;", "&").replace(`/console/${shop.id}`, ""), {
        shipped: "on",
        tracking_number: "1ZQ",
      });
    const first = await send(action);
    expect(first.location).toBe(`${urlOf(two, String(three), 1)}&last=${one}&done=shipped#tracking_number`);
    const next = await member.open(first.location?.replace(`/console/${shop.id}`, "").split("#")[0] ?? "");
    expect(next.text).toContain("Order Q-0 shipped.");
    const second = await send(
      action?.replace(String(one), String(two)).replace(/queue=[^&]*&amp;shipped=0/, `queue=${three}&amp;shipped=1`),
    );
    expect(second.location).toBe(`${urlOf(three, null, 2)}&last=${two}&done=shipped#tracking_number`);
    const last = await send(action?.replace(String(one), String(three)).replace(/queue=[^&]*&amp;shipped=0/, "shipped=2"));
    // "did": three orders were shipped, and none was left unchanged.
    expect(last.location).toBe(`/console/${shop.id}/orders?status=New&did=ship.3.0.#order-${three}`);
    expect((await member.open("/orders?status=New&did=ship.3.0.")).text).toContain("3 orders shipped.");
    for (const { id } of orders) expect((await shop.v2(`/orders/${id}`)).body.status).toBe("Shipped");
  });

  it("shows with a rejected form how many were shipped and how many are left", async () => {
    const { id } = await ingestOrder(shop);
    const query = new URLSearchParams({ list: "", queue: "1,2", shipped: "4" }).toString();
    const rejected = await member.send(`/orders/${id}/fulfillments?${query}`, { tracking_url: "nonsense" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 400,
      text: expect.stringContaining("4 orders shipped. 2 selected orders after this one."),
    });
  });
});
