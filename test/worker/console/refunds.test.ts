import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

/** Refunds of orders (docs/spec/orders.md#refunds). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

/** Two mugs of 10, a tee of 20 with 4 of shipping: 44 with 8.80 of tax in it. */
const ORDER = {
  items: [
    { name: "Mug", sku: "M", quantity: 2, price: 10, tax: 4 },
    { name: "Tee", sku: "T", quantity: 1, price: 20, tax: 4 },
  ],
  tax: 8.8,
  taxes_included: true,
  shipping_cost: 4,
};

type Fields = Record<string, string>;

const refund = async ({ id }: { id: number }, fields: Fields) => await member.send(`/orders/${id}/refund`, { do: "refund", ...fields });

const amountsOf = async ({ id }: { id: number }) =>
  (await rows("select refund_amount, refunded_tax, is_refunded, status from orders where id = ?", id))[0];
const refundsOf = async ({ id }: { id: number }) =>
  (
    await rows<{ items: string; amount: number }>(
      "select amount, tax, shipping, items, reason from refunds where order_id = ? order by id",
      id,
    )
  ).map(({ items, ...row }) => ({ ...row, items: JSON.parse(items) as unknown }));

const fieldsOf = ({ items }: ApiResponse["body"]) => {
  const [mug, tee] = items.map(({ id }: { id: string }) => Number(id));
  return { mug, tee, quantity: (id: number) => `unshipped_${id}`, amount: (id: number) => `amount_${id}` };
};

