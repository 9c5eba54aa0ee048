import { env } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, createShop, idempotencyKey, directoryRows, rows, type Shop, ingestOrder } from "../../kit/client";
import { insertWebhookEndpoint } from "../../kit/webhook-fixture";
import { createMember, type Page, type Visitor } from "./kit";

type Form = Parameters<Visitor["send"]>[1];

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
});

/** A hidden field of the form that is sent to this path; null if the page has no such form, or the form no such field. */
function hiddenIn({ text }: Page, path: string, name: string): string | null {
  const form = text.split(`action="/console/${shop.id}${path}"`)[1]?.split("</form>")[0] ?? "";
  const value = new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(form)?.[1];
  return value?.replaceAll("&quot;", '"') ?? null;
}

/** A form with valid input, with invalid input, and with a concurrent change of the same resource. */
interface Case {
  /** The page of the form, and the path that it is sent to. */
  page: string;
  to: string;
  good: Form;
  bad: Form;
  /** The concurrent change, and the stored resource after it. */
  meanwhile: () => Promise<unknown>;
  stored: () => Promise<unknown>;
}

const patch = async (path: string, body: object) => await shop.v2(path, { method: "PATCH", body });
const ITEM = { name: "Mug", price: 5, quantity: 1 };
const TICKET = { subject: "Late", body: "Where?", status: "open", priority: "normal" };

async function anItem(): Promise<{ order: number; item: number; stored: Case["stored"] }> {
  const { id, items } = await ingestOrder(shop, { items: [ITEM] });
  return { order: id, item: items[0].id, stored: async () => await rows("select * from order_items where id = ?", items[0].id) };
}

const CASES: Record<string, () => Promise<Case>> = {
  order: async () => {
    const { id } = await ingestOrder(shop);
    return {
      page: `/orders/${id}/edit`,
      to: `/orders/${id}`,
      good: { customer_name: "Mine" },
      bad: { customer_name: "Mine", number: "n".repeat(256) },
      meanwhile: async () => await patch(`/orders/${id}`, { customer_name: "Theirs" }),
      stored: async () => await rows("select * from orders where id = ?", id),
    };
  },
  "order's status": async () => {
    const { id } = await ingestOrder(shop);
    return {
      page: `/orders/${id}`,
      to: `/orders/${id}/status`,
      good: { status: "Cancelled", reason: "Mine" },
      bad: { status: "Cancelled", reason: " " },
      meanwhile: async () => await patch(`/orders/${id}`, { customer_name: "Theirs" }),
      stored: async () => await rows("select * from orders where id = ?", id),
    };
  },
  item: async () => {
    const { order, item, stored } = await anItem();
    const path = `/orders/${order}/items/${item}`;
    const meanwhile = async () => await patch(`/order-items/${item}`, { sku: "THEIRS" });
    return { page: `${path}/edit`, to: path, good: { name: "Mug", sku: "" }, bad: { name: "Mug", cost: "x" }, meanwhile, stored };
  },
  "quantity of an item": async () => {
    const { order, item, stored } = await anItem();
    const path = `/orders/${order}/items/${item}`;
    const meanwhile = async () => await patch(`/order-items/${item}`, { quantity: 7 });
    const good = { name: "Mug", quantity: "2", price: "4.5" };
    return { page: `${path}/edit`, to: path, good, bad: { ...good, quantity: "0" }, meanwhile, stored };
  },
  "item's status": async () => {
    const { order, item, stored } = await anItem();
    const page = `/orders/${order}/items/${item}`;
    const meanwhile = async () => await shop.v2(`/order-items/${item}/status`, { body: { status: "Shipped" } });
    const bad = { status: "On Hold", custom_status: "x".repeat(65) };
    return { page, to: `${page}/status`, good: { status: "On Hold", custom_status: "" }, bad, meanwhile, stored };
  },
  product: async () => {
    const { id } = (await shop.v1("/products", { body: { title: "Mug" }, headers: idempotencyKey() })).body.data;
    const path = `/products/${id}`;
    const meanwhile = async () => await shop.v1(path, { method: "PUT", body: { title: "Theirs" }, headers: idempotencyKey() });
    const good = { title: "Mine", price: "1" };
    const stored = async () => await rows("select * from products where id = ?", id);
    return { page: `${path}/edit`, to: path, good, bad: { ...good, title: " " }, meanwhile, stored };
  },
  expense: async () => {
    const { id } = (await shop.v1("/expenses", { body: { category: "Rent", date: "2026-01-01", amount: 5 } })).body.data;
    const path = `/expenses/${id}`;
    const good = { category: "Rent", date: "2026-01-01", amount: "6", currency: "USD" };
    const meanwhile = async () => await shop.v1(path, { method: "PUT", body: { description: "Theirs" } });
    const stored = async () => await rows("select * from expenses where id = ?", id);
    return { page: path, to: path, good, bad: { ...good, amount: "x" }, meanwhile, stored };
  },
  ticket: async () => {
    const { id } = (await shop.v2("/tickets", { body: TICKET })).body;
    const path = `/tickets/${id}`;
    const meanwhile = async () => await patch(path, { priority: "urgent" });
    const stored = async () => await rows("select * from tickets where id = ?", id);
    return { page: `${path}/edit`, to: path, good: TICKET, bad: { ...TICKET, subject: " " }, meanwhile, stored };
  },
  "ticket's quick panel": async () => {
    const { id } = (await shop.v2("/tickets", { body: TICKET })).body;
    const path = `/tickets/${id}`;
    const good = { status: "resolved", priority: "normal" };
    const meanwhile = async () => await patch(path, { priority: "urgent" });
    const stored = async () => await rows("select * from tickets where id = ?", id);
    return { page: path, to: path, good, bad: { ...good, status: "gone" }, meanwhile, stored };
  },
  endpoint: async () => {
    const { id } = await insertWebhookEndpoint(shop.id);
    const good = { url: "https://hooks.example.com/mine", events: "order.created", description: "" };
    return {
      page: `/webhooks/${id}/edit`,
      to: `/webhooks/${id}`,
      good,
      bad: { ...good, url: "http://10.0.0.1/" },
      meanwhile: async () => await patch(`/webhooks/${id}`, { description: "Theirs" }),
      stored: async () => await rows("select * from webhook_endpoints where id = ?", id),
    };
  },
  store: async () => {
    const { id } = (await shop.v2("/stores", { body: { name: "Begun", platform: "etsy", currency: "USD" } })).body;
    const path = `/stores/${id}`;
    const good = { name: "Begun", code: "", platform: "etsy", type: "", currency: "USD", is_active: "on" };
    const meanwhile = async () => await patch(path, { currency: "EUR", is_active: false, type: "social" });
    const stored = async () => await rows("select * from stores where id = ?", id);
    return { page: path, to: path, good, bad: { ...good, code: "c".repeat(65) }, meanwhile, stored };
  },
  organization: async () => {
    const path = "/settings/organization";
    const good = { name: "Mine", currency: "USD", timezone: "UTC", roll_up_status: "on" };
    const meanwhile = async () => await admin.send(path, { ...good, name: "Theirs", timezone: "Asia/Tokyo" });
    const stored = async () => await rows("select * from organizations where id = ?", shop.id);
    return { page: path, to: path, good, bad: { ...good, name: " " }, meanwhile, stored };
  },
  credential: async () => {
    const { id } = await createCredential(shop.id, "api_token", { scopes: ["orders:read", "stores:read"] });
    const path = `/settings/api-tokens/${id}`;
    const good = { name: "Mine", scopes: ["orders:read", "stores:read"], expires_on: "", rate_limit: "", daily_quota: "", allowed_ips: "" };
    const meanwhile = async () => await admin.send(path, { ...good, name: "Robot", scopes: "stores:read" });
    const stored = async () => await rows("select * from credentials where id = ?", id);
    return { page: path, to: path, good, bad: { ...good, name: " " }, meanwhile, stored };
  },
};

