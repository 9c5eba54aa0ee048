import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, type Shop, ingestOrder } from "../../kit/client";
import { queryOf } from "../../kit/filter-cases";
import { createMember, type Visitor } from "../console/kit";

const ZONE = "America/New_York";

let shop: Shop;
let visitor: Visitor;
/** The ids of orders by the names of their customers. Each order has a different date. */
const ids: Record<string, number> = {};
beforeAll(async () => {
  shop = await createShop({ timezone: ZONE });
  visitor = await createMember(shop.id, "viewer");
  const moments = {
    // In New York, the clocks change on 8 March 2026: that day has 23 hours.
    before: "2026-03-08T04:59:59.999Z",
    first: "2026-03-08T05:00:00.000Z",
    last: "2026-03-09T03:59:59.999Z",
    after: "2026-03-09T04:00:00.000Z",
  };
  for (const [customer_name, date] of Object.entries(moments)) ids[customer_name] = (await ingestOrder(shop, { customer_name, date })).id;
});

const idsOf = ({ body }: ApiResponse): number[] => body.data.map(({ id }: { id: number }) => id);
const named = (...names: string[]) => names.map((name) => ids[name]);

/** The ids of the orders that V1, v2 and the console find, which must be the same. */
async function found(params: Record<string, string>): Promise<number[]> {
  const v1 = await shop.v1(`/orders?${queryOf(params)}`);
  expect({ status: v1.status, warnings: v1.body.meta.warnings }, v1.text).toEqual({ status: 200, warnings: undefined });
  const v2 = await shop.v2(`/orders?${queryOf(params)}`);
  expect({ status: v2.status, warnings: v2.headers.get("X-Warnings") }, v2.text).toEqual({ status: 200, warnings: null });
  const page = await visitor.open(`/orders?${queryOf(params)}`);
  const rows = [...page.text.matchAll(/href="[^"]*\/orders\/(\d+)"/g)].map(([, id]) => Number(id));
  expect(idsOf(v2)).toEqual(idsOf(v1));
  expect([...new Set(rows)]).toEqual(idsOf(v1));
  expect(v1.body.meta.pagination.total).toBe(idsOf(v1).length);
  return idsOf(v1);
}

describe("date_from and date_to", () => {
  it("are whole days of the order date, both included, in the organization's time zone", async () => {
    expect(await found({ date_from: "2026-03-08", date_to: "2026-03-08" })).toEqual(named("last", "first"));
    expect(await found({ date_from: "2026-03-08" })).toEqual(named("after", "last", "first"));
    expect(await found({ date_to: "2026-03-08" })).toEqual(named("last", "first", "before"));
    expect(await found({ date_from: "2026-03-10" })).toEqual([]);
    expect(await found({ date_from: "2026-03-09", date_to: "2026-03-08" })).toEqual([]);
  });

  it("are days of the time zone that is given", async () => {
    expect(await found({ date_from: "2026-03-08", date_to: "2026-03-08", timezone: "UTC" })).toEqual(named("first", "before"));
    expect(await found({ date_to: "2026-03-08", timezone: "Asia/Kolkata" })).toEqual(named("first", "before"));
  });

  it("combine with other filters and sorts", async () => {
    const day = { date_from: "2026-03-08", date_to: "2026-03-08" };
    expect(await found({ ...day, q: "first" })).toEqual(named("first"));
    expect(await found({ ...day, status: "New", sort: "date:asc" })).toEqual(named("first", "last"));
    expect(await found({ ...day, store_id: "gift", created_after: "2020-01-01", sort: "created_at" })).toEqual(named("last", "first"));
    expect(await found({ ...day, created_before: "2020-01-01" })).toEqual([]);
    const byStore = await shop.v1(`/orders?${queryOf({ ...day, sort: "storeName:asc" })}`);
    expect(idsOf(byStore)).toEqual(named("first", "last"));
  });

  it("apply to every page of the list", async () => {
    const params = { date_from: "2026-03-08", date_to: "2026-03-08" };
    for (const sort of ["date:desc", "date:asc"]) {
      const pages = ["1", "2", "3"].map((page) => shop.v1(`/orders?${queryOf({ ...params, sort, page, page_size: "1" })}`));
      const names = sort === "date:asc" ? ["first", "last"] : ["last", "first"];
      expect((await Promise.all(pages)).flatMap(idsOf), sort).toEqual(named(...names));
    }
    const first = await shop.v2(`/orders?${queryOf({ ...params, limit: "1" })}`);
    const cursor: string = first.body.next_cursor;
    const second = await shop.v2(`/orders?${queryOf({ ...params, limit: "1", cursor })}`);
    expect([...idsOf(first), ...idsOf(second), second.body.has_more]).toEqual([...named("last", "first"), false]);
    expect((await shop.v2(`/orders?${queryOf({ limit: "1", cursor })}`)).status).toBe(400);
  });

  it("are rejected with the parameter's name if they are not dates", async () => {
    for (const name of ["date_from", "date_to"]) {
      for (const send of [shop.v1, shop.v2]) {
        const { status, body } = await send(`/orders?${name}=2026-03-08T00:00:00Z`);
        expect({ status, details: body.error.details }).toEqual({
          status: 400,
          details: [{ path: name, code: "invalid_date", message: "Expected a date, YYYY-MM-DD." }],
        });
      }
    }
  });

  it("are fields of the console's filters and are kept by a saved view", async () => {
    const query = "date_from=2026-03-08&date_to=2026-03-09";
    const { text } = await visitor.open(`/orders?${query}`);
    // Each is one element, whatever the order of its attributes.
    expect(text).toMatch(/<input(?=[^>]* name="date_from")(?=[^>]* type="date")(?=[^>]* value="2026-03-08")/);
    expect(text).toMatch(/<input(?=[^>]* name="date_to")(?=[^>]* type="date")(?=[^>]* value="2026-03-09")/);
    const member = await createMember(shop.id, "member");
    const saved = await member.send(`/orders?${query}`, { name: "Those days" });
    expect(saved.location).toContain(query);
    expect((await member.open("/orders/views")).text).toContain("Date, from: 2026-03-08 · Date, up to: 2026-03-09");
  });
});
