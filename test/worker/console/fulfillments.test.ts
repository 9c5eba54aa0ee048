import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Page, type Visitor } from "./kit";

/** Corrections of a fulfillment (docs/spec/console.md#order-page). */

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
  viewer = await createMember(shop.id, "viewer");
});

const TRACKING = { carrier: "UPS", tracking_number: "1Z998", tracking_url: "https://track.example.com/1Z998" };

/** Creates a shipped order. Returns its id, that of its fulfillment, and the paths of their page and form. */
async function shipOrder(fields: object = { ...TRACKING, status: "in_transit" }) {
  const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5, quantity: 2 }] });
  const fulfillment = await shop.v2(`/orders/${id}/fulfillments`, { body: fields, headers: idempotencyKey() });
  const page = `/orders/${id}`;
  return { order: id, id: String(fulfillment.body.id), page, form: `${page}/fulfillments/${fulfillment.body.id}` };
}

const readStored = async (id: string) =>
  (await rows("select status, carrier, tracking_number, tracking_url from fulfillments where id = ?", id))[0];

/** The fields of the form that edits the fulfillment, as the page shows them. */
function fieldsIn({ text }: Page): Record<string, string> {
  const form = /<summary>Edit<\/summary>(.*?)<\/form>/s.exec(text)?.[1] ?? "";
  const inputs = [...form.matchAll(/<input[^>]*>/g)].map(([input]) => [
    / name="([^"]*)"/.exec(input)?.[1] ?? "",
    (/ value="([^"]*)"/.exec(input)?.[1] ?? "").replaceAll("&quot;", '"'),
  ]);
  return Object.fromEntries(inputs.filter(([name]) => name !== "form_token"));
}

describe("the tracking of a fulfillment", () => {
  it("is corrected in a form with the stored values, also after it was delivered", async () => {
    const { id, page, form } = await shipOrder({ ...TRACKING, status: "delivered" });
    const fields = fieldsIn(await member.open(page));
    expect(fields).toMatchObject(TRACKING);
    const sent = { ...fields, tracking_number: "1Z999", tracking_url: "" };
    expect((await member.send(form, sent)).location).toBe(`/console/${shop.id}${page}?done=fulfillment_saved`);
    expect(await readStored(id)).toEqual({ status: "delivered", carrier: "UPS", tracking_number: "1Z999", tracking_url: null });
    expect((await shop.v2(`/orders?q=1Z999`)).body.data).toHaveLength(1);
  });

  it("keeps concurrent changes of fields that were not edited, also if none was", async () => {
    const { id, page, form } = await shipOrder();
    const fields = fieldsIn(await member.open(page));
    await shop.v2(`/fulfillments/${id}`, { method: "PATCH", body: { carrier: "DHL" } });
    expect((await member.send(form, { ...fields, tracking_number: "1Z999" })).status).toBe(303);
    expect(await readStored(id)).toMatchObject({ carrier: "DHL", tracking_number: "1Z999" });
    expect((await member.send(form, fields)).status).toBe(303);
    expect(await readStored(id)).toMatchObject({ carrier: "DHL", tracking_number: "1Z999" });
  });

  it.each(["javascript:alert(1)", "https://ups.example@evil.example/"])(
    "is rejected if its link is unsafe: the form stays open with the input %s",
    async (url) => {
      const { id, page, form } = await shipOrder();
      const fields = fieldsIn(await member.open(page));
      const response = await member.send(form, { ...fields, tracking_number: "1Z999", tracking_url: url });
      expect([response.status, fieldsIn(response)]).toMatchObject([
        400,
        { tracking_number: "1Z999", tracking_url: url, opened_values: fields["opened_values"] },
      ]);
      expect(response.text).toMatch(/<details open[^>]*><summary>Edit<\/summary>/);
      expect(response.text).toContain("Expected an http or https URL without a user name.");
      expect(await readStored(id)).toMatchObject(TRACKING);
    },
  );
});

it("a fulfillment of a part of a late order says how much of it is shipped", async () => {
  const { id, items } = await ingestOrder(shop, { ship_by_date: "2026-01-02", items: [{ name: "Mug", price: 5, quantity: 2 }] });
  const { location } = await member.send(`/orders/${id}/fulfillments`, { shipped: "on", [`take_${items[0].id}`]: "1" });
  expect(location).toBe(`/console/${shop.id}/orders/${id}?done=shipped`);
  const { text } = await member.open(`/orders/${id}?done=shipped`);
  expect(text).toContain("1 of 2 items shipped.");
  expect(text).toContain(">1 of 2 shipped<");
  expect(text).toMatch(/class="badge bad"><span>Late: ship by <time/);
});

describe("cancelling a fulfillment", () => {
  it("releases its items for another one, and keeps the order's status", async () => {
    const { order, id, page, form } = await shipOrder();
    expect((await member.open(page)).text).toContain(">Cancel fulfillment<");
    expect((await member.send(form, { status: "cancelled" })).status).toBe(303);
    expect(await readStored(id)).toMatchObject({ ...TRACKING, status: "cancelled" });
    expect(await rows("select status from orders where id = ?", order)).toEqual([{ status: "Shipped" }]);
    const { text } = await member.open(page);
    expect([text.includes("Ship items"), text.includes(">Cancel fulfillment<")]).toEqual([true, false]);
  });

  it("cannot be undone if another fulfillment contains its items: the page shows an error", async () => {
    const { order, id, page, form } = await shipOrder();
    await member.send(form, { status: "cancelled" });
    await shop.v2(`/orders/${order}/fulfillments`, { body: {}, headers: idempotencyKey() });
    const response = await member.send(form, { status: "in_transit" });
    // The page is that of the order.
    expect({ status: response.status, text: response.text }).toEqual({
      status: 409,
      text: expect.stringContaining(`action="/console/${shop.id}${page}/status"`),
    });
    expect(response.text).toContain("Only 0 of this item can still be added to a fulfillment.");
    expect(await readStored(id)).toMatchObject({ status: "cancelled" });
  });
});

it("viewers see neither the form that edits a fulfillment nor the one that cancels it", async () => {
  const { page, form } = await shipOrder();
  const { text } = await viewer.open(page);
  expect(text).not.toContain(form);
  expect((await viewer.send(form, { status: "cancelled" })).status).toBe(403);
});
