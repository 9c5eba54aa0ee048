import { beforeAll, describe, expect, it } from "vitest";
import { parseTrackingLines } from "../../../src/resources/orders/fulfillments/tracking-lines";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;
const act = async (form: Record<string, string | readonly string[]>) => await member.send("/orders/bulk", form);

describe("the bulk actions of the order list", () => {
  it("are not submitted by Enter in a field without a script, because the first button would be that of another action", async () => {
    await ingestOrder(shop);
    const form = (await member.open("/orders")).text.split('<form id="bulk"')[1] ?? "";
    expect(/<button([^>]*)>/.exec(form)?.[1]).toContain("disabled");
  });

  it("change the selected orders and return to the same list", async () => {
    const [one, two] = [await ingestOrder(shop), await ingestOrder(shop)];
    const ids = [String(one.id), String(two.id)];
    const back = "status=New&page=2";
    expect((await act({ ids, do: "set_status", status: "in_production", back })).location).toMatch(
      new RegExp(`^/console/${shop.id}/orders\\?status=New&page=2&did=set_status\\.2\\.0\\.In\\+Production&undo=form_[0-9a-f]{64}$`),
    );
    await act({ ids, do: "add_tags", tags: "rush,  gift" });
    await act({ ids, do: "assignee", assignee: "ann@example.com" });
    await act({ ids, do: "supplier", supplier: "Acme" });
    for (const { id } of [one, two]) {
      const { status, tags, assignee, items } = await read(id);
      expect({ status, tags, assignee, assigned_supplier: items[0].assigned_supplier }).toEqual({
        status: "In Production",
        tags: ["rush", "gift"],
        assignee: "ann@example.com",
        assigned_supplier: "Acme",
      });
    }
    await act({ ids, do: "remove_tags", tags: "gift" });
    await act({ ids, do: "assignee", assignee: "" });
    expect({ tags: (await read(one.id)).tags, assignee: (await read(two.id)).assignee }).toEqual({ tags: ["rush"], assignee: null });
  });

  it("ship orders with the tracking numbers of a list of order numbers", async () => {
    const [one, two] = [await ingestOrder(shop, { number: "#501" }), await ingestOrder(shop, { number: "#502" })];
    const ids = [String(one.id), String(two.id)];
    const wrong = await act({ ids, do: "ship", carrier: "UPS", tracking: "#999;1Z9" });
    expect({ status: wrong.status, text: wrong.text }).toEqual({
      status: 400,
      text: expect.stringContaining("Line 1: no selected order has the number #999."),
    });
    await act({ ids, do: "ship", carrier: "UPS", tracking: '"#501","1Z1"\n502\tJD2\n' });
    const tracked = async (id: number) => (await shop.v2(`/orders/${id}/fulfillments`)).body.data;
    expect(await tracked(one.id)).toMatchObject([{ tracking_number: "1Z1", carrier: "UPS", status: "in_transit" }]);
    expect(await tracked(two.id)).toMatchObject([{ tracking_number: "JD2", carrier: "UPS" }]);
    expect((await read(one.id)).status).toBe("Shipped");
  });

  it("ship orders to one address with one tracking number, but not orders to several addresses", async () => {
    const address = { ship_address1: "1 High Street", ship_city: "Bath", ship_zipcode: "BA1 1AA", ship_country: "GB" };
    const one = await ingestOrder(shop, { number: "#511", ...address });
    const two = await ingestOrder(shop, { number: "#512", ...address, ship_address1: "1  high street" });
    const other = await ingestOrder(shop, { number: "#513", ...address, ship_city: "Wells" });
    const ids = [one, two, other].map(({ id }) => String(id));
    const tracked = async (id: number) =>
      (await shop.v2(`/orders/${id}/fulfillments`)).body.data.map(({ tracking_number }: { tracking_number: string }) => tracking_number);
    const wrong = await act({ ids, do: "ship", shared_tracking: "1ZALL" });
    expect({ status: wrong.status, text: wrong.text }).toEqual({ status: 400, text: expect.stringContaining("have different addresses") });
    expect(await tracked(one.id)).toEqual([]);
    // A row of the list names the order with the other address.
    expect((await act({ ids, do: "ship", shared_tracking: "1ZALL", tracking: "513,1ZOWN" })).status).toBe(303);
    expect({ one: await tracked(one.id), two: await tracked(two.id), other: await tracked(other.id) }).toEqual({
      one: ["1ZALL"],
      two: ["1ZALL"],
      other: ["1ZOWN"],
    });
  });

  it("send nothing while a line of the tracking numbers is unreadable, and show all errors beside the selection and the text", async () => {
    const orders = [
      await ingestOrder(shop, { number: "#521" }),
      await ingestOrder(shop, { number: "#522" }),
      await ingestOrder(shop, { number: "#523" }),
    ];
    const ids = orders.map(({ id }) => String(id));
    // Line 9 is readable: the empty cells at its end are ignored.
    const tracking = "#521 1ZSPACE000\n\n#522,1Z22\n#523\n;1Z23\n#524;1Z24\n#522\t1Z22B\n#523,UPS,1Z23\n523;1Z23;;\n";
    const { status, text } = await act({ ids, do: "ship", carrier: "UPS", tracking, back: "status=New" });
    expect(status).toBe(400);
    const unreadable = "expected the number of an order and a tracking number, with a comma, a semicolon or a tab between them.";
    for (const message of [
      `Line 1: ${unreadable}`,
      `Line 4: ${unreadable}`,
      `Line 5: ${unreadable}`,
      "Line 6: no selected order has the number #524.",
      "Line 7: line 3 has another tracking number for the order #522.",
      `Line 8: ${unreadable}`,
    ]) {
      expect(text).toContain(message);
    }
    expect(text.match(/Line \d+: /g)).toHaveLength(6);
    // The form is as it was sent, and its menu is open.
    for (const id of ids) expect(text).toMatch(new RegExp(`<input type="checkbox"[^>]*value="${id}"[^>]*checked`));
    expect(text).toContain("#521 1ZSPACE000\n\n#522,1Z22");
    expect(text).toMatch(/name="carrier"[^>]*value="UPS"/);
    expect(text).toMatch(/<details class="bulk-menu" name="bulk-menu" open[^>]*><summary[^>]*>(?:(?!<\/summary>).)*Ship/s);
    expect(text).toMatch(/name="back" value="status=New"/);
    for (const { id } of orders) expect((await shop.v2(`/orders/${id}/fulfillments`)).body.data).toEqual([]);
  });

  it("are checked for the whole selection before its first batch", async () => {
    const orders = [await ingestOrder(shop, { number: "#531" }), await ingestOrder(shop, { number: "#532" })];
    const [first, second] = orders.map(({ id }) => String(id));
    const check = async (tracking: string, more: object = {}) =>
      JSON.parse((await member.sendJson("/orders/bulk", { ids: [first, second], do: "ship", as: "check", tracking, ...more })).text);
    expect(await check("#531,1Z31\n#532;1Z32")).toEqual({ results: [] });
    expect((await check("#531,1Z31\n#539;1Z39\nnonsense")).error.details).toMatchObject([
      { path: "tracking", message: "Line 2: no selected order has the number #539." },
      { path: "tracking", message: expect.stringMatching(/^Line 3: expected/) },
    ]);
    // A batch may have lines of other batches, but none that is unreadable.
    const batch = { ids: [first], do: "ship", as: "data", tracking: "#531,1Z31\n#532;1Z32\nnonsense" };
    expect(JSON.parse((await member.sendJson("/orders/bulk", batch)).text).error.details).toHaveLength(1);
    for (const { id } of orders) expect((await shop.v2(`/orders/${id}/fulfillments`)).body.data).toEqual([]);
  });

  it("list the orders that could not be changed, with the reasons", async () => {
    const [fine, done] = [await ingestOrder(shop), await ingestOrder(shop, { number: "#900", status: "Complete" })];
    const { status, text } = await act({ ids: [String(fine.id), String(done.id)], do: "set_status", status: "In Production" });
    expect(status).toBe(200);
    expect(text).toContain("1 order changed, 0 orders unchanged, 1 order failed.");
    expect(text).toContain("An order can&#39;t go from Complete to In Production.");
    expect(text).toContain(`<a href="/console/${shop.id}/orders/${done.id}">#900</a>`);
    const asData = { ids: [String(done.id)], do: "set_status", as: "data", status: "In Production" };
    const { results } = JSON.parse((await member.sendJson("/orders/bulk", asData)).text);
    expect(results).toEqual([expect.objectContaining({ id: done.id, outcome: "failed", name: "#900" })]);
  });

  it("need a selection and an action", async () => {
    const { id } = await ingestOrder(shop);
    expect((await act({ do: "supplier", supplier: "Acme" })).text).toContain("Select at least one order.");
    expect((await act({ ids: [String(id)] })).text).toContain("Choose what to do.");
    expect((await act({ ids: [String(id)], do: "set_status", status: "Nowhere" })).status).toBe(400);
  });

  it("can be given the ids of all matching orders", async () => {
    const other = await createShop();
    const own = await createMember(other.id, "member");
    const orders = [await ingestOrder(other, { status: "New" }), await ingestOrder(other, { status: "Shipped" })];
    const idsOf = async (query: string) => (JSON.parse((await own.open(`/orders/ids${query}`)).text) as { ids: number[] }).ids;
    expect((await idsOf("")).toSorted()).toEqual(orders.map(({ id }) => id).toSorted());
    expect(await idsOf("?status=New")).toEqual([orders[0]?.id]);
    // A page of ids has 5,000.
    expect(await idsOf("?page=2")).toEqual([]);
  });

  it("are not offered to a viewer", async () => {
    const viewer = await createMember(shop.id, "viewer");
    const { text } = await viewer.open("/orders");
    expect([text.includes('id="bulk"'), text.includes('class="pick"')]).toEqual([false, false]);
    expect((await viewer.send("/orders/bulk", { ids: "1", do: "supplier", supplier: "x" })).status).toBe(403);
  });
});

