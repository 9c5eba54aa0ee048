import { beforeAll, describe, expect, it } from "vitest";
import { MAX_DISCOUNT_CODES, MAX_PHONE_LENGTH, MAX_TAGS } from "../../../src/resources/orders/order-limits";
import { createCredential, orderBody, createShop, rows, type Shop, ingestOrder, v2As } from "../../kit/client";
import { createMember, type Visitor } from "../console/kit";

/** The fields that a shop sends, without the contact data. */
const SHOWN = {
  ship_name: "Recipient Ro",
  ship_company: "Company Co",
  ship_by_date: "2026-03-09",
  shipping_service: "Priority Post",
  fees: 2.5,
  discount_codes: ["SPRING-10", "VIP-5"],
  tags: ["fragile", "gift wrap"],
  source_status: "on-hold",
};
/** The total of the items of `orderBody`: 2 × 9.99. */
const ITEMS_TOTAL = 19.98;
const CONTACTS = { customer_email: "contact@shop.example", customer_phone: "+49 30 5550199" };
const EVERY_TEXT = [...Object.values(SHOWN).flat(), ...Object.values(CONTACTS)].filter((value) => typeof value === "string");

let shop: Shop;
let withoutContacts: Shop["v2"];
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  withoutContacts = v2As(await createCredential(shop.id, "api_token", { scopes: ["orders:read"] }));
  member = await createMember(shop.id, "member");
});

describe("the fields that a shop sends", () => {
  it("are in the order, and the contact data only with the scope customers:read", async () => {
    const created = await ingestOrder(shop, { external_id: "all", ...SHOWN, ...CONTACTS });
    expect(created).toMatchObject({ ...SHOWN, total_amount: ITEMS_TOTAL + SHOWN.fees });
    // The response to a creation leaves them out, whatever the scopes.
    expect(Object.keys(created).filter((name) => name in CONTACTS)).toEqual([]);
    expect((await shop.v2(`/orders/${created.id}`)).body).toMatchObject({ ...SHOWN, ...CONTACTS });
    const { body } = await withoutContacts(`/orders/${created.id}`);
    expect(body).toMatchObject(SHOWN);
    expect(Object.keys(body).filter((name) => name in CONTACTS)).toEqual([]);
  });

  it("are null or empty if the shop sent none", async () => {
    const { id } = await ingestOrder(shop);
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({
      ship_name: null,
      ship_company: null,
      ship_by_date: null,
      shipping_service: null,
      fees: null,
      discount_codes: [],
      tags: [],
      source_status: null,
      customer_email: null,
      customer_phone: null,
    });
  });

  it("without contact data are in lists, and none is in Public V1 or in an event", async () => {
    const { id } = await ingestOrder(shop, { external_id: "secret", ...SHOWN, ...CONTACTS });
    const changes = { tags: ["fragile", "sent late"], customer_phone: "+49 30 5550100" };
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: changes });
    const list = await shop.v2("/orders?external_id=secret");
    expect(list.body.data[0]).toMatchObject({ ...SHOWN, tags: changes.tags });
    expect(list.text).not.toMatch(/contact@|5550199|5550100/);
    const include = "include=status,number,external_id,fulfillments,version";
    const events = await rows<{ body: string }>("select body from events where order_id = ?", id);
    const hidden = [
      (await shop.v1(`/orders/${id}?${include}`)).text,
      (await shop.v1(`/orders?${include}`)).text,
      (await shop.v2("/events?limit=200")).text,
      ...events.map(({ body }) => body),
    ];
    expect(events).toHaveLength(2);
    const texts = [...EVERY_TEXT, ...changes.tags, changes.customer_phone];
    for (const text of hidden) expect(texts.filter((value) => text.includes(value))).toEqual([]);
  });

  it("are changed by PATCH, where null clears a field", async () => {
    const { id } = await ingestOrder(shop, { ...SHOWN, ...CONTACTS });
    const cleared = Object.fromEntries(Object.keys({ ...SHOWN, ...CONTACTS }).map((name) => [name, null]));
    const response = await shop.v2(`/orders/${id}`, { method: "PATCH", body: cleared });
    expect({ status: response.status, total_amount: response.body.total_amount }).toEqual({ status: 200, total_amount: ITEMS_TOTAL });
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ ...cleared, tags: [], discount_codes: [] });
    const patched = { fees: -1, tags: ["one"], ship_by_date: "2026-12-31" };
    expect((await shop.v2(`/orders/${id}`, { method: "PATCH", body: patched })).body).toMatchObject({
      ...patched,
      total_amount: ITEMS_TOTAL - 1,
    });
  });

  it.each([
    ["fees", "2", "invalid_type"],
    ["fees", 0.00001, "too_many_places"],
    ["ship_by_date", "2026-02-30", "invalid_format"],
    ["ship_by_date", "March 1", "invalid_format"],
    ["tags", "gift", "invalid_type"],
    ["tags", Array.from({ length: MAX_TAGS + 1 }, String), "too_big"],
    ["discount_codes", Array.from({ length: MAX_DISCOUNT_CODES + 1 }, String), "too_big"],
    ["customer_phone", "1".repeat(MAX_PHONE_LENGTH + 1), "too_big"],
    ["source_status", "x".repeat(256), "too_big"],
  ])("rejects %s: %j with the field's name", async (path, value, code) => {
    const { status, body } = await shop.v2("/orders", { body: orderBody({ [path]: value }) });
    expect({ status, details: body.error.details }).toEqual({ status: 400, details: [expect.objectContaining({ path, code })] });
  });
});

describe("in the console", () => {
  it("the page of the order shows them, and its form changes the recipient, the date and the tags", async () => {
    const { id } = await ingestOrder(shop, { ...SHOWN, ...CONTACTS });
    const { text } = await member.open(`/orders/${id}`);
    for (const value of [
      "Recipient Ro",
      "Company Co",
      "Priority Post",
      "on-hold",
      "SPRING-10, VIP-5",
      "fragile</a>",
      "gift wrap</a>",
      "2026-03-09",
      // The fees.
      "2.50",
      ...Object.values(CONTACTS),
    ])
      expect(text).toContain(value);
    const form = { ...CONTACTS, expected_version: "1", ship_name: "Bo", ship_by_date: "", tags: "late\nfragile, red", unset_flags: "" };
    const { status } = await member.send(`/orders/${id}`, form);
    expect(status).toBe(303);
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({
      ...CONTACTS,
      ship_name: "Bo",
      ship_by_date: null,
      tags: ["late", "fragile, red"],
    });
  });
});
