import { beforeAll, describe, expect, it } from "vitest";
import { routerFor } from "../../../src/entrypoints/app";
import type { Access } from "../../../src/accounts/members/access";
import { can, type Route } from "../../../src/console/page";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { createMember, browse, tokenIn, type Visitor } from "./kit";

/** Each role, and with the permission "money" the roles that do not include it. */
const MEMBERS: readonly Access[] = [
  { role: "owner", money: false },
  { role: "admin", money: false },
  { role: "member", money: false },
  { role: "member", money: true },
  { role: "viewer", money: false },
  { role: "viewer", money: true },
];

/** The first permission that a member lacks for a route. */
const missingFor = (member: Access, { permission }: Route) => [permission].flat().find((each) => !can(member, each));

const nameOf = ({ method, path }: Route) => `${method.toUpperCase()} /console/:org${path}`;

/** A path with an id for each parameter. Permissions are checked before the resource is looked up. */
const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, "1");

let shop: Shop;
let stranger: Visitor;
const members = new Map<Access, Visitor>();
let before: unknown;

/** The form token of each visitor, from the page of their account. */
const tokens = new Map<Visitor, string>();

beforeAll(async () => {
  shop = await createShop();
  await ingestOrder(shop);
  stranger = await createMember((await createShop()).id, "owner");
  for (const member of MEMBERS) members.set(member, await createMember(shop.id, member.role, { money: member.money }));
  for (const visitor of [...members.values(), stranger]) {
    tokens.set(visitor, tokenIn(await browse("/console/account", { cookie: visitor.cookie })));
  }
  before = await everythingOf(shop.id);
});

/** The request of a page or a form by this person, with a token of their own session, or only with the shape of one without a session. */
async function request(route: Route, as: Visitor | null) {
  const path = `/console/${shop.id}${pathOf(route)}`;
  const cookie = as === null ? null : as.cookie;
  if (route.method === "get") return await browse(path, { cookie });
  return await browse(path, { cookie, form: { form_token: as === null ? "a.b" : (tokens.get(as) ?? "") } });
}

