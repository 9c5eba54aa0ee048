import { beforeEach, describe, expect, it } from "vitest";
import type { Shop } from "../../kit/client";
import { formOf, noticesIn, type PublicResponse, visit } from "../public/kit";
import { anItem, aProducingShop, change, orderOf, sendAll } from "./kit";

/** A form of a supplier that can't be carried out keeps what was typed (docs/spec/links.md#public-pages). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProducingShop();
});

/** A page has 30 lines, which are those of the first buyer's order. So those of the second one are on page 2. */
async function aLargeOrder(state: "sent" | "in_production" = "in_production") {
  const first = await orderOf(shop, ...Array.from({ length: 30 }, (_, n) => anItem({ name: `Mug ${n}`, quantity: 1 })));
  const second = await orderOf(shop, anItem({ name: "Bowl" }), anItem({ name: "Cup" }), anItem({ name: "Jug" }));
  const sent = await sendAll(shop, first.id, second.id);
  if (state !== "sent") await change(shop, sent.id, { state });
  const { url } = (await shop.v2(`/supplier-orders/${sent.id}/links`, { body: {} })).body;
  const link = new URL(url).pathname;
  const [bowl, cup, jug]: string[] = second.items.map(({ id }: { id: string }) => id);
  return { first, second, sent, link, order: `/orders/${sent.id}`, bowl: String(bowl), cup: String(cup), jug: String(jug) };
}

/** Sends a form of a page as a browser does: to the address that the form has, with its hidden fields. */
async function submit(page: PublicResponse, action: string, fields: Record<string, string | readonly string[]>) {
  const address = new RegExp(`<form[^>]*action="([^"]*${action}(?:\\?[^"]*)?)"`).exec(page.text)?.[1] ?? "";
  return await visit(address.replaceAll("&amp;", "&"), { form: { ...formOf(page, action), ...fields } });
}

const namesOn = ({ text }: PublicResponse) => [...text.matchAll(/<h3>([^<]*)<\/h3>/g)].map(([, name]) => name);
const valueOf = ({ text }: PublicResponse, name: string) => new RegExp(`<input[^>]*name="${name}" value="([^"]*)"`).exec(text)?.[1];
const checkedIn = ({ text }: PublicResponse) =>
  [...text.matchAll(/<input type="checkbox" name="item" value="(\d+):\d+" checked/g)].map(([, id]) => id);
/** What the text areas have in which something was typed. Their forms are open. */
const reasonsIn = ({ text }: PublicResponse) =>
  [...text.matchAll(/<details class="folded" open[^>]*>.*?<textarea[^>]*>([^<]*)<\/textarea>/gs)].map(([, reason]) => reason);

describe("a rejected form of a later page", () => {
  it("opens on the page of its lines, with the units, the carrier and the boxes as they were sent", async () => {
    const { link, order, bowl, cup } = await aLargeOrder();
    const page = await visit(`${link}${order}?page=2`);
    const rejected = await submit(page, "/ship", {
      item: [bowl, cup],
      tracking_number: "T1",
      carrier: "Slow post",
      [`units-${bowl}`]: "2",
      [`units-${cup}`]: "9",
    });
    expect({
      status: rejected.status,
      notices: noticesIn(rejected),
      names: namesOn(rejected),
      checked: checkedIn(rejected),
      typed: ["tracking_number", "carrier", `units-${bowl}`, `units-${cup}`].map((name) => valueOf(rejected, name)),
    }).toEqual({
      status: 409,
      notices: ["This did not work Only 3 are left to ship."],
      names: ["Bowl", "Cup", "Jug"],
      checked: [bowl, cup],
      typed: ["T1", "Slow post", "2", "9"],
    });
  });

  it("opens there also if nothing was chosen, and its links lead to the other pages", async () => {
    const { link, order, first } = await aLargeOrder();
    const page = await visit(`${link}${order}?page=2`);
    const rejected = await submit(page, "/ship", { item: [], tracking_number: "T1", carrier: "Slow post" });
    expect({ status: rejected.status, checked: checkedIn(rejected), carrier: valueOf(rejected, "carrier") }).toEqual({
      status: 400,
      checked: [],
      carrier: "Slow post",
    });
    expect(namesOn(rejected)).toEqual(["Bowl", "Cup", "Jug"]);
    const previous = /href="([^"]*page=1)"/.exec(rejected.text)?.[1] ?? "";
    const opened = await visit(previous);
    expect([opened.status, opened.location]).toEqual([303, `${link}${order}?page=1`]);
    expect(namesOn(await visit(`${link}${order}?page=1`))).toHaveLength(first.items.length);
  });

  it("opens on the page that has its lines now, if others were shipped meanwhile", async () => {
    const { link, order, sent, first, bowl, cup } = await aLargeOrder();
    const page = await visit(`${link}${order}?page=2`);
    const lines = first.items.slice(0, 2).map(({ id }: { id: string }) => ({ order_item_id: id }));
    await shop.v2(`/supplier-orders/${sent.id}/ship`, { body: { lines, tracking_number: "T0" } });
    const rejected = await submit(page, "/ship", { item: [bowl, cup], tracking_number: "", [`units-${cup}`]: "2" });
    // The boxes before these are in the form of the first order, in which all are checked until somebody chooses.
    expect({ status: rejected.status, checked: checkedIn(rejected).slice(-2), units: valueOf(rejected, `units-${cup}`) }).toEqual({
      status: 400,
      checked: [bowl, cup],
      units: "2",
    });
    expect(noticesIn(rejected)).toEqual(["This did not work Enter the tracking number."]);
  });

  it.each(["a reason that is too long", "a form that is too old"])("keeps why an item is rejected: %s", async (what) => {
    const { link, order, jug } = await aLargeOrder();
    const page = await visit(`${link}${order}?page=2`);
    const fields = what === "a form that is too old" ? { form_token: "old", reason: "No jugs" } : { reason: "No jugs ".repeat(70) };
    const rejected = await submit(page, `/lines/${jug}/reject`, fields);
    expect({ status: rejected.status, names: namesOn(rejected), reasons: reasonsIn(rejected) }).toEqual({
      status: 400,
      names: ["Bowl", "Cup", "Jug"],
      reasons: [fields.reason.trim()],
    });
    expect(noticesIn(rejected)).toHaveLength(1);
  });
});

