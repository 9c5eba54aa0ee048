import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { applyRetention } from "../../../src/tenants/personal-data/retention";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { operate } from "../access/kit";
import { createMember } from "../console/kit";
import { inDatabase } from "../databases/in-database";

/** Retention settings (docs/spec/personal-data.md#retention). */

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const inDays = (days: number) => void vi.setSystemTime(Date.now() + days * DAY_MS);
const customerOf = async (shop: Shop, id: number) => (await shop.v2(`/orders/${id}`)).body.customer_name;

it.each([0, 1])("the customer of a closed order is erased after its retention, in database %i", async (database) => {
  const shop = await createShop({ database });
  const settings = { customer_days: 10, event_days: null };
  expect(await operate("PUT", `${shop.id}/retention`, settings)).toMatchObject({ status: 200, body: settings });
  const orders = ["closed", "open", "late"].map((external_id) => ingestOrder(shop, { external_id, customer_name: "Ann Lee" }));
  const [closed, open, late] = (await Promise.all(orders)).map(({ id }) => id as number) as [number, number, number];
  await shop.v1(`/orders/${closed}/notes`, { body: { content: "Ann Lee called" }, headers: { "Idempotency-Key": "note" } });
  const cancel = async (id: number) => await shop.v2(`/orders/${id}/status`, { body: { status: "Cancelled", reason: "none" } });
  await cancel(closed);
  inDays(9);
  await applyRetention(env, Date.now());
  expect(await customerOf(shop, closed)).toBe("Ann Lee");
  inDays(2);
  await applyRetention(env, Date.now());
  const notes = await inDatabase<{ text: string }>(database, "select text from order_notes where order_id = ?", closed);
  expect({ closed: await customerOf(shop, closed), open: await customerOf(shop, open), notes }).toEqual({
    closed: null,
    open: "Ann Lee",
    notes: [{ text: "[erased]" }],
  });
  await cancel(late);
  await applyRetention(env, Date.now());
  expect(await customerOf(shop, late)).toBe("Ann Lee");
  inDays(11);
  await applyRetention(env, Date.now());
  expect({ late: await customerOf(shop, late), open: await customerOf(shop, open) }).toEqual({ late: null, open: "Ann Lee" });
});

it("a shorter retention also applies to orders that were closed before it was set, and an organization without one keeps its data", async () => {
  const [shop, other] = [await createShop(), await createShop()];
  const [order, kept] = [await ingestOrder(shop, { customer_name: "Ann Lee" }), await ingestOrder(other, { customer_name: "Ann Lee" })];
  for (const [owner, { id }] of [
    [shop, order],
    [other, kept],
  ] as const) {
    await owner.v2(`/orders/${id}/status`, { body: { status: "Cancelled", reason: "none" } });
  }
  await operate("PUT", `${shop.id}/retention`, { customer_days: 100, event_days: null });
  inDays(50);
  await applyRetention(env, Date.now());
  expect(await customerOf(shop, order.id)).toBe("Ann Lee");
  await operate("PUT", `${shop.id}/retention`, { customer_days: 10, event_days: null });
  await applyRetention(env, Date.now());
  expect({ own: await customerOf(shop, order.id), other: await customerOf(other, kept.id) }).toEqual({ own: null, other: "Ann Lee" });
});

it("events are deleted after their retention, and the feed reports the gap", async () => {
  const shop = await createShop();
  await ingestOrder(shop, { external_id: "1" });
  const first = (await shop.v2("/events?limit=1")).body;
  await ingestOrder(shop, { external_id: "2" });
  await operate("PUT", `${shop.id}/retention`, { customer_days: null, event_days: 3 });
  inDays(4);
  await ingestOrder(shop, { external_id: "3" });
  await applyRetention(env, Date.now());
  expect(await rows("select count(*) as n from events where organization_id = ?", shop.id)).toEqual([{ n: 1 }]);
  expect((await shop.v2(`/events?cursor=${encodeURIComponent(first.next_cursor)}`)).status).toBe(410);
});

it("an owner changes the retention in the console, with an entry in the audit log", async () => {
  const shop = await createShop();
  const owner = await createMember(shop.id, "owner");
  const path = "/settings/personal-data";
  expect((await owner.send(`${path}/retention`, { customer_days: "365", event_days: "" })).location).toContain("done=retention_saved");
  expect((await operate("GET", `${shop.id}/retention`)).body).toEqual({ customer_days: 365, event_days: null });
  const { text } = await owner.open(path);
  expect(text).toContain('value="365"');
  expect(text).toMatch(/data-confirm="Save how long data is kept\?[^"]*This cannot be undone\."/);
  expect((await owner.open("/settings/audit-log")).text).toContain("customer days");
  for (const form of [
    { customer_days: "0", event_days: "" },
    { customer_days: "", event_days: "31" },
  ]) {
    expect((await owner.send(`${path}/retention`, form)).status).toBe(400);
  }
  const admin = await createMember(shop.id, "admin");
  expect((await admin.send(`${path}/retention`, { customer_days: "1", event_days: "" })).status).toBe(403);
});

it("a retention that is not a whole number of days, or too long for events, is rejected with the name of the field", async () => {
  const shop = await createShop();
  for (const [field, value] of [
    ["customer_days", 0],
    ["customer_days", 1.5],
    ["event_days", 31],
  ] as const) {
    const { status, body } = await operate("PUT", `${shop.id}/retention`, { customer_days: null, event_days: null, [field]: value });
    expect({ status, path: body.error.details[0].path }).toEqual({ status: 400, path: field });
  }
});