describe("every route of the console", () => {
  it("declares its permission, and is in this list", () => {
    expect(consoleRoutes.map((route) => `${nameOf(route)} → ${[route.permission].flat().join(" + ")}`).toSorted()).toMatchInlineSnapshot(`
      [
        "GET /console/:org/analytics → money",
        "GET /console/:org/analytics/orders → money",
        "GET /console/:org/attention → read",
        "GET /console/:org/attention/cost → read",
        "GET /console/:org/attention/design → read",
        "GET /console/:org/attention/sku → read",
        "GET /console/:org/attention/unmatched → read",
        "GET /console/:org/connections → manage",
        "GET /console/:org/connections/:id → manage",
        "GET /console/:org/connections/:id/inbox → manage",
        "GET /console/:org/connections/new/aftership → manage",
        "GET /console/:org/connections/new/bigcommerce → manage",
        "GET /console/:org/connections/new/easypost → manage",
        "GET /console/:org/connections/new/shippo → manage",
        "GET /console/:org/connections/new/shopify → manage",
        "GET /console/:org/connections/new/woocommerce → manage",
        "GET /console/:org/expenses → money",
        "GET /console/:org/expenses/:id → money",
        "GET /console/:org/expenses/new → write + money",
        "GET /console/:org/files → read",
        "GET /console/:org/files/:id → read",
        "GET /console/:org/files/:id/content → read",
        "GET /console/:org/files/:id/preview → read",
        "GET /console/:org/files/items/:itemId → read",
        "GET /console/:org/files/orders/:id → read",
        "GET /console/:org/home → read",
        "GET /console/:org/import → write",
        "GET /console/:org/orders → read",
        "GET /console/:org/orders.csv → read",
        "GET /console/:org/orders/:id → read",
        "GET /console/:org/orders/:id/edit → write",
        "GET /console/:org/orders/:id/items/:itemId → read",
        "GET /console/:org/orders/:id/items/:itemId/edit → write",
        "GET /console/:org/orders/:id/items/new → write",
        "GET /console/:org/orders/:id/refund → write",
        "GET /console/:org/orders/:id/refund/total → write",
        "GET /console/:org/orders/:id/reprint → write",
        "GET /console/:org/orders/columns → read",
        "GET /console/:org/orders/ids → write",
        "GET /console/:org/orders/new → write",
        "GET /console/:org/orders/of-customer → read",
        "GET /console/:org/orders/print → read",
        "GET /console/:org/orders/views → read",
        "GET /console/:org/pick/customers → write",
        "GET /console/:org/pick/members → write",
        "GET /console/:org/pick/orders → write",
        "GET /console/:org/pick/products → write",
        "GET /console/:org/production → read",
        "GET /console/:org/production/:id → read",
        "GET /console/:org/production/:id/file → read",
        "GET /console/:org/production/:id/invoice → write + money",
        "GET /console/:org/production/proofs → read",
        "GET /console/:org/production/proofs/:id → read",
        "GET /console/:org/production/proofs/items/:itemId → write",
        "GET /console/:org/production/proofs/send → write",
        "GET /console/:org/production/send → write",
        "GET /console/:org/production/unpaid → money",
        "GET /console/:org/products → read",
        "GET /console/:org/products/:id → read",
        "GET /console/:org/products/:id/edit → write",
        "GET /console/:org/products/new → write",
        "GET /console/:org/search → read",
        "GET /console/:org/search/results → read",
        "GET /console/:org/settings/api-keys → manage",
        "GET /console/:org/settings/api-keys/:id → manage",
        "GET /console/:org/settings/api-keys/new → manage",
        "GET /console/:org/settings/api-tokens → manage",
        "GET /console/:org/settings/api-tokens/:id → manage",
        "GET /console/:org/settings/api-tokens/new → manage",
        "GET /console/:org/settings/audit-log → manage",
        "GET /console/:org/settings/delete → own",
        "GET /console/:org/settings/export → own",
        "GET /console/:org/settings/export/orders.csv → own",
        "GET /console/:org/settings/export/tables/:table → own",
        "GET /console/:org/settings/members → manage",
        "GET /console/:org/settings/members/:user_id → manage",
        "GET /console/:org/settings/members/new → manage",
        "GET /console/:org/settings/organization → manage",
        "GET /console/:org/settings/personal-data → own",
        "GET /console/:org/stores → read",
        "GET /console/:org/stores/:id → read",
        "GET /console/:org/stores/:id/tracking-worksheet → read",
        "GET /console/:org/stores/:id/tracking-worksheet/file → read",
        "GET /console/:org/stores/new → write",
        "GET /console/:org/suppliers → read",
        "GET /console/:org/suppliers/:id → read",
        "GET /console/:org/suppliers/:id/costs → money",
        "GET /console/:org/suppliers/:id/edit → write",
        "GET /console/:org/suppliers/:id/token → manage",
        "GET /console/:org/suppliers/:id/upload → write",
        "GET /console/:org/suppliers/new → write",
        "GET /console/:org/tickets → read",
        "GET /console/:org/tickets/:id → read",
        "GET /console/:org/tickets/:id/edit → write",
        "GET /console/:org/tickets/new → write",
        "GET /console/:org/tickets/templates → write",
        "GET /console/:org/tickets/templates/:id → write",
        "GET /console/:org/tickets/templates/new → write",
        "GET /console/:org/webhooks → manage",
        "GET /console/:org/webhooks/:id → manage",
        "GET /console/:org/webhooks/:id/deliveries → manage",
        "GET /console/:org/webhooks/:id/deliveries/:delivery_id → manage",
        "GET /console/:org/webhooks/:id/edit → manage",
        "GET /console/:org/webhooks/:id/verify → manage",
        "GET /console/:org/webhooks/new → manage",
        "POST /console/:org/attention/cost → write",
        "POST /console/:org/attention/design → write",
        "POST /console/:org/attention/sku → write",
        "POST /console/:org/attention/unmatched/match → write",
        "POST /console/:org/attention/unmatched/products → write",
        "POST /console/:org/connections/:id/api → manage",
        "POST /console/:org/connections/:id/backfill → manage",
        "POST /console/:org/connections/:id/delete → manage",
        "POST /console/:org/connections/:id/deliveries/:sent_id/redeliver → manage",
        "POST /console/:org/connections/:id/inbox/:message_id/retry → manage",
        "POST /console/:org/connections/:id/pause → manage",
        "POST /console/:org/connections/:id/properties → manage",
        "POST /console/:org/connections/:id/resume → manage",
        "POST /console/:org/connections/:id/rotate → manage",
        "POST /console/:org/connections/:id/start-sending → manage",
        "POST /console/:org/connections/:id/stop-sending → manage",
        "POST /console/:org/connections/:id/test → manage",
        "POST /console/:org/connections/new/aftership → manage",
        "POST /console/:org/connections/new/bigcommerce → manage",
        "POST /console/:org/connections/new/easypost → manage",
        "POST /console/:org/connections/new/shippo → manage",
        "POST /console/:org/connections/new/shopify → manage",
        "POST /console/:org/connections/new/woocommerce → manage",
        "POST /console/:org/expenses → write + money",
        "POST /console/:org/expenses/:id → write + money",
        "POST /console/:org/expenses/:id/delete → write + money",
        "POST /console/:org/files → write",
        "POST /console/:org/files/:id/delete → write",
        "POST /console/:org/files/:id/preview → write",
        "POST /console/:org/files/items/:itemId → write",
        "POST /console/:org/files/match → write",
        "POST /console/:org/files/proofs/:itemId → write",
        "POST /console/:org/first-steps/hide → write",
        "POST /console/:org/import → write",
        "POST /console/:org/import/map → write",
        "POST /console/:org/import/updates → write",
        "POST /console/:org/orders → write",
        "POST /console/:org/orders/:id → write",
        "POST /console/:org/orders/:id/clear-audit → write",
        "POST /console/:org/orders/:id/fields/:field → write",
        "POST /console/:org/orders/:id/fulfillments → write",
        "POST /console/:org/orders/:id/fulfillments/:fulfillment → write",
        "POST /console/:org/orders/:id/hold → write",
        "POST /console/:org/orders/:id/items/:itemId → write",
        "POST /console/:org/orders/:id/items/:itemId/fields/:item_field → write",
        "POST /console/:org/orders/:id/items/:itemId/hold → write",
        "POST /console/:org/orders/:id/items/:itemId/release → write",
        "POST /console/:org/orders/:id/items/:itemId/remove → write",
        "POST /console/:org/orders/:id/items/:itemId/status → write",
        "POST /console/:org/orders/:id/items/new → write",
        "POST /console/:org/orders/:id/notes → write",
        "POST /console/:org/orders/:id/refund → write",
        "POST /console/:org/orders/:id/release → write",
        "POST /console/:org/orders/:id/reprint → write",
        "POST /console/:org/orders/:id/status → write",
        "POST /console/:org/orders/bulk → write",
        "POST /console/:org/orders/bulk/undo → write",
        "POST /console/:org/orders/new → write",
        "POST /console/:org/orders/views/:id/remove → write",
        "POST /console/:org/production/:id → write",
        "POST /console/:org/production/:id/invoice → write + money",
        "POST /console/:org/production/:id/lines/:order_item_id/reject → write",
        "POST /console/:org/production/:id/links → write",
        "POST /console/:org/production/:id/links/:order_link_id/revoke → write",
        "POST /console/:org/production/proofs/:id → write",
        "POST /console/:org/production/proofs/:id/links/:proof_link_id/revoke → write",
        "POST /console/:org/production/proofs/items/:itemId → write",
        "POST /console/:org/production/proofs/send → write",
        "POST /console/:org/production/send → write",
        "POST /console/:org/products → write",
        "POST /console/:org/products/:id → write",
        "POST /console/:org/products/:id/archive → write",
        "POST /console/:org/products/:id/fields/:product_field → write",
        "POST /console/:org/settings/api-keys → manage",
        "POST /console/:org/settings/api-keys/:id → manage",
        "POST /console/:org/settings/api-keys/:id/revoke → manage",
        "POST /console/:org/settings/api-keys/:id/rotate → manage",
        "POST /console/:org/settings/api-tokens → manage",
        "POST /console/:org/settings/api-tokens/:id → manage",
        "POST /console/:org/settings/api-tokens/:id/revoke → manage",
        "POST /console/:org/settings/api-tokens/:id/rotate → manage",
        "POST /console/:org/settings/delete → own",
        "POST /console/:org/settings/members → manage",
        "POST /console/:org/settings/members/:user_id → manage",
        "POST /console/:org/settings/members/:user_id/link → manage",
        "POST /console/:org/settings/members/:user_id/remove → manage",
        "POST /console/:org/settings/members/:user_id/second-factor → manage",
        "POST /console/:org/settings/members/invitations/:id/link → manage",
        "POST /console/:org/settings/members/invitations/:id/withdraw → manage",
        "POST /console/:org/settings/organization → manage",
        "POST /console/:org/settings/personal-data/erase → own",
        "POST /console/:org/settings/personal-data/export → own",
        "POST /console/:org/settings/personal-data/retention → own",
        "POST /console/:org/settings/personal-data/search → own",
        "POST /console/:org/stores → write",
        "POST /console/:org/stores/:id → write",
        "POST /console/:org/suppliers → write",
        "POST /console/:org/suppliers/:id → write",
        "POST /console/:org/suppliers/:id/costs → write + money",
        "POST /console/:org/suppliers/:id/links → write",
        "POST /console/:org/suppliers/:id/links/:link_id/revoke → write",
        "POST /console/:org/suppliers/:id/token → manage",
        "POST /console/:org/suppliers/:id/upload → write",
        "POST /console/:org/tickets → write",
        "POST /console/:org/tickets/:id → write",
        "POST /console/:org/tickets/:id/messages → write",
        "POST /console/:org/tickets/:id/messages/:ticket_message_id/sent → write",
        "POST /console/:org/tickets/:id/template → write",
        "POST /console/:org/tickets/templates → write",
        "POST /console/:org/tickets/templates/:id → write",
        "POST /console/:org/tickets/templates/:id/delete → write",
        "POST /console/:org/webhooks → manage",
        "POST /console/:org/webhooks/:id → manage",
        "POST /console/:org/webhooks/:id/delete → manage",
        "POST /console/:org/webhooks/:id/deliveries/:delivery_id/redeliver → manage",
        "POST /console/:org/webhooks/:id/pause → manage",
        "POST /console/:org/webhooks/:id/recover → manage",
        "POST /console/:org/webhooks/:id/resume → manage",
        "POST /console/:org/webhooks/:id/rotate → manage",
        "POST /console/:org/webhooks/:id/test → manage",
      ]
    `);
  });

  it("is registered through a page or an action, except signing in and pages of no organization", async () => {
    const { routes } = await routerFor("/console/");
    const registered = routes
      .filter(({ path, method }) => !(path.endsWith("/*") && method === "ALL"))
      .map(({ method, path }) => `${method} ${path}`);
    const ours = new Set(consoleRoutes.map(({ method, path }) => `${method.toUpperCase()} /console/:org{[0-9]+}${path}`));
    expect([...new Set(registered)].filter((name) => !ours.has(name)).toSorted()).toMatchInlineSnapshot(`
      [
        "GET /console",
        "GET /console/account",
        "GET /console/assets/:file",
        "GET /console/invitation/:token",
        "GET /console/join/:token",
        "GET /console/organizations",
        "GET /console/sign-in",
        "GET /console/sign-in/openid",
        "GET /console/sign-in/openid/callback",
        "POST /console/account/name",
        "POST /console/account/password",
        "POST /console/account/second-factor",
        "POST /console/account/second-factor/off",
        "POST /console/account/second-factor/recovery-codes",
        "POST /console/account/second-factor/setup",
        "POST /console/account/sessions/end",
        "POST /console/invitation/:token",
        "POST /console/join/:token",
        "POST /console/organizations/:id/undelete",
        "POST /console/sign-in",
        "POST /console/sign-in/again",
        "POST /console/sign-in/code",
        "POST /console/sign-out",
      ]
    `);
  });
});