describe("the tabs of the order list", () => {
  it("have the number of orders of each status, and none under other filters", async () => {
    const other = await createShop();
    const viewer = await createMember(other.id, "viewer");
    for (const status of ["New", "New", "Shipped"]) await ingestOrder(other, { status });
    const counts = async (query: string) =>
      [...(await viewer.open(`/orders${query}`)).text.matchAll(/class="count">([\d,]+)</g)].map(([, count]) => Number(count));
    for (const status of ["New", "Shipped"]) await ingestOrder(other, { status, ship_by_date: "2026-01-01" });
    // All, each of the six statuses, and Late.
    expect(await counts("")).toEqual([5, 3, 0, 0, 2, 0, 0, 1]);
    expect(await counts("?status=New")).toEqual([5, 3, 0, 0, 2, 0, 0, 1]);
    expect(await counts("?q=mug")).toEqual([]);
  });

  it("include one for open orders whose ship-by date has passed, and the other tabs remove its filter", async () => {
    const other = await createShop();
    const viewer = await createMember(other.id, "viewer");
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await ingestOrder(other, { number: "LATE-1", ship_by_date: day(-2) });
    await ingestOrder(other, { number: "SOON-1", ship_by_date: day(2) });
    const [late = ""] = /\?due_to=[\d-]+/.exec((await viewer.open("/orders")).text) ?? [];
    const { text } = await viewer.open(`/orders${late}`);
    expect([text.includes("LATE-1"), text.includes("SOON-1"), text.includes('class="count">1<')]).toEqual([true, false, true]);
    expect(text).toMatch(/aria-current="page">Late/);
    expect(text).toMatch(/href="[^"]*\/orders\?status=New">New/);
  });

  it("sort by the most overdue order under Late, until its filter is removed", async () => {
    const other = await createShop();
    const viewer = await createMember(other.id, "viewer");
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    for (const [number, days] of Object.entries({ "D-3": -3, "D-9": -9, "D-5": -5, "D+1": 1 })) {
      await ingestOrder(other, { number, ship_by_date: day(days) });
    }
    const [late = ""] = /\?due_to=[^"]+(?=">Late)/.exec((await viewer.open("/orders")).text) ?? [];
    const query = late.replaceAll("&amp;", "&");
    const numbers = async (search: string) =>
      [...(await viewer.open(`/orders${search}`)).text.matchAll(/class="main"><a[^>]*>([^<]+)</g)].map(([, number]) => number);
    expect(await numbers(query)).toEqual(["D-9", "D-5", "D-3"]);
    expect(await numbers(`${query}&page_size=2&page=2`)).toEqual(["D-3"]);
    expect(await numbers(`${query}&q=D-5`)).toEqual(["D-5"]);
    const { text } = await viewer.open(`/orders${query}`);
    expect(text).toMatch(/<option value="ship_by_date:asc" selected[^>]*>Ship by, earliest first</);
    expect(text).toMatch(/href="[^"]*\/orders\?status=New">New/);
    const csv = (await viewer.open(`/orders.csv${query}`)).text.split("\n");
    expect(csv.flatMap((line) => /D[-+]\d/.exec(line)?.[0] ?? [])).toEqual(["D-9", "D-5", "D-3"]);
  });
});

