import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createCredential, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { filledPath, shopResponse } from "../../kit/console-forms";
import { insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { mockReceiver } from "../webhooks/consumer";
import { fillForPages } from "./filled";
import { createMember, type Page, type Visitor } from "./kit";

/** Two people change one thing at once (docs/spec/console.md#concurrent-edits). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "owner", { money: true });
});
// The shops accept the access to their APIs.
beforeEach(() => void mockReceiver((url) => shopResponse(url) ?? new Response("down", { status: 500 })));
afterEach(() => vi.restoreAllMocks());

const decodeEntities = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");

/** The fields of the form that goes to a path, as a browser would send them. */
function fieldsOf({ text }: Page, path: string): Record<string, string | string[]> {
  const [, ...forms] = text.split(`action="/console/${shop.id}${path}"`);
  const form = forms.map((part) => part.split("</form>", 1)[0] ?? "").find((part) => part.includes('name="opened_values"')) ?? "";
  const fields: Record<string, string | string[]> = {};
  const add = (name: string, value: string) => {
    const before = fields[name];
    fields[name] = before === undefined ? value : [before, value].flat();
  };
  for (const [tag] of form.matchAll(/<input [^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(tag)?.[1];
    const isOff = /type="checkbox"/.test(tag) && !/ checked/.test(tag);
    if (name !== undefined && !isOff) add(name, decodeEntities(/value="([^"]*)"/.exec(tag)?.[1] ?? "on"));
  }
  for (const [, name = "", value = ""] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    add(name, decodeEntities(value));
  for (const [, name = "", options = ""] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
    add(name, decodeEntities(chosen?.[1] ?? ""));
  }
  expect(fields).toMatchObject({ expected_version: expect.any(String) });
  return fields;
}

type Fields = Record<string, string | string[]>;

interface Case {
  page: string;
  to: string;
  /** What the first person changes in the same field as the second one. */
  theirs: Fields;
  /** What the first person changes in another field. Null: the form has one field. */
  other: Fields | null;
  /** What the second person changes. */
  mine: Fields;
  /** What the second person reads of the value of the first one. Default: that value. */
  shown?: string;
  stored: () => Promise<Record<string, unknown>>;
  /** The column that is changed, and the values that it then has. Default: the name of the field, and the values that are sent. */
  column?: string;
  written?: (fields: Fields) => unknown;
}

const row = async (table: string, id: unknown) => (await rows(`select * from ${table} where id = ?`, id))[0] ?? {};

/** The forms of the console that show stored values, by their routes. */
const CASES: Record<string, () => Promise<Case>> = {
  "/orders/:id": async () => {
    const { id } = await ingestOrder(shop, { customer_name: "Ann", is_gift: true, metadata: { a: "1", b: "2" }, tags: ["x", "y"] });
    const stored = async () => await row("orders", id);
    const change = { theirs: { customer_name: "Theirs" }, other: { assignee: "Theirs" }, mine: { customer_name: "Mine" } };
    return { page: `/orders/${id}/edit`, to: `/orders/${id}`, ...change, stored };
  },
  "/orders/:id/items/:itemId": async () => {
    const { id, items } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5, sku: "A" }] });
    const path = `/orders/${id}/items/${items[0].id}`;
    const stored = async () => await row("order_items", items[0].id);
    return {
      page: `${path}/edit`,
      to: path,
      theirs: { sku: "THEIRS" },
      other: { assigned_supplier: "Theirs" },
      mine: { sku: "MINE" },
      stored,
    };
  },
  "/orders/:id/items/:itemId/fields/:item_field": async () => {
    const { id, items } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5, size: "L", color: "Red" }] });
    const path = `/orders/${id}/items/${items[0].id}`;
    const stored = async () => await row("order_items", items[0].id);
    const change = { theirs: { size: "Theirs" }, other: { color: "Theirs" }, mine: { size: "Mine" } };
    return { page: path, to: `${path}/fields/variation`, ...change, stored };
  },
  "/orders/:id/fulfillments/:fulfillment": async () => {
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5 }] });
    const body = { carrier: "DHL", tracking_number: "OLD" };
    const fulfillment = (await shop.v2(`/orders/${id}/fulfillments`, { body, headers: idempotencyKey() })).body;
    const stored = async () => await row("fulfillments", fulfillment.id);
    const change = { theirs: { tracking_number: "THEIRS" }, other: { carrier: "UPS" }, mine: { tracking_number: "MINE" } };
    return { page: `/orders/${id}`, to: `/orders/${id}/fulfillments/${fulfillment.id}`, ...change, stored };
  },
  "/orders/:id/fields/:field": async () => {
    const { id } = await ingestOrder(shop, { ship_name: "Ann", ship_city: "Bath" });
    const stored = async () => await row("orders", id);
    const change = { theirs: { ship_city: "Theirs" }, other: { ship_name: "Theirs" }, mine: { ship_city: "Mine" } };
    return { page: `/orders/${id}`, to: `/orders/${id}/fields/shipping-address`, ...change, stored };
  },
  "/tickets/templates/:id": async () => {
    const name = unique("Template");
    const { location } = await member.send("/tickets/templates", { name, body: "Hello" });
    expect(location).toContain("done=template_saved");
    const [template] = await rows<{ id: number }>("select id from ticket_templates where name = ?", name);
    const path = `/tickets/templates/${template?.id}`;
    const stored = async () => await row("ticket_templates", template?.id ?? 0);
    const [theirs, mine] = [{ name: unique("Theirs") }, { name: unique("Mine") }];
    return { page: path, to: path, theirs, other: { body: "Theirs" }, mine, stored };
  },
  "/products/:id": async () => {
    const { id } = (await shop.v1("/products", { body: { title: "Mug" }, headers: idempotencyKey() })).body.data;
    const stored = async () => await row("products", id);
    const path = `/products/${id}`;
    return { page: `${path}/edit`, to: path, theirs: { title: "Theirs" }, other: { supplier: "Theirs" }, mine: { title: "Mine" }, stored };
  },
  "/products/:id/fields/:product_field": async () => {
    const { id } = (await shop.v1("/products", { body: { title: "Mug", sku: unique("SKU") }, headers: idempotencyKey() })).body.data;
    const stored = async () => await row("products", id);
    const [theirs, mine] = [{ sku: unique("THEIRS") }, { sku: unique("MINE") }];
    return { page: `/products/${id}`, to: `/products/${id}/fields/sku`, theirs, other: { spu: "Theirs" }, mine, stored };
  },
  "/expenses/:id": async () => {
    const { id } = (await shop.v1("/expenses", { body: { category: "Rent", date: "2026-01-01", amount: 5 } })).body.data;
    const stored = async () => await row("expenses", id);
    const path = `/expenses/${id}`;
    return { page: path, to: path, theirs: { description: "Theirs" }, other: { amount: "7" }, mine: { description: "Mine" }, stored };
  },
  "/tickets/:id": async () => {
    const { id } = (await shop.v2("/tickets", { body: { subject: "Late", body: "Where?" } })).body;
    const stored = async () => await row("tickets", id);
    const change = { theirs: { subject: "Theirs" }, other: { priority: "urgent" }, mine: { subject: "Mine" } };
    return { page: `/tickets/${id}/edit`, to: `/tickets/${id}`, ...change, stored };
  },
  "/suppliers/:id": async () => {
    const { id } = (await shop.v2("/suppliers", { body: { name: `Acme ${crypto.randomUUID()}` } })).body;
    const stored = async () => await row("suppliers", id);
    const change = { theirs: { contact_name: "Theirs" }, other: { file_columns: "Qty = quantity" }, mine: { contact_name: "Mine" } };
    return { page: `/suppliers/${id}/edit`, to: `/suppliers/${id}`, ...change, stored };
  },
  "/production/:id/invoice": async () => {
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: [] } });
    const supplier = unique("Supplier");
    await shop.v2("/suppliers", { body: { name: supplier } });
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5, cost: 2, assigned_supplier: supplier }] });
    const sent = (await shop.v2("/supplier-orders", { body: { order_ids: [id] }, headers: idempotencyKey() })).body.supplier_orders[0];
    const path = `/production/${sent.id}/invoice`;
    const item: string = sent.lines[0].order_item_id;
    const stored = async () => ({
      ...(await row("supplier_orders", sent.id)),
      ...(await rows("select charged_cost from supplier_order_lines where order_item_id = ?", item))[0],
    });
    const change = { theirs: { invoice_number: "Theirs" }, other: { [`charged_cost_${item}`]: "3.25" }, mine: { invoice_number: "Mine" } };
    return { page: path, to: path, ...change, stored };
  },
  "/tickets/:id on its page": async () => {
    const { id } = (await shop.v2("/tickets", { body: { subject: "Late", body: "Where?" } })).body;
    const stored = async () => await row("tickets", id);
    const change = { theirs: { priority: "high" }, other: { status: "resolved" }, mine: { priority: "low" }, shown: "High" };
    return { page: `/tickets/${id}`, to: `/tickets/${id}`, ...change, stored };
  },
  "/webhooks/:id": async () => {
    const { id } = await insertWebhookEndpoint(shop.id);
    const stored = async () => await row("webhook_endpoints", id);
    const change = { theirs: { description: "Theirs" }, other: { url: "https://hooks.example.com/theirs" }, mine: { description: "Mine" } };
    return { page: `/webhooks/${id}/edit`, to: `/webhooks/${id}`, ...change, stored };
  },
  "/stores/:id": async () => {
    const { id } = (await shop.v2("/stores", { body: { name: unique("Store"), platform: "etsy", return_address: "1 Street" } })).body;
    const stored = async () => await row("stores", id);
    const path = `/stores/${id}`;
    const change = { theirs: { platform: "tiktok_shop" }, other: { currency: "EUR" }, mine: { platform: "ebay" }, shown: "TikTok Shop" };
    return { page: path, to: path, ...change, stored };
  },
  "/settings/organization": async () => {
    const path = "/settings/organization";
    const stored = async () => await row("organizations", shop.id);
    const change = { theirs: { name: unique("Theirs") }, other: { timezone: "Asia/Tokyo" }, mine: { name: unique("Mine") } };
    return { page: path, to: path, ...change, stored };
  },
  "/settings/members/:user_id": async () => {
    const { id } = await createMember(shop.id, "member");
    const stored = async () =>
      (await rows("select * from memberships where organization_id = ? and user_id = ?", shop.id, id))[0] ?? expect.unreachable();
    const path = `/settings/members/${id}`;
    return {
      page: path,
      to: path,
      theirs: { role: "admin" },
      other: { money: "on" },
      mine: { role: "viewer" },
      shown: "Admin",
      stored,
    };
  },
  "/settings/personal-data/retention": async () => {
    const stored = async () => (await rows("select * from retention_settings where organization_id = ?", shop.id))[0] ?? {};
    // The organization has one row of these, so each test writes other values.
    const [customer, events] = [365 + (number += 1), 1 + (number % 29)];
    const change = { theirs: { customer_days: "90" }, other: { event_days: String(events) }, mine: { customer_days: String(customer) } };
    const to = "/settings/personal-data/retention";
    return { page: "/settings/personal-data", to, ...change, stored, written: ({ customer_days }) => Number(customer_days) };
  },
  ...Object.fromEntries(
    (["api_key", "api_token"] as const).map((kind) => [
      `/settings/${kind === "api_key" ? "api-keys" : "api-tokens"}/:id`,
      async () => {
        const { id } = await createCredential(shop.id, kind);
        const path = `/settings/${kind === "api_key" ? "api-keys" : "api-tokens"}/${id}`;
        const stored = async () => await row("credentials", id);
        return { page: path, to: path, theirs: { name: "Theirs" }, other: { daily_quota: "7" }, mine: { name: "Mine" }, stored };
      },
    ]),
  ),
  "/connections/:id/api": async () => {
    const { id, stored } = await aConnection();
    const api = (name: string) => ({
      "api.shop_url": `https://${name}.example.com`,
      "api.key": "ck_another_key",
      "api.secret": "cs_another",
    });
    const change = { theirs: api("theirs"), other: null, mine: api("mine"), shown: "https://theirs.example.com" };
    const written = { column: "shop_url", written: (fields: Fields) => fields["api.shop_url"] };
    return { page: `/connections/${id}`, to: `/connections/${id}/api`, ...change, ...written, stored };
  },
  "/connections/:id/properties": async () => {
    const { id, stored } = await aConnection();
    const map = (field: string) => ({ property_field: ["metadata", field, "", ""] });
    const change = { theirs: map("size"), other: null, mine: map("color"), shown: "Engraving: metadata, Fabric: size" };
    const written = {
      column: "property_map",
      written: ({ property_field }: Fields) => expect.stringContaining(`"field":"${property_field?.[1]}"`) as unknown,
    };
    return { page: `/connections/${id}`, to: `/connections/${id}/properties`, ...change, ...written, stored };
  },
};

