import { beforeAll, describe, expect, it } from "vitest";
import type { Access } from "../../../src/accounts/members/access";
import { can, type Route } from "../../../src/console/page";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createShop, type Shop } from "../../kit/client";
import { filledPath, commonFields } from "../../kit/console-forms";
import { createMember, type Page, tokenIn, type Visitor } from "./kit";
import { fillWithMoney, moneyIn, type MoneyShop } from "./money-fixture";

/**
 * Every page, file and form of the console for members with and without the permission "money", in an organization whose costs, expenses
 * and profits have unique values (docs/spec/console.md#money).
 */

const KINDS: readonly Access[] = [
  { role: "viewer", money: false },
  { role: "viewer", money: true },
  { role: "member", money: false },
  { role: "member", money: true },
];

const pages = consoleRoutes.filter(({ method }) => method === "get");
// The body of an upload is the bytes of a file, so it is no form.
const forms = consoleRoutes.filter((route) => route.method === "post" && route.upload === undefined);

/** Queries that are added to pages: the amounts of other periods, searches for words that only expenses and costs have, and job tickets. */
const WITH_QUERIES = [
  "/expenses?category=payroll",
  "/analytics?period=all_time",
  "/analytics?period=this_year&group_by=month",
  "/analytics/orders?period=custom&from=2026-01-01&to=2026-01-31",
  "/analytics/orders?profit=unknown",
  "/search?q=zqsal",
  "/search?q=payroll",
  "/orders?q=7013",
  "/products?q=5207",
  "/orders/print?ids=ORDER_ID&document=tickets",
];

let shop: Shop;
let filled: MoneyShop;
const visitors = new Map<Access, Visitor>();

beforeAll(async () => {
  shop = await createShop();
  filled = await fillWithMoney(shop);
  for (const kind of KINDS) visitors.set(kind, await createMember(shop.id, kind.role, { money: kind.money }));
});

function visitorOf(kind: Access): Visitor {
  const visitor = visitors.get(kind);
  if (visitor === undefined) throw new Error("There is no such member.");
  return visitor;
}

const mayUse = (kind: Access, { permission }: Route) => [permission].flat().every((each) => can(kind, each));

const patterns = pages.map((route) => [route, new RegExp(`^${route.path.replaceAll(/:\w+/g, "[^/]+").replace(".", "\\.")}$`)] as const);

/** Pages that a page links to and that this member may not open. */
function closedLinks(kind: Access, { text }: Page): string[] {
  const links = [...text.matchAll(/href="\/console\/\d+(\/[^"?#]*)/g)].map(([, path = ""]) => path);
  // The first route that matches a path handles it.
  const routeOf = (path: string) => patterns.find(([, pattern]) => pattern.test(path))?.[0];
  return [...new Set(links)].filter((path) => {
    const route = routeOf(path);
    return route === undefined || !mayUse(kind, route);
  });
}

// A viewer sees parts of what a member sees.
describe.each(KINDS.filter(({ role }) => role === "member"))("a $role with money $money", testMember);
describe.each(KINDS.filter(({ role }) => role === "viewer"))("a $role with money $money", { tags: "long" }, testMember);

function testMember(kind: Access): void {
  /** The money data that all responses together have contained. */
  const seen = new Set<string>();

  /** The money data in a response that this member may not see. */
  function leaksIn({ text }: Page): string[] {
    const found = moneyIn(filled, text);
    for (const each of found) seen.add(each);
    return kind.money ? [] : found;
  }

  it.each(pages.map((route) => [route.path, route] as const))(
    "may open the page only with its permission, and sees no more money and links there than it allows: %s",
    async (_path, route) => {
      const page = await visitorOf(kind).open(filledPath(route, filled.ids));
      expect([page.status === 403, leaksIn(page), closedLinks(kind, page)]).toEqual([!mayUse(kind, route), [], []]);
    },
  );

  it.each(WITH_QUERIES)("sees no more money than the permission allows on %s", async (path) => {
    expect(leaksIn(await visitorOf(kind).open(path.replace("ORDER_ID", String(filled.ids["orders.id"]))))).toEqual([]);
  });

  it("sees no more money than the permission allows on the page of any order, item and expense", async () => {
    const orders: { id: number; items: { id: string }[] }[] = (await shop.v2("/orders?limit=50")).body.data;
    const expenses: { id: number }[] = (await shop.v2("/expenses")).body.data;
    const open = orders.flatMap(({ id, items }) => [`/orders/${id}`, ...items.map((item) => `/orders/${id}/items/${item.id}`)]);
    const closed = expenses.map(({ id }) => `/expenses/${id}`);
    for (const path of [...open, ...closed]) {
      const page = await visitorOf(kind).open(path);
      expect({ path, status: page.status, leaks: leaksIn(page) }).toEqual({
        path,
        status: kind.money || open.includes(path) ? 200 : 403,
        leaks: [],
      });
    }
  });

  // A member with the permission must see all of it; otherwise the search for amounts proves nothing.
  it(kind.money ? "has seen all the money on these pages" : "has seen no money on these pages", () => {
    const all = [...filled.words, ...new Set(filled.amounts.map(String))];
    expect(all.filter((each) => seen.has(each)).toSorted()).toEqual(kind.money ? all.toSorted() : []);
  });
}

// After the pages, because forms change what pages show. A viewer can't send any.
describe("a form of a member without money", () => {
  const kind = { role: "member", money: false } as const;
  let visitor: Visitor;
  let token: string;
  beforeAll(async () => {
    visitor = await createMember(shop.id, kind.role);
    token = tokenIn(await visitor.open("/orders"));
  });

  it.each(forms.map((route) => [route.path, route] as const))(
    "is rejected without its permission, and its response shows no money: %s",
    async (_path, route) => {
      const path = filledPath(route, filled.ids);
      // An old version is rejected with a page that may show stored values.
      for (const form of [{}, { ...commonFields(filled.ids), expected_version: "1" }, commonFields(filled.ids)]) {
        const page = await visitor.open(path, { form: { ...form, form_token: token } });
        expect([page.status === 403, moneyIn(filled, page.text)]).toEqual([!mayUse(kind, route), []]);
      }
    },
  );
});