describe("a refund", () => {
  it("of a part is recorded with its lines, shipping, tax and reason, and shown in the amounts and the history", async () => {
    const order = await ingestOrder(shop, ORDER);
    const { mug, tee, quantity, amount } = fieldsOf(order);
    const page = await member.open(`/orders/${order.id}/refund`);
    expect(page.text).toContain("$44.00 of $44.00 can be refunded");
    const sent = await refund(order, {
      [quantity(mug)]: "1",
      [amount(tee)]: "5.5",
      shipping: "4",
      other: "0.5",
      tax: "3.33",
      reason: "Chipped & late",
    });
    expect({ status: sent.status, location: sent.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/orders/${order.id}?done=refunded`,
    });
    expect(await refundsOf(order)).toEqual([
      {
        amount: 200_000,
        tax: 33_300,
        shipping: 40_000,
        items: [
          { order_item_id: mug, quantity: 1, cancelled_quantity: 1, amount: 100_000 },
          { order_item_id: tee, quantity: 0, cancelled_quantity: 0, amount: 55_000 },
        ],
        reason: "Chipped & late",
      },
    ]);
    expect(await amountsOf(order)).toEqual({ refund_amount: 200_000, refunded_tax: 33_300, is_refunded: null, status: "New" });
    const shown = (await member.open(`/orders/${order.id}`)).text.replaceAll(/<[^>]+>/g, " ");
    expect(shown).toMatch(/Refunded\s+-\$20\.00\s+of which tax\s+\$3\.33\s+Left after refunds\s+\$24\.00/);
    expect(shown).toContain("Refunded $20.00: 1 × Mug, Tee, shipping");
    expect(shown).toContain("“Chipped &amp; late”");
    const { body } = await shop.v2(`/orders/${order.id}/history`);
    const changed = ["refund_amount", "refund_tax", "items.cancelled_quantity"];
    expect(body.data.at(-1)).toMatchObject({ change: "refund", reason: "Chipped & late", changed_fields: changed });
    // What an order returns by the APIs contains no refund.
    expect(JSON.stringify([body, (await shop.v2(`/orders/${order.id}`)).body])).not.toMatch(/20\.00|"refund_amount":|3\.33/);
    const events = await rows<{ body: string }>("select body from events where order_id = ? and type = 'order.updated'", order.id);
    expect(events.map((event) => JSON.parse(event.body).changed_fields)).toEqual([changed]);
  });

  it("is recorded once from two forms that were opened before: the second shows what is left, and says that the order has changed", async () => {
    const order = await ingestOrder(shop, ORDER);
    const { mug, quantity } = fieldsOf(order);
    const opened = (await member.open(`/orders/${order.id}/refund`)).text;
    const hidden = [...opened.matchAll(/<input type="hidden" name="(expected_version|opened_values)" value="([^"]*)"/g)];
    const form = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value.replaceAll("&quot;", '"')]));
    expect(Object.keys(form)).toEqual(["expected_version", "opened_values"]);
    const typed = { ...form, [quantity(mug)]: "1", reason: "Chipped" };
    expect((await refund(order, typed)).status).toBe(303);
    const second = await refund(order, typed);
    expect(second.status).toBe(412);
    expect(second.text).toContain("Somebody changed this order after you opened it.");
    expect(second.text).toContain("$34.00 of $44.00 can be refunded");
    expect(second.text).toContain("Chipped");
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it("shows what it will be while it is typed, and nothing for what would be rejected", async () => {
    const order = await ingestOrder(shop, ORDER);
    const { mug, tee, quantity, amount } = fieldsOf(order);
    const totalOf = async (typed: Fields) => {
      const { status, text } = await member.open(`/orders/${order.id}/refund/total?${new URLSearchParams(typed).toString()}`);
      return { status, ...(JSON.parse(text) as object) };
    };
    const typed = { [quantity(mug)]: "1", [amount(tee)]: "5.5", shipping: "4", other: "0.5" };
    expect(await totalOf(typed)).toEqual({ status: 200, text: "Refund: $20.00, with $4.00 of tax" });
    expect(await totalOf({ ...typed, tax: "3.33" })).toEqual({ status: 200, text: "Refund: $20.00, with $3.33 of tax" });
    expect(await totalOf({ other: "1", tax: "0" })).toEqual({ status: 200, text: "Refund: $1.00" });
    for (const rejected of [{}, { shipping: "five" }, { shipping: "4.01" }, { [quantity(mug)]: "3" }, { other: "99" }])
      expect({ rejected, ...(await totalOf(rejected)) }).toEqual({ rejected, status: 200, text: "" });
    expect(await refundsOf(order)).toEqual([]);
    const { id } = await ingestOrder(await createShop(), ORDER);
    expect((await member.open(`/orders/${id}/refund/total?other=1`)).status).toBe(404);
  });

  it("has the share of the tax if none is typed, and the next one what is left", async () => {
    const order = await ingestOrder(shop, ORDER);
    const { mug, tee, quantity } = fieldsOf(order);
    await refund(order, { [quantity(mug)]: "2" });
    expect(await amountsOf(order)).toMatchObject({ refund_amount: 200_000, refunded_tax: 40_000 });
    await refund(order, { [quantity(tee)]: "1", shipping: "4" });
    expect(await amountsOf(order)).toMatchObject({ refund_amount: 440_000, refunded_tax: 88_000, is_refunded: 1 });
    expect((await refundsOf(order)).map(({ amount }) => amount)).toEqual([200_000, 240_000]);
    expect((await member.open(`/orders/${order.id}/refund`)).text).toContain("Everything that was paid is refunded.");
    expect((await member.open(`/orders/${order.id}`)).text).not.toContain(`/orders/${order.id}/refund"`);
  });

  it("of every unit makes an item Refunded, which is not shipped any more", async () => {
    const order = await ingestOrder(shop, ORDER);
    const { mug, tee, quantity } = fieldsOf(order);
    await refund(order, { [quantity(mug)]: "1" });
    await refund(order, { [quantity(mug)]: "1" });
    const { body } = await shop.v2(`/orders/${order.id}`);
    expect(body.items.map(({ status }: { status: string }) => status)).toEqual(["Refunded", "New"]);
    const { body: fulfillment } = await shop.v2(`/orders/${order.id}/fulfillments`, { body: {} });
    expect(fulfillment.items).toEqual([{ order_item_id: String(tee), quantity: 1 }]);
  });

  it("of everything takes the discount into account, and cancels an order of which nothing was shipped", async () => {
    const order = await ingestOrder(shop, { ...ORDER, discount: 11 });
    const { mug, tee } = fieldsOf(order);
    // The fields of the lines are validated with this button, too.
    expect((await member.send(`/orders/${order.id}/refund`, { do: "everything", [`unshipped_${mug}`]: "two" })).status).toBe(400);
    expect((await member.send(`/orders/${order.id}/refund`, { do: "everything", reason: "" })).status).toBe(303);
    expect(await refundsOf(order)).toEqual([
      {
        amount: 330_000,
        tax: 88_000,
        shipping: 40_000,
        items: [
          { order_item_id: mug, quantity: 2, cancelled_quantity: 2, amount: 145_000 },
          { order_item_id: tee, quantity: 1, cancelled_quantity: 1, amount: 145_000 },
        ],
        reason: null,
      },
    ]);
    expect(await amountsOf(order)).toEqual({ refund_amount: 330_000, refunded_tax: 88_000, is_refunded: 1, status: "Cancelled" });
  });

  it("of what was shipped leaves the status of the order", async () => {
    const order = await ingestOrder(shop, ORDER);
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { status: "in_transit" } });
    await member.send(`/orders/${order.id}/refund`, { do: "everything" });
    expect(await amountsOf(order)).toMatchObject({ refund_amount: 440_000, is_refunded: 1, status: "Shipped" });
  });

  it("happens once if the form is sent twice, and not over a change that it has not seen", async () => {
    const order = await ingestOrder(shop, ORDER);
    const page = await member.open(`/orders/${order.id}/refund`);
    const version = /name="expected_version" value="(\d+)"/.exec(page.text)?.[1] ?? "";
    const form = { form_token: tokenIn(page), do: "refund", other: "10", expected_version: version };
    const both = await Promise.all([member.send(`/orders/${order.id}/refund`, form), member.send(`/orders/${order.id}/refund`, form)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await amountsOf(order)).toMatchObject({ refund_amount: 100_000 });
    expect(await refundsOf(order)).toHaveLength(1);
    const late = await refund(order, { other: "10", expected_version: version });
    expect({ status: late.status, text: late.text }).toEqual({
      status: 412,
      text: expect.stringContaining("Somebody changed this order after you opened it."),
    });
    expect(await refundsOf(order)).toHaveLength(1);
  });

  it("says of every field what is wrong with it, keeps what was typed, and writes nothing", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, ORDER);
    const { mug, tee, quantity, amount } = fieldsOf(order);
    const before = (await shop.v2(`/orders/${order.id}`)).body;
    const wrong: [fields: Fields, status: number, texts: string[]][] = [
      [
        { [quantity(mug)]: "3", [amount(tee)]: "20.01", shipping: "5", tax: "9", reason: "Kept" },
        400,
        ["Expected a number from 0 to 2.", "Expected at most $20.00.", "Expected at most $4.00.", "Kept"],
      ],
      [{ other: "44.01" }, 400, ["The refund is $44.01, but only $44.00 of what was paid is left."]],
      [{ other: "10", tax: "8.81" }, 400, ["Expected at most $8.80."]],
      [{ other: "1", tax: "1.5" }, 400, ["Expected at most $1.00."]],
      [{}, 400, ["Enter what to refund."]],
      [{ shipping: "0" }, 400, ["Enter what to refund."]],
      [{ shipping: "four" }, 400, ['value="four"']],
      [{ [quantity(mug)]: "1.5" }, 400, ['value="1.5"']],
      [{ [amount(mug)]: "-1" }, 400, ['value="-1"']],
      [{ other: "0.00001" }, 400, ["Expected at most 4 decimal places."]],
      [{ do: "nothing" }, 400, ["Choose what to refund."]],
    ];
    for (const [fields, status, texts] of wrong) {
      const page = await refund(order, fields);
      expect({ fields, status: page.status }).toEqual({ fields, status });
      for (const text of texts) expect(page.text).toContain(text);
    }
    expect(await refundsOf(order)).toEqual([]);
    expect((await shop.v2(`/orders/${order.id}`)).body).toEqual(before);
  });

  it("shows its lines side by side, with shipped and other units apart, and only what is left to refund", async () => {
    const order = await ingestOrder(shop, {
      items: [
        { name: "Mug", quantity: 5, price: 10 },
        { name: "Tee", quantity: 1, price: 20 },
      ],
    });
    const { mug } = fieldsOf(order);
    const before = (await member.open(`/orders/${order.id}/refund`)).text;
    expect(before).toMatch(/<table[^]*name="unshipped_[^]*name="amount_/);
    expect([before.includes(`name="shipped_${mug}"`), /name="(?:shipping|tax)"/.test(before)]).toEqual([false, false]);
    await shop.v2(`/orders/${order.id}/fulfillments`, {
      body: { status: "in_transit", items: [{ order_item_id: String(mug), quantity: 3 }] },
    });
    const cells = (await member.open(`/orders/${order.id}/refund`)).text.replaceAll(/<[^>]+>/g, " ");
    expect(cells).toMatch(
      /Item\s+Refund units \(not shipped\)\s+Refund units \(shipped\)\s+Amount\s+Mug\s+of 2\s+of 3\s+of \$50\.00\s+Tee\s+of 1\s+of \$20\.00/,
    );
    const wrong = await refund(order, { [`shipped_${mug}`]: "4", [`unshipped_${mug}`]: "1" });
    expect({ status: wrong.status, text: wrong.text }).toEqual({
      status: 400,
      text: expect.stringContaining("Only 3 of the shipped units are left to refund."),
    });
    expect((await refund(order, { [`shipped_${mug}`]: "1" })).status).toBe(303);
    const { body } = await shop.v2(`/orders/${order.id}/fulfillments`, { body: { items: [{ order_item_id: String(mug) }] } });
    expect(body.items).toEqual([{ order_item_id: String(mug), quantity: 2 }]);
    expect((await member.open(`/orders/${order.id}`)).text).toContain("1 refunded");
  });

  it("counts what was refunded before in another way", async () => {
    const order = await ingestOrder(shop, { ...ORDER, refund_amount: 40 });
    const page = await member.open(`/orders/${order.id}`);
    expect(page.text.replaceAll(/<[^>]+>/g, " ")).toMatch(/Refunded\s+-\$40\.00/);
    expect((await refund(order, { other: "5" })).text).toContain("The refund is $5.00, but only $4.00 of what was paid is left.");
    expect((await refund(order, { other: "4" })).status).toBe(303);
    expect(await amountsOf(order)).toMatchObject({ refund_amount: 440_000, is_refunded: 1 });
  });

  it("is not offered to a viewer, and not made in an order of others", async () => {
    const order = await ingestOrder(shop, ORDER);
    const viewer = await createMember(shop.id, "viewer");
    expect((await viewer.open(`/orders/${order.id}`)).text).not.toContain("/refund");
    expect((await viewer.send(`/orders/${order.id}/refund`, { do: "everything" })).status).toBe(403);
    const other = await ingestOrder(await createShop(), ORDER);
    expect((await member.send(`/orders/${other.id}/refund`, { do: "everything" })).status).toBe(404);
    expect([await refundsOf(order), await refundsOf(other)]).toEqual([[], []]);
  });
});