let number = 0;
const unique = (text: string) => `${text} ${(number += 1)}`;

async function aConnection() {
  const name = unique("Connected");
  await shop.v2("/stores", { body: { name, platform: "woocommerce" } });
  const property_map = [
    { name: "Engraving", field: "metadata", key: "engraving" },
    { name: "Fabric", field: "material" },
  ];
  const api = { shop_url: "https://shop.example.com", key: "ck_0123456789abcdef", secret: "cs_0123456789abcdef" };
  const { id } = (await shop.v2("/connections", { body: { platform: "woocommerce", store: name, api, property_map } })).body;
  return { id: String(id), stored: async () => await row("connections", id) };
}

/** A row without the columns that every change sets. */
const withoutBookkeeping = ({ version: _v, updated_at: _u, source_hash: _h, event_sequence: _e, ...others }: Record<string, unknown>) =>
  others;

const columnOf = ({ mine, column = Object.keys(mine)[0] ?? "" }: Case) => column;
const writtenOf = ({ mine, written = (fields) => Object.values(fields)[0] }: Case) => written(mine);
/** The two pages that two people open. Here one member opens both: what counts is the version that a page shows, not who opens it. */
const openTwice = async ({ page, to }: Case) => [fieldsOf(await member.open(page), to), fieldsOf(await member.open(page), to)] as const;

