import fc from "fast-check";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { TICKET_PRIORITIES, TICKET_STATUSES } from "../../../src/resources/tickets/fields";
import { TICKET_FILTERS, type TicketFilter } from "../../../src/resources/tickets/filters";
import { asOperator, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { anyCase, type FilterCases, filterParams, matchesAll, type Params, queryOf, seldom } from "../../kit/filter-cases";
import { logOf } from "../../kit/log";
import { violationsOf } from "../expenses/kit";
import { openTicket, type TicketResponse } from "./kit";
import { assertProperty } from "../../kit/property";
import { organizationD1 } from "../../kit/databases";

const MINUTE_MS = 60_000;
const LONG_AGO = Date.parse("2026-01-01T00:00:00Z");

let shop: Shop;
let orders: number[];
/** Addresses of members. */
const MEMBERS = ["ann@example.com", "Bea.Ito@example.com"] as const;
const DAYS = ["2026-01-01", "2026-02-28", "2026-03-01"] as const;
/** The tickets by the responses to their creation, and the times of their changes. */
type ModelTicket = TicketResponse & { at: number };
let model: ModelTicket[];

beforeAll(async () => {
  shop = await createShop();
  orders = [(await ingestOrder(shop)).id, (await ingestOrder(shop)).id];
  const [status, priority] = [fc.constantFrom(...TICKET_STATUSES), fc.constantFrom(...TICKET_PRIORITIES)];
  for (const email of MEMBERS) await asOperator(`/organizations/${shop.id}/members`, { email, role: "member" });
  const kinds = fc.record({
    status,
    priority,
    order_id: fc.constantFrom(null, ...orders),
    assignee: fc.constantFrom(null, ...MEMBERS),
    due_date: fc.constantFrom(null, ...DAYS),
    at: fc.integer({ min: 0, max: 20 }),
  });
  model = [];
  for (const { at, ...fields } of fc.sample(kinds, 80)) {
    model.push({ ...(await openTicket(shop, fields)), at: LONG_AGO + at * MINUTE_MS });
  }
  // Some have changed in the same millisecond.
  await organizationD1()
    .prepare("update tickets set updated_at = j.value->>'at' from json_each(?) j where tickets.id = j.value->>'id'")
    .bind(JSON.stringify(model.map(({ id, at }) => ({ id, at }))))
    .run();
});
afterEach(() => vi.restoreAllMocks());

const TICKET_CASES: FilterCases<TicketFilter, ModelTicket, { timezone: string }> = {
  status: { texts: () => fc.constantFrom(...TICKET_STATUSES).chain(anyCase), matches: ({ status }, text) => status === text.toLowerCase() },
  priority: {
    texts: () => fc.constantFrom(...TICKET_PRIORITIES).chain(anyCase),
    matches: ({ priority }, text) => priority === text.toLowerCase(),
  },
  orderId: {
    texts: () => fc.constantFrom(...orders.map(String), "999999"),
    matches: ({ order_id }, text) => String(order_id) === text,
  },
  assignee: {
    texts: () => fc.oneof(fc.constantFrom(...MEMBERS).chain(anyCase), fc.constantFrom("none", "somebody@example.com")),
    matches: ({ assignee }, text) => (text === "none" ? assignee === null : assignee?.toLowerCase() === text.toLowerCase()),
  },
  dueTo: {
    texts: () => fc.constantFrom(...DAYS, "2025-12-31"),
    matches: ({ due_date, status }, text) => due_date !== null && due_date <= text && (status === "open" || status === "pending"),
  },
};
const MODEL = { timezone: "UTC" };

/** The expected list by the rules of the documentation. */
function expected(params: Params): number[] {
  const [field, direction = "desc"] = (params["sort"] ?? "id:desc").split(":");
  const sign = direction === "asc" ? 1 : -1;
  return model
    .filter((ticket) => matchesAll(TICKET_FILTERS, TICKET_CASES, { params, model: MODEL }, ticket))
    .toSorted((one, other) => sign * ((field === "updated_at" ? one.at - other.at : 0) || one.id - other.id))
    .map(({ id }) => id);
}

/** The ids on each page, from the first to the last. */
async function readAllPages(of: Shop, params: Params): Promise<number[][]> {
  const pages: number[][] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { status, body, text } = await of.v2(`/tickets?${queryOf({ ...params, cursor })}`);
    if (status !== 200) throw new Error(text);
    expect(body.has_more).toBe(body.next_cursor !== null);
    pages.push(body.data.map(({ id }: TicketResponse) => id));
    cursor = body.next_cursor;
  }
  return pages;
}

