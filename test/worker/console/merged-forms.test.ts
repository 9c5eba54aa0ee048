import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { anEndpoint } from "../../kit/webhook-fixture";
import { createMember, type Page, type Visitor } from "./kit";

/** Two people change one thing at once (docs/spec/console.md#concurrent-edits). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "admin", true);
});

const decoded = (text: string) =>
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
    if (name !== undefined && !isOff) add(name, decoded(/value="([^"]*)"/.exec(tag)?.[1] ?? "on"));
  }
  for (const [, name = "", value = ""] of form.matchAll(/<textarea [^>]*name="([^"]*)"[^>]*>([^<]*)<\/textarea>/g))
    add(name, decoded(value));
  for (const [, name = "", options = ""] of form.matchAll(/<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)) {
    const chosen = /<option value="([^"]*)" selected/.exec(options) ?? /<option value="([^"]*)"/.exec(options);
    add(name, decoded(chosen?.[1] ?? ""));
  }
  expect(fields).toMatchObject({ expected_version: expect.any(String) });
  return fields;
}

interface Case {
  page: string;
  to: string;
  /** What the first person changes, in another field and in the same field as the second one. */
  theirs: Record<string, string>;
  other: Record<string, string>;
  mine: Record<string, string>;
  stored: () => Promise<Record<string, unknown>>;
}

const row = async (table: string, id: unknown) => (await rows(`select * from ${table} where id = ?`, id))[0] ?? {};

const CASES: Record<string, () => Promise<Case>> = {
  order: async () => {
    const { id } = await ingestOrder(shop, { customer_name: "Ann", is_gift: true, metadata: { a: "1", b: "2" }, tags: ["x", "y"] });
    const stored = async () => await row("orders", id);
    const change = { theirs: { customer_name: "Theirs" }, other: { assignee: "Theirs" }, mine: { customer_name: "Mine" } };
    return { page: `/orders/${id}/edit`, to: `/orders/${id}`, ...change, stored };
  },
  item: async () => {
    const { id, items } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5, sku: "A" }] });
    const path = `/orders/${id}/items/${items[0].id}`;
    const stored = async () => await row("order_items", items[0].id);
    return { page: path, to: path, theirs: { sku: "THEIRS" }, other: { assigned_supplier: "Theirs" }, mine: { sku: "MINE" }, stored };
  },
  product: async () => {
    const { id } = (await shop.v1("/products", { body: { title: "Mug" }, headers: idempotencyKey() })).body.data;
    const stored = async () => await row("products", id);
    const path = `/products/${id}`;
    return { page: path, to: path, theirs: { title: "Theirs" }, other: { supplier: "Theirs" }, mine: { title: "Mine" }, stored };
  },
  expense: async () => {
    const { id } = (await shop.v1("/expenses", { body: { category: "Rent", date: "2026-01-01", amount: 5 } })).body.data;
    const stored = async () => await row("expenses", id);
    const path = `/expenses/${id}`;
    return { page: path, to: path, theirs: { description: "Theirs" }, other: { amount: "7" }, mine: { description: "Mine" }, stored };
  },
  ticket: async () => {
    const { id } = (await shop.v2("/tickets", { body: { subject: "Late", body: "Where?" } })).body;
    const stored = async () => await row("tickets", id);
    const change = { theirs: { subject: "Theirs" }, other: { priority: "urgent" }, mine: { subject: "Mine" } };
    return { page: `/tickets/${id}/edit`, to: `/tickets/${id}`, ...change, stored };
  },
  supplier: async () => {
    const { id } = (await shop.v2("/suppliers", { body: { name: `Acme ${crypto.randomUUID()}` } })).body;
    const stored = async () => await row("suppliers", id);
    const change = { theirs: { contact_name: "Theirs" }, other: { file_columns: "Qty = quantity" }, mine: { contact_name: "Mine" } };
    return { page: `/suppliers/${id}/edit`, to: `/suppliers/${id}`, ...change, stored };
  },
  webhook: async () => {
    const { id } = await anEndpoint(shop.id);
    const stored = async () => await row("webhook_endpoints", id);
    const change = { theirs: { description: "Theirs" }, other: { url: "https://hooks.example.com/theirs" }, mine: { description: "Mine" } };
    return { page: `/webhooks/${id}/edit`, to: `/webhooks/${id}`, ...change, stored };
  },
};

/** The values that the changed fields have before and after, without those that every change sets. */
const without = ({ version: _v, updated_at: _u, source_hash: _h, event_sequence: _e, ...others }: Record<string, unknown>) => others;

describe.each(Object.entries(CASES))("the form of one %s", (_name, make) => {
  it("keeps what somebody else has changed in other fields", async () => {
    const { page, to, other, mine, stored } = await make();
    const [first, second] = [fieldsOf(await member.open(page), to), fieldsOf(await member.open(page), to)];
    expect((await member.send(to, { ...first, ...other })).status).toBe(303);
    const theirs = await stored();
    const sent = await member.send(to, { ...second, ...mine });
    expect(sent.status).toBe(303);
    const [column = ""] = Object.keys(mine);
    const { [column]: changed, ...rest } = without(await stored());
    const { [column]: _before, ...before } = without(theirs);
    const keys = Object.keys(before).filter((key) => !/^(?:customer_name|sku|title)_/.test(key) && key !== "text_bytes");
    expect([changed, Object.fromEntries(keys.map((key) => [key, rest[key]]))]).toEqual([
      mine[column],
      Object.fromEntries(keys.map((key) => [key, before[key]])),
    ]);
  });

  it("shows both values of a field that both have changed, and replaces it only when it is saved again", async () => {
    const { page, to, theirs, mine, stored } = await make();
    const [first, second] = [fieldsOf(await member.open(page), to), fieldsOf(await member.open(page), to)];
    expect((await member.send(to, { ...first, ...theirs })).status).toBe(303);
    const before = await stored();
    const asked = await member.send(to, { ...second, ...mine });
    expect([asked.status, await stored()]).toEqual([412, before]);
    const [column, text] = Object.entries(mine)[0] ?? ["", ""];
    expect(asked.text).toContain(`Somebody else has changed this to “${theirs[column]}”. Save again to replace it with yours.`);
    const again = fieldsOf(asked, to);
    expect(again[column]).toBe(text);
    expect((await member.send(to, again)).status).toBe(303);
    expect((await stored())[column]).toBe(text);
  });
});

describe("the rows of metadata", () => {
  it("are merged as one: what only somebody else has changed stays, and what both have changed is asked about", async () => {
    const { id } = await ingestOrder(shop, { metadata: { a: "1", b: "2" } });
    const [page, to] = [`/orders/${id}/edit`, `/orders/${id}`];
    const opened = fieldsOf(await member.open(page), to);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata: { a: "theirs" } } });
    expect((await member.send(to, { ...opened, assignee: "Mine" })).status).toBe(303);
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ assignee: "Mine", metadata: { a: "theirs", b: "2" } });
    const mine = fieldsOf(await member.open(page), to);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { metadata: { a: "theirs again" } } });
    const asked = await member.send(to, { ...mine, metadata_value: ["mine", "2", "", "", ""] });
    expect([asked.status, asked.text.includes("theirs again")]).toEqual([412, true]);
  });
});