describe.each(Object.entries(CASES))("the form of %s", (_name, createCase) => {
  it("keeps what somebody else has changed in other fields", { tags: "long" }, async () => {
    const change = await createCase();
    const { to, other, mine, stored } = change;
    if (other === null) return;
    const [first, second] = await openTwice(change);
    const initial = await stored();
    expect((await member.send(to, { ...first, ...other })).status).toBe(303);
    const theirs = await stored();
    expect(withoutBookkeeping(theirs)).not.toEqual(withoutBookkeeping(initial));
    const sent = await member.send(to, { ...second, ...mine });
    expect(sent.status).toBe(303);
    const column = columnOf(change);
    const { [column]: changed, ...rest } = withoutBookkeeping(await stored());
    const { [column]: _before, ...before } = withoutBookkeeping(theirs);
    // Without columns that are computed from the changed one.
    const keys = Object.keys(before).filter(
      (key) => !/^(?:customer_name|sku|title|name|tracking_number)_/.test(key) && key !== "text_bytes",
    );
    expect({ changed, rest: Object.fromEntries(keys.map((key) => [key, rest[key]])) }).toEqual({
      changed: writtenOf(change),
      rest: Object.fromEntries(keys.map((key) => [key, before[key]])),
    });
  });

  it("shows both values of a field that both have changed, and replaces it only when it is saved again", async () => {
    const change = await createCase();
    const { to, theirs, mine, stored, shown = Object.values(theirs)[0] } = change;
    const [first, second] = await openTwice(change);
    expect((await member.send(to, { ...first, ...theirs })).status).toBe(303);
    const before = await stored();
    const conflict = await member.send(to, { ...second, ...mine });
    expect({ status: conflict.status, stored: await stored() }).toEqual({ status: 412, stored: before });
    expect(conflict.text).toContain(`Somebody else has changed this to “${String(shown)}”. Save again to replace it with yours.`);
    // A script removes the errors of forms without this attribute when their fields change.
    expect(conflict.text.match(/<form [^>]*data-keeps-errors/g)).toHaveLength(1);
    const again = fieldsOf(conflict, to);
    // A page never shows a secret again, so it is typed again.
    const names = Object.keys(mine).filter((name) => name !== "api.secret");
    expect(names.map((name) => again[name])).toEqual(names.map((name) => mine[name]));
    expect(
      (await member.send(to, { ...again, ...(mine["api.secret"] !== undefined && { "api.secret": mine["api.secret"] }) })).status,
    ).toBe(303);
    expect((await stored())[columnOf(change)]).toEqual(writtenOf(change));
  });

  it("asks again if the field was changed once more", { tags: "long" }, async () => {
    const change = await createCase();
    const { to, theirs, mine, stored } = change;
    const [first, second] = await openTwice(change);
    await member.send(to, { ...first, ...theirs });
    const again = fieldsOf(await member.send(to, { ...second, ...mine }), to);
    const [third] = await openTwice(change);
    expect((await member.send(to, { ...third, ...mine, ...thirdValue(change) })).status).toBe(303);
    const before = await stored();
    const secret = mine["api.secret"] === undefined ? {} : { "api.secret": mine["api.secret"] };
    expect({ status: (await member.send(to, { ...again, ...secret })).status, stored: await stored() }).toEqual({
      status: 412,
      stored: before,
    });
  });
});