describe("a rejected form", () => {
  it("keeps why an order is rejected", async () => {
    const { link, order } = await aLargeOrder("sent");
    const rejected = await submit(await visit(link), `${order}/reject`, { form_token: "old", reason: "Closed <today>" });
    expect({ status: rejected.status, reasons: reasonsIn(rejected) }).toEqual({ status: 400, reasons: ["Closed &lt;today&gt;"] });
  });

  it("leaves what was typed to be read if there is no such form any more", async () => {
    const { link, order, sent, bowl } = await aLargeOrder("sent");
    const [page, shipping] = [await visit(link), await visit(`${link}${order}?page=2`)];
    await change(shop, sent.id, { state: "accepted" });
    const late = await submit(page, `${order}/reject`, { reason: "Closed today" });
    expect({ status: late.status, isKept: late.text.includes("<blockquote>Closed today</blockquote>") }).toEqual({
      status: 409,
      isKept: true,
    });
    await change(shop, sent.id, { state: "cancelled", reason: "Changed our mind" });
    const cancelled = await submit(shipping, `/lines/${bowl}/reject`, { reason: "No bowls" });
    expect(cancelled.text).toContain("<blockquote>No bowls</blockquote>");
  });

  it("does not choose another item for the parcel than was sent", async () => {
    const { link, order, sent, bowl, cup, jug } = await aLargeOrder();
    const page = await visit(`${link}${order}?page=2`);
    const lines = [bowl, cup].map((order_item_id) => ({ order_item_id }));
    await shop.v2(`/supplier-orders/${sent.id}/ship`, { body: { lines, tracking_number: "T0" } });
    const rejected = await submit(page, "/ship", { item: [bowl, cup], tracking_number: "T1" });
    expect({
      status: rejected.status,
      names: namesOn(rejected)[0],
      checked: checkedIn(rejected),
      number: valueOf(rejected, "tracking_number"),
    }).toEqual({
      status: 409,
      names: "Jug",
      checked: [],
      number: "T1",
    });
    expect(rejected.text).toContain(`<input type="checkbox" name="item" value="${jug}:3"`);
  });

  it("says so if it has units of an item twice, and counts an item once that it names twice", async () => {
    const { link, order, sent, bowl } = await aLargeOrder();
    const page = await visit(`${link}${order}?page=2`);
    const twice = await submit(page, "/ship", { item: bowl, tracking_number: "T1", [`units-${bowl}`]: ["1", "1"] });
    expect([twice.status, noticesIn(twice)]).toEqual([400, ["This did not work Write how many are in the parcel, as a number."]]);
    await submit(page, "/ship", { item: [bowl, bowl], tracking_number: "T1", [`units-${bowl}`]: "1" });
    const { lines } = (await shop.v2(`/supplier-orders/${sent.id}`)).body;
    const line = lines.find(({ order_item_id }: { order_item_id: string }) => order_item_id === bowl);
    expect(line.shipped_quantity).toBe(1);
  });
});