describe("GET /tickets compared with the model", () => {
  it(
    "any filters and sort list each ticket once over all pages, in order, and all pages but the last are full",
    { tags: "long" },
    async () => {
      const parameters = fc.record({
        ...filterParams(TICKET_FILTERS, TICKET_CASES, MODEL, "v2", { absentPerPresent: 1 }),
        sort: seldom(fc.constantFrom("id", "id:asc", "id:desc", "updated_at", "updated_at:asc", "updated_at:desc"), {
          absentPerPresent: 1,
        }),
        limit: fc.integer({ min: 3, max: 200 }).map(String),
      });
      await assertProperty(
        fc.asyncProperty(parameters, async (params) => {
          const pages = await readAllPages(shop, params);
          expect(pages.flat()).toEqual(expected(params));
          for (const page of pages.slice(0, -1)) expect(page).toHaveLength(Number(params.limit));
          if (pages.length > 1) expect(pages.at(-1)).not.toEqual([]);
        }),
        { cases: 120 },
      );
    },
  );

  it("every ticket is returned as by GET /tickets/{id}", async () => {
    const { data } = (await shop.v2("/tickets?limit=200")).body;
    expect(data).toHaveLength(model.length);
    for (const ticket of data) expect((await shop.v2(`/tickets/${ticket.id}`)).body).toEqual(ticket);
  });

  it("the default is 50 per page, the newest first", async () => {
    expect((await readAllPages(shop, {})).map((page) => page.length)).toEqual([50, 30]);
    expect((await readAllPages(shop, {})).flat()).toEqual(model.map(({ id }) => id).toReversed());
  });
});

describe("parameters", () => {
  it("that are empty are treated as absent, and unknown ones cause a warning", async () => {
    const { body, headers } = await shop.v2("/tickets?status=&priority=%20&order_id=&assignee=&due_to=&sort=&limit=&cursor=&colour=red");
    expect(body.data).toHaveLength(50);
    expect(headers.get("X-Warnings")).toBe('["colour is unknown and was ignored."]');
  });

  it("have all their validation errors listed, and none is clamped", async () => {
    expect(violationsOf(await shop.v2("/tickets?status=done&priority=hot&order_id=0&due_to=2026-02-30&sort=subject&limit=201"))).toEqual([
      "status invalid_status",
      "priority invalid_priority",
      "order_id invalid_integer",
      "due_to invalid_date",
      "sort invalid_sort",
      "limit invalid_integer",
    ]);
    for (const sort of ["id:up", "id:asc:asc", ":asc", "toString", "__proto__:asc", "created_at"]) {
      expect(violationsOf(await shop.v2(`/tickets?${queryOf({ sort })}`)), sort).toEqual(["sort invalid_sort"]);
    }
    for (const limit of ["0", "-1", "1.5", "x"])
      expect(violationsOf(await shop.v2(`/tickets?limit=${limit}`))).toEqual(["limit invalid_integer"]);
  });

  it("with a cursor are valid only for its own list, but limit may change", async () => {
    const { next_cursor } = (await shop.v2("/tickets?status=open&limit=3")).body;
    expect((await shop.v2(`/tickets?status=open&limit=5&cursor=${next_cursor}`)).status).toBe(200);
    const orderCursor = (await shop.v2("/orders?limit=1")).body.next_cursor;
    for (const query of [
      `cursor=${next_cursor}`,
      `status=closed&cursor=${next_cursor}`,
      `status=open&sort=id:asc&cursor=${next_cursor}`,
      `status=open&cursor=${next_cursor}x`,
      `cursor=${orderCursor}`,
      "cursor=rubbish",
    ]) {
      expect(violationsOf(await shop.v2(`/tickets?${query}`)), query).toEqual(["cursor invalid_cursor"]);
    }
    const other = await createShop();
    expect(violationsOf(await other.v2(`/tickets?status=open&limit=3&cursor=${next_cursor}`))).toEqual(["cursor invalid_cursor"]);
  });

  it("find nothing of another organization; the order of another organization matches no ticket", async () => {
    const other = await createShop();
    const own = await openTicket(other);
    expect(await readAllPages(other, {})).toEqual([[own.id]]);
    expect(await readAllPages(other, { order_id: String(orders[0]) })).toEqual([[]]);
  });

  it("with a cursor return the same later pages when a ticket is created meanwhile", async () => {
    const own = await createShop();
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.unshift((await openTicket(own)).id);
    const first = (await own.v2("/tickets?limit=2")).body;
    await openTicket(own);
    const rest = (await own.v2(`/tickets?limit=200&cursor=${first.next_cursor}`)).body;
    expect([...first.data, ...rest.data].map(({ id }: TicketResponse) => id)).toEqual(ids);
  });
});