/** Another value of the field that both have changed. */
function thirdValue({ to, mine }: Case): Fields {
  const [name = "", value = ""] = Object.entries(mine)[0] ?? [];
  const others: Fields = {
    priority: "urgent",
    platform: "wix",
    role: "owner",
    customer_days: "33",
    "api.shop_url": "https://third.example.com",
  };
  if (to.endsWith("/properties")) return { property_field: ["metadata", "material", "", ""] };
  return { [name]: others[name] ?? `${String(value)} 3` };
}

describe("the rows of metadata", () => {
  it(
    "are merged as one: what only somebody else has changed stays, and what both have changed is asked about",
    { tags: "long" },
    async () => {
      const { id } = await ingestOrder(shop, { metadata: { a: "1", b: "2" } });
      const [page, to] = [`/orders/${id}/edit`, `/orders/${id}`];
      const opened = fieldsOf(await member.open(page), to);
      await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata: { a: "theirs" } } });
      expect((await member.send(to, { ...opened, assignee: "Mine" })).status).toBe(303);
      expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ assignee: "Mine", metadata: { a: "theirs", b: "2" } });
      const mine = fieldsOf(await member.open(page), to);
      await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata: { a: "theirs again" } } });
      const conflict = await member.send(to, { ...mine, metadata_value: ["mine", "2", "", "", ""] });
      expect({ status: conflict.status, text: conflict.text }).toEqual({ status: 412, text: expect.stringContaining("theirs again") });
    },
  );
});