describe("the order list", () => {
  it("can be sorted by the day to ship by, with what is not due at its end", async () => {
    const other = await createShop();
    const viewer = await createMember(other.id, "viewer");
    const fields = { "S-9": { ship_by_date: "2027-01-09" }, "S-0": {}, "S-2": { ship_by_date: "2027-01-02" } };
    for (const [number, more] of Object.entries(fields)) await ingestOrder(other, { number, customer_name: "Ann Lee", ...more });
    await ingestOrder(other, { number: "S-1", ship_by_date: "2027-01-01", status: "Shipped" });
    await ingestOrder(other, { number: "S-5", ship_by_date: "2027-01-05", status: "In Production" });
    const numbers = async (search: string) =>
      [...(await viewer.open(`/orders${search}`)).text.matchAll(/class="main"><a[^>]*>([^<]+)</g)].map(([, number]) => number);
    expect(await numbers("?sort=ship_by_date:asc")).toEqual(["S-2", "S-5", "S-9", "S-0", "S-1"]);
    expect(await numbers("?sort=ship_by_date:asc&page_size=2&page=2")).toEqual(["S-9", "S-0"]);
    expect(await numbers("?sort=ship_by_date:asc&status=New")).toEqual(["S-2", "S-9", "S-0"]);
    expect(await numbers("?sort=ship_by_date:asc&q=lee")).toEqual(["S-2", "S-9", "S-0"]);
    expect(await numbers("?sort=ship_by_date:asc&due_from=2027-01-05")).toEqual(["S-5", "S-9"]);
    expect((await viewer.open("/orders")).text).toMatch(/<th[^>]*><a href="[^"]*sort=ship_by_date%3Aasc">Ship by</);
    // There is no opposite direction: the next click ends the sort.
    expect((await viewer.open("/orders?sort=ship_by_date:asc")).text).toMatch(/aria-sort="ascending"><a href="[^"]*\/orders">Ship by</);
  });

  it("applies a filter that Public V1 does not have", async () => {
    const other = await createShop();
    const viewer = await createMember(other.id, "viewer");
    await ingestOrder(other, { number: "ANNS-1", assignee: "Ann" });
    await ingestOrder(other, { number: "NOBODYS-1" });
    const { text } = await viewer.open("/orders?assignee=Ann");
    expect([text.includes("ANNS-1"), text.includes("NOBODYS-1")]).toEqual([true, false]);
  });
});

it("a line of tracking numbers has a comma, a semicolon or a tab between its parts, and every line that can't be read is named", () => {
  const { lines, problems } = parseTrackingLines(`#1, 1Z\r\n\nOrder;Tracking\n"2"\t"JD"\t\n3,\n,\n4;${"9".repeat(256)}`);
  expect(lines).toEqual([
    { line: 1, order: "#1", tracking_number: "1Z" },
    { line: 3, order: "Order", tracking_number: "Tracking" },
    { line: 4, order: "2", tracking_number: "JD" },
  ]);
  // Line 6 has only empty cells, like an empty line.
  expect(problems).toEqual([
    { line: 5, problem: "format" },
    { line: 7, problem: "too_long" },
  ]);
});

it("only the first 100 errors in lines of tracking numbers are listed, because a text can have hundreds of thousands", async () => {
  const { id } = await ingestOrder(shop);
  for (const line of ["no number\n", "#9,1Z\n"]) {
    const { status, text } = await act({ ids: [String(id)], do: "ship", tracking: line.repeat(1000) });
    expect({ status, lineCount: text.match(/Line \d+:/g)?.length }).toEqual({ status: 400, lineCount: 100 });
  }
});
