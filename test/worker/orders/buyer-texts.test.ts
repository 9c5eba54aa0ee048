import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "../console/kit";

/** What a buyer writes about an order (docs/spec/orders.md#texts-of-the-buyer). */
const TEXTS = { buyer_note: "Leave it at the green door.\nDo not ring.", gift_message: "Happy birthday, Nan!\nFrom Ava" };

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const found = async (q: string) => (await shop.v2(`/orders?q=${encodeURIComponent(q)}`)).body.data.map(({ id }: { id: number }) => id);

describe("buyer_note and gift_message", () => {
  it("are in a new order, in the list and in an order of a bulk request, and are null by default", async () => {
    const created = await ingestOrder(shop, { external_id: "both", ...TEXTS });
    expect(created).toMatchObject(TEXTS);
    expect((await shop.v2(`/orders/${created.id}`)).body).toMatchObject(TEXTS);
    expect((await shop.v2("/orders?external_id=both")).body.data[0]).toMatchObject(TEXTS);
    const bulk = await shop.v2("/orders/bulk", { body: { orders: [orderBody({ external_id: "bulk", ...TEXTS })] } });
    expect((await shop.v2(`/orders/${bulk.body.results[0].id}`)).body).toMatchObject(TEXTS);
    expect(await ingestOrder(shop)).toMatchObject({ buyer_note: null, gift_message: null });
  });

  it("are changed by PATCH and bulk updates, null or an empty text clears them, and they are never in an event or in Public V1", async () => {
    const { id } = await ingestOrder(shop, { ...TEXTS });
    const patched = await shop.v2(`/orders/${id}`, { method: "PATCH", body: { buyer_note: "Zzyzx road", gift_message: "" } });
    expect(patched.body).toMatchObject({ buyer_note: "Zzyzx road", gift_message: null, version: 2 });
    const update = { orders: [{ id, buyer_note: null, gift_message: "Quilldrop" }] };
    expect((await shop.v2("/orders/bulk-updates", { body: update })).body.results).toMatchObject([{ outcome: "updated" }]);
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ buyer_note: null, gift_message: "Quilldrop", version: 3 });
    const events = await rows<{ body: string }>("select body from events where order_id = ? order by seq", id);
    expect(events.map(({ body }) => JSON.parse(body).changed_fields)).toEqual([
      undefined,
      ["buyer_note", "gift_message"],
      ["buyer_note", "gift_message"],
    ]);
    const v1 = await shop.v1(`/orders/${id}?include=number`);
    expect(v1.status).toBe(200);
    const hidden = [...events.map(({ body }) => body), v1.text].join();
    for (const text of ["Zzyzx", "Quilldrop", "green door", "Nan", "buyerNote"]) expect(hidden).not.toContain(text);
  });

  it("are set by an update of their source, and kept if the update omits them", async () => {
    const order = orderBody({ external_id: "again", ...TEXTS });
    await shop.v2("/orders", { body: order });
    const { gift_message: _absent, ...others } = order;
    const { status, body } = await shop.v2("/orders?on_conflict=update", { body: { ...others, buyer_note: "Second thoughts" } });
    expect({ status, buyer_note: body.buyer_note, gift_message: body.gift_message }).toEqual({
      status: 200,
      buyer_note: "Second thoughts",
      gift_message: TEXTS.gift_message,
    });
  });

  it("are found by their words in a search, until they change", async () => {
    const { id } = await ingestOrder(shop, { buyer_note: "Xylophone case", gift_message: "For Quetzal" });
    expect(await found("xyloph")).toEqual([id]);
    expect(await found("quetzal case")).toEqual([id]);
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { buyer_note: "Marimba case" } });
    expect([await found("xylophone"), await found("marimba")]).toEqual([[], [id]]);
  });

  it("are indexed for the search up to their first 1,000 characters", async () => {
    // "Pangolin" ends with character 1,000.
    const { id } = await ingestOrder(shop, { buyer_note: `${"x ".repeat(496)}Pangolin Wombat` });
    expect({ pangolin: await found("pangolin"), wombat: await found("wombat") }).toEqual({ pangolin: [id], wombat: [] });
  });

  it.each(["buyer_note", "gift_message"])("%s is a text of at most 5,000 characters", async (path) => {
    expect(await ingestOrder(shop, { [path]: "ж".repeat(5000) })).toMatchObject({ [path]: "ж".repeat(5000) });
    for (const [value, code] of [
      ["x".repeat(5001), "too_big"],
      [5, "invalid_type"],
      [["a"], "invalid_type"],
    ] as const) {
      const { status, body } = await shop.v2("/orders", { body: orderBody({ [path]: value }) });
      expect({ status, details: body.error.details }).toEqual({ status: 400, details: [expect.objectContaining({ path, code })] });
    }
  });

  it("are copied to a reprint", async () => {
    const { id } = await ingestOrder(shop, { ...TEXTS });
    expect((await shop.v2(`/orders/${id}/reprint`, { body: { number: 1 } })).body).toMatchObject(TEXTS);
  });
});

describe("in the console", () => {
  it("the page of the order shows them, its edit form changes them, and the form of a new order has a field for each", async () => {
    const { id } = await ingestOrder(shop, { ...TEXTS });
    const { text } = await member.open(`/orders/${id}`);
    for (const line of ["From the buyer", "Leave it at the green door.", "Do not ring.", "Happy birthday, Nan!"])
      expect(text).toContain(line);
    const form = { expected_version: "1", buyer_note: "No <bell>", gift_message: "", unset_flags: "" };
    expect((await member.send(`/orders/${id}`, form)).status).toBe(303);
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ buyer_note: "No <bell>", gift_message: null });
    expect((await member.open(`/orders/${id}`)).text).toContain("No &lt;bell&gt;");
    const { text: newOrder } = await member.open("/orders/new");
    for (const name of Object.keys(TEXTS)) expect(newOrder).toContain(`name="${name}"`);
  });

  it("the gift message is on the packing slip and the job tickets, and the note only on the job tickets", async () => {
    const { id } = await ingestOrder(shop, { ...TEXTS });
    const slip = (await member.open(`/orders/print?ids=${id}`)).text;
    const tickets = (await member.open(`/orders/print?ids=${id}&document=tickets`)).text;
    expect([slip.includes("Happy birthday, Nan!"), slip.includes("green door")]).toEqual([true, false]);
    expect([tickets.includes("Happy birthday, Nan!"), tickets.includes("green door")]).toEqual([true, true]);
  });
});