/** Forms that show something already filled in that is no stored value, and why. */
const NOT_STORED: Record<string, string> = {
  "/connections/:id/rotate": "for how long the previous secret is accepted",
  "/expenses": "the defaults of a new expense",
  "/orders/:id/reprint": "the number of the reprint",
  "/production/:id/links": "for how long a new link works",
  "/settings/members": "the role of a new member",
  "/stores": "the defaults of a new store",
  "/suppliers": "the defaults of a new supplier",
  "/suppliers/:id/links": "for how long a new link works",
  "/suppliers/:id/token": "the name of a new token",
  "/tickets": "the defaults of a new ticket",
  "/webhooks": "the usual events",
  "/webhooks/:id/recover": "the usual statuses",
  "/webhooks/:id/rotate": "for how long the previous secret signs too",
};

/** Forms that decide something about what the page shows, so that any other change of it is asked about. */
const DECISIONS: Record<string, string> = {
  "/orders/:id/fulfillments": "what is left to ship, as the page shows it",
  "/orders/:id/items/:itemId/status": "the status follows from the item as the page shows it",
};

describe("every form of the console", () => {
  it("that shows stored values is merged, and in one of the lists above", { tags: "long" }, async () => {
    const filled = await createShop();
    const owner = await createMember(filled.id, "owner", { money: true });
    const ids = await fillForPages(filled, (field) => `a ${field}`);
    const found = new Map<string, boolean>();
    for (const route of consoleRoutes.filter(({ method }) => method === "get")) {
      const { text, headers } = await owner.open(filledPath(route, ids));
      if (headers.get("Content-Type")?.startsWith("text/html") !== true) continue;
      for (const form of text.matchAll(/<form method="post" action="\/console\/\d+([^"?]+)[^>]*>(.*?)<\/form>/gs)) {
        const [, path = "", content = ""] = form;
        const name = consoleRoutes.find((each) => each.method === "post" && patternOf(each.path).test(path))?.path ?? path;
        if (isFilledIn(content)) found.set(name, (found.get(name) ?? true) && content.includes('name="opened_values"'));
      }
    }
    const merged = [...found].filter(([, isMerged]) => isMerged).map(([name]) => name);
    const others = [...found].filter(([, isMerged]) => !isMerged).map(([name]) => name);
    expect(others.toSorted()).toEqual(Object.keys(NOT_STORED).toSorted());
    const routes = new Set(Object.keys(CASES).map((name) => name.split(" ", 1)[0]));
    expect(merged.filter((name) => !routes.has(name)).toSorted()).toEqual(Object.keys(DECISIONS).toSorted());
    // The action of each can render the current values.
    const actions = consoleRoutes.filter((route) => route.method === "post" && routes.has(route.path));
    expect(actions.filter((route) => !("renderCurrent" in route) || route.renderCurrent === undefined).map(({ path }) => path)).toEqual([]);
  });
});

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, "[^/]+")}$`);

/** Whether a form shows a value in a field that people can see. */
function isFilledIn(content: string): boolean {
  const inputs = [...content.matchAll(/<input [^>]*>/g)].map(([tag]) => tag).filter((tag) => !tag.includes('type="hidden"'));
  const hasInput = inputs.some((tag) => (tag.includes('type="checkbox"') ? / checked/.test(tag) : /value="[^"]+"/.test(tag)));
  return hasInput || /<textarea [^>]*>[^<\s]/.test(content) || /<option value="[^"]+" selected/.test(content);
}
