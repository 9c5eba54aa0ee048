import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createShop, directoryRows, rows, type Shop, ingestOrder } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let admin: Visitor;
beforeAll(async () => {
  shop = await createShop({ name: "Shop", currency: "USD", timezone: "UTC" });
  admin = await createMember(shop.id, "admin");
});
afterEach(() => void vi.useRealTimers());

const FORM = { name: "Shop", currency: "USD", timezone: "UTC", roll_up_status: "on" };

const readSettings = async (organizationId: number) =>
  (await rows("select name, currency, timezone, roll_up_status from organizations where id = ?", organizationId))[0];

describe("an organization's settings", () => {
  it("apply to the console immediately, to integrations within a minute, and do not change existing orders", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const currencyOfNewStore = async (name: string) => (await shop.v2("/stores", { body: { name, platform: "etsy" } })).body.currency;
    const order = await ingestOrder(shop, { date: "2026-03-01T02:00:00Z" });
    expect(await currencyOfNewStore("Before")).toBe("USD");
    const readStored = async () => [
      await rows("select * from orders where id = ?", order.id),
      await rows("select * from order_items where organization_id = ? and order_id = ?", shop.id, order.id),
    ];
    const stored = await readStored();
    const form = { name: " After ", currency: "eur", timezone: "America/New_York" };
    expect((await admin.send("/settings/organization", form)).location).toBe(
      `/console/${shop.id}/settings/organization?done=organization_saved`,
    );
    expect(await readSettings(shop.id)).toEqual({ name: "After", currency: "EUR", timezone: "America/New_York", roll_up_status: 0 });
    const page = await admin.open("/settings/organization");
    for (const value of ["After", "EUR", "America/New_York"]) expect(page.text).toContain(`value="${value}"`);
    vi.setSystemTime(Date.now() + 60_001);
    expect(await currencyOfNewStore("After")).toBe("EUR");
    expect(await readStored()).toEqual(stored);
    // With the roll-up switched off, an item's status does not change its order.
    await shop.v2(`/order-items/${order.items[0].id}/status`, { body: { status: "Shipped" } });
    expect((await shop.v2(`/orders/${order.id}`)).body.status).toBe("New");
  });

  it("are rejected with an error at the field, and for those without the permission", async () => {
    const before = await everythingOf(shop.id);
    for (const [form, words] of [
      [{ ...FORM, name: "" }, "Fill in this field."],
      [{ ...FORM, currency: "ZZZ" }, "Enter a three-letter currency code, for example USD."],
      [{ ...FORM, timezone: "+02:00" }, "Choose a time zone from the list, for example Europe/London."],
    ] as const) {
      const response = await admin.send("/settings/organization", form);
      expect({ status: response.status, text: response.text }, words).toEqual({ status: 400, text: expect.stringContaining(words) });
    }
    expect(await everythingOf(shop.id)).toEqual(before);
    const member = await createMember(shop.id, "member");
    expect([(await member.open("/settings/organization")).status, (await member.send("/settings/organization", FORM)).status]).toEqual([
      403, 403,
    ]);
  });

  it("have one audit entry per change, and none if nothing changed", async () => {
    const own = await createShop({ name: "One", currency: "USD", timezone: "UTC" });
    const owner = await createMember(own.id, "owner");
    const readEntries = async () =>
      await directoryRows<{ details: string }>(
        "select details from audit_log where organization_id = ? and action = 'organization.updated'",
        own.id,
      );
    const form = { form_token: tokenIn(await owner.open("/settings/organization")), ...FORM, name: "Two" };
    for (let times = 0; times < 2; times += 1) await owner.send("/settings/organization", form);
    await owner.send("/settings/organization", { ...FORM, name: "Two" });
    expect((await readEntries()).map(({ details }) => JSON.parse(details))).toEqual([{ name: { from: "One", to: "Two" } }]);
  });

  it("that are changed four times at once have entries with the values that each change replaced", async () => {
    const own = await createShop({ name: "0", currency: "USD", timezone: "UTC" });
    const owner = await createMember(own.id, "owner");
    await Promise.all(["1", "2", "3", "4"].map(async (name) => await owner.send("/settings/organization", { ...FORM, name })));
    const entries = await directoryRows<{ details: string }>(
      "select details from audit_log where organization_id = ? and action = 'organization.updated' order by id",
      own.id,
    );
    const names = entries.map(({ details }) => (JSON.parse(details) as { name: { from: string; to: string } }).name);
    expect(names.map(({ to }) => to).toSorted()).toEqual(["1", "2", "3", "4"]);
    expect(names.map(({ from }) => from)).toEqual(["0", ...names.slice(0, -1).map(({ to }) => to)]);
    expect(await readSettings(own.id)).toMatchObject({ name: names.at(-1)?.to });
  });
});