describe("the cost of a list", () => {
  /** The query plan of a list. */
  async function plan(query: string): Promise<string> {
    const prepare = vi.spyOn(organizationD1(), "prepare");
    await shop.v2(`/tickets?${query}`);
    const text = prepare.mock.calls.map(([sql]) => sql).find((sql) => sql.includes("order by t.")) ?? "";
    prepare.mockRestore();
    const bindings = Array.from({ length: text.split("?").length - 1 }, () => 1);
    const { results } = await organizationD1()
      .prepare(`explain query plan ${text}`)
      .bind(...bindings)
      .all<{ detail: string }>();
    return results.map(({ detail }) => detail).join(" | ");
  }

  it.each([
    ["", "tickets_organization (organization_id=?)"],
    ["sort=id:asc", "tickets_organization (organization_id=?)"],
    ["status=closed", "tickets_status (organization_id=? AND status=?)"],
    ["priority=urgent", "tickets_priority (organization_id=? AND priority=?)"],
    ["order_id=1", "tickets_order (organization_id=? AND order_id=?)"],
    ["sort=updated_at", "tickets_updated (organization_id=?)"],
    ["sort=updated_at:asc", "tickets_updated (organization_id=?)"],
    ["sort=updated_at&status=closed", "tickets_status_updated (organization_id=? AND status=?)"],
    ["sort=updated_at&priority=low", "tickets_priority_updated (organization_id=? AND priority=?)"],
    ["status=open&priority=low", "tickets_status_priority (organization_id=? AND status=? AND priority=?)"],
    ["sort=updated_at&status=open&priority=low", "tickets_status_priority_updated (organization_id=? AND status=? AND priority=?)"],
    ["assignee=a@example.com", "tickets_assignee (organization_id=? AND assignee=?)"],
    ["assignee=a@example.com&priority=low", "tickets_assignee (organization_id=? AND assignee=?)"],
    ["assignee=a@example.com&status=open", "tickets_assignee_status (organization_id=? AND assignee=? AND status=?)"],
    ["sort=updated_at&assignee=a@example.com", "tickets_assignee_updated (organization_id=? AND assignee=?)"],
    [
      "sort=updated_at&assignee=a@example.com&status=open",
      "tickets_assignee_status_updated (organization_id=? AND assignee=? AND status=?)",
    ],
    ["assignee=none&status=open", "tickets_status (organization_id=? AND status=?)"],
  ])("%s is read in order from %s", async (query, index) => {
    expect(await plan(query)).toBe(`SEARCH t USING INDEX ${index}`);
  });

  it.each([
    ["sort=updated_at&order_id=1&status=closed", "tickets_order (organization_id=? AND order_id=?)"],
    ["due_to=2026-01-31&status=open", "tickets_due (organization_id=? AND due_date>? AND due_date<?)"],
  ])("%s reads the few matching rows from %s, and sorts them", async (query, index) => {
    expect(await plan(query)).toBe(`SEARCH t USING INDEX ${index} | USE TEMP B-TREE FOR ORDER BY`);
  });

  it.each(["sort=id&", "sort=id:asc&", "status=open&", "priority=low&", "sort=updated_at&", "sort=updated_at:asc&"])(
    "%s: a page after a cursor is found without reading the rows before it",
    async (query) => {
      const { next_cursor } = (await shop.v2(`/tickets?${query}limit=1`)).body;
      const column = query.includes("updated_at") ? "updated_at" : "(?:id|rowid)";
      expect(await plan(`${query}limit=1&cursor=${next_cursor}`)).toMatch(
        new RegExp(`^SEARCH t USING INDEX \\w+ \\(.* AND ${column}[<>]\\?\\)$`),
      );
    },
  );

  it("is one trip, and 304 is returned if nothing has changed", async () => {
    const { headers } = await shop.v2("/tickets");
    expect(await logOf(() => shop.v2("/tickets"))).toMatchObject({ d1_trips: 1, gate_calls: 1, rows_written: 0 });
    expect((await shop.v2("/tickets", { headers: { "If-None-Match": headers.get("ETag") ?? "" } })).status).toBe(304);
  });

  /** A shop with `count` tickets of all kinds, of which six belong to one order and eight have the status open. */
  async function aShopWithTickets(count: number): Promise<{ desk: Shop; order: number }> {
    const desk = await createShop();
    const { id: order } = await ingestOrder(desk);
    await organizationD1()
      .prepare(
        `insert into tickets (organization_id, number, order_id, subject, body, status, priority, created_at, updated_at)
       select ?1, value + 1, case when value < 6 then ?2 end, 's', 'b',
         case when value < 8 then 'open' else json_extract('["pending","resolved","closed"]', '$[' || (value % 3) || ']') end,
         json_extract('["low","normal","high","urgent"]', '$[' || (value % 4) || ']'), value, value
       from json_each(?3)`,
      )
      .bind(desk.id, order, JSON.stringify(Array.from({ length: count }, (_, n) => n)))
      .run();
    await desk.v2("/tickets");
    return { desk, order };
  }

  it("is that of a page, also with ten times as many tickets", async () => {
    const [few, many] = [await aShopWithTickets(300), await aShopWithTickets(3000)];
    const readBy = async ({ desk, order }: typeof few, query: string) =>
      (await logOf(() => desk.v2(`/tickets?limit=10&${query.replace("ORDER", String(order))}`))).rows_read;
    for (const query of [
      "",
      "sort=id:asc",
      "sort=updated_at",
      "status=open",
      "status=closed",
      "priority=urgent",
      "order_id=ORDER",
      "sort=updated_at&status=open",
      "sort=updated_at&status=closed",
      "sort=updated_at&priority=low",
      "sort=updated_at&order_id=ORDER",
      "status=closed&priority=low",
    ]) {
      const [small, large] = [await readBy(few, query), await readBy(many, query)];
      // A page reads one row more than its 10. The bounds are wider, but a list that reads all of its tickets exceeds them.
      expect(large, query).toBeLessThanOrEqual(small + 3);
      expect(small, query).toBeLessThanOrEqual(60);
    }
    expect(await rows("select count(*) as n from tickets where organization_id = ?", many.desk.id)).toEqual([{ n: 3000 }]);
  });
});