describe("a concurrent change is not overwritten", () => {
  it.each(Object.keys(CASES))("by %s, also after the form was rejected once", async (name) => {
    const { page, to, good, bad, meanwhile, stored } = (await CASES[name]?.()) ?? expect.unreachable();
    const hasCounter = name !== "store" && name !== "organization";
    const opened = hiddenIn(await admin.open(page), to, "expected_version") ?? "";
    await meanwhile();
    const theirs = await stored();
    const current = hiddenIn(await admin.open(page), to, "expected_version") ?? "";
    // A resource without a counter has a digest of its values as its version.
    expect([opened, current]).toEqual(
      hasCounter ? ["1", "2"] : [expect.stringMatching(/^\d{1,15}$/), expect.not.stringMatching(`^${opened}$`)],
    );
    const rejected = await admin.send(to, { ...bad, expected_version: opened });
    expect({ status: rejected.status, hidden: hiddenIn(rejected, to, "expected_version") }).toEqual({ status: 400, hidden: opened });
    const late = await admin.send(to, { ...good, expected_version: opened });
    expect({ status: late.status, hidden: hiddenIn(late, to, "expected_version"), stored: await stored() }).toEqual({
      status: 412,
      hidden: current,
      stored: theirs,
    });
    // Somebody who has seen the conflict can overwrite it, also after invalid input.
    const rejectedAgain = await admin.send(to, { ...bad, expected_version: current });
    expect({ status: rejectedAgain.status, hidden: hiddenIn(rejectedAgain, to, "expected_version") }).toEqual({
      status: 400,
      hidden: current,
    });
    expect((await admin.send(to, { ...good, expected_version: current })).status).toBe(303);
    expect(await stored()).not.toEqual(theirs);
  });
});

it("saving a credential without changes keeps its version, does not notify the gate and adds no audit entry", async () => {
  const { id } = await createCredential(shop.id, "api_token", { name: "Same", scopes: ["stores:read", "orders:read"] });
  const state = async () => [
    await rows("select * from credentials where id = ?", id),
    await directoryRows("select count(*) as n from audit_log where organization_id = ?", shop.id),
    await runInDurableObject(env.GATE.getByName(`credential:${id}`), (_gate: object, { storage }) => storage.kv.get("version") ?? null),
  ];
  const before = await state();
  // Its stored values.
  const form = { name: "Same", expires_on: "", rate_limit: "100000", daily_quota: "", allowed_ips: "", expected_version: "1" };
  const path = `/settings/api-tokens/${id}`;
  expect((await admin.send(path, { ...form, scopes: ["orders:read", "stores:read"] })).status).toBe(303);
  expect(await state()).toEqual(before);
  expect((await admin.send(path, { ...form, scopes: ["orders:read", "tickets:read"] })).status).toBe(303);
  expect((await state())[2]).toBe(2);
});