const isPage = ({ method }: Route) => method === "get";
const withNames = (routes: readonly Route[]) => routes.map((route) => [nameOf(route), route] as const);

it.each(withNames(consoleRoutes.filter(isPage)))("%s redirects visitors without a session to the sign-in page", async (_name, route) => {
  expect(await request(route, null)).toMatchObject({ status: 303, location: expect.stringMatching(/^\/console\/sign-in\?to=/) });
});

it.each(withNames(consoleRoutes.filter((route) => !isPage(route))))(
  "%s returns 401 to visitors without a session",
  async (_name, route) => {
    expect((await request(route, null)).status).toBe(401);
  },
);

it.each(withNames(consoleRoutes.filter((route) => MEMBERS.some((member) => missingFor(member, route) !== undefined))))(
  "%s is forbidden to each member without the permission, and if it is a page only to them",
  async (_name, route) => {
    for (const [member, visitor] of members) {
      const missing = missingFor(member, route);
      if (missing === undefined) {
        // A form of those who may send it could change something.
        if (isPage(route)) expect((await request(route, visitor)).status, member.role).not.toBe(403);
        continue;
      }
      const response = await request(route, visitor);
      const reason = missing === "money" ? "the permission to see costs" : "does not allow this";
      expect({ member, status: response.status, text: response.text }).toEqual({
        member,
        status: 403,
        text: expect.stringContaining(reason),
      });
    }
  },
);

describe.each(withNames(consoleRoutes))("%s", (_name, route) => {
  it("returns 404 to members of another organization, with the headers of every page", async () => {
    const { status, headers } = await request(route, stranger);
    expect(status).toBe(404);
    expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
    expect(headers.get("Content-Security-Policy")).not.toContain("unsafe");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cache-Control")).toBe("private, no-store");
    expect(headers.get("Referrer-Policy")).toBe("same-origin");
    expect(headers.get("X-Request-Id")).toMatch(/^req_/);
  });
});

it("rejected requests change nothing of the organization", async () => {
  expect(await everythingOf(shop.id)).toEqual(before);
});
