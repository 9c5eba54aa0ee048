import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

/** Packing slips, pick lists and job tickets (docs/spec/console.md#printing). */

let shop: Shop;
let viewer: Visitor;
let ids: string;
beforeAll(async () => {
  shop = await createShop();
  viewer = await createMember(shop.id, "viewer");
  const mug = { name: "Mug", sku: "MUG-1", price: 12.34, color: "Blue" };
  const one = await ingestOrder(shop, {
    number: "P-1",
    ship_name: "Ann Lee",
    ship_city: "Oslo",
    is_gift: true,
    items: [
      { ...mug, quantity: 2, personalization: "For <Tom> & Co" },
      { name: "Poster", price: 5, status: "Cancelled" },
    ],
  });
  const two = await ingestOrder(shop, { number: "Ü-2", items: [{ ...mug, quantity: 3 }] });
  ids = `${one.id},${two.id}`;
});

const papersOf = async (query: string) => (await viewer.open(`/orders/print?${query}`)).text.split('<article class="paper').slice(1);

describe("printing", () => {
  it("creates a packing slip of each order, with the recipient and without prices or cancelled items", async () => {
    const [one = "", two = "", ...others] = await papersOf(`ids=${ids}`);
    expect(others).toEqual([]);
    for (const text of [
      "Ann Lee",
      "Oslo",
      "P-1",
      "MUG-1",
      "Blue",
      "For &lt;Tom&gt; &amp; Co",
      "2 units",
      'aria-label="Barcode of P-1"',
      // The width of Code 128: 11 for the start, each of the three characters and the checksum, 13 for the end, and 20 of margins.
      'viewBox="0 0 88 36"',
    ]) {
      expect(one).toContain(text);
    }
    for (const text of ["Poster", "12.34", "24.68"]) expect(one).not.toContain(text);
    // Code 128 cannot encode this letter.
    expect([two.includes("Ü-2"), two.includes('<svg class="barcode')]).toEqual([true, false]);
  });

  it("has the SKU of an item below its name, for labels, and no empty line for an item without one", async () => {
    const { id } = await ingestOrder(shop, {
      items: [
        { name: "Mug", sku: "MUG-1", price: 1 },
        { name: "Card", price: 1 },
      ],
    });
    const [slip = ""] = await papersOf(`ids=${id}`);
    expect(slip).toContain("Card");
    expect(slip.match(/<span class="sku-below">[^<]*<\/span>/g)).toEqual(['<span class="sku-below">MUG-1</span>']);
  });

  it("has the return address of each order's store, and the names of countries", async () => {
    const own = await createShop();
    const person = await createMember(own.id, "member");
    const [store] = (await own.v2("/stores")).body.data as { id: number }[];
    const other = (await own.v2("/stores", { body: { name: "Other shop", platform: "etsy" } })).body;
    const form = { return_address: "Gift shop\r\n1 <High> Street" };
    expect((await person.send(`/stores/${store?.id}`, form)).status).toBe(303);
    expect((await person.send(`/stores/${other.id}`, { return_address: "2 Low Street" })).status).toBe(303);
    const germany = await ingestOrder(own, { ship_name: "Ann Lee", ship_country: "de" });
    const written = await ingestOrder(own, { store: "Other shop", ship_name: "Ann Lee", ship_country: "Deutschland" });
    const slips = (await person.open(`/orders/print?ids=${germany.id},${written.id}`)).text.split('<article class="paper').slice(1);
    expect(slips.map((slip) => [/1 &lt;High&gt; Street|2 Low Street/.exec(slip)?.[0], /Germany|Deutschland/.exec(slip)?.[0]])).toEqual([
      ["1 &lt;High&gt; Street", "Germany"],
      ["2 Low Street", "Deutschland"],
    ]);
  });

  it("has the buyer's note, unless the recipient of a gift would read it", async () => {
    const note = { buyer_note: "Ring twice." };
    const orders = [
      await ingestOrder(shop, note),
      await ingestOrder(shop, { ...note, is_gift: true }),
      await ingestOrder(shop, { ...note, gift_message: "Hi" }),
    ];
    const slips = await papersOf(`ids=${orders.map(({ id }) => id).join(",")}`);
    expect(slips.map((slip) => slip.includes("Ring twice."))).toEqual([true, false, false]);
  });

  it("adds up the items of all orders in a pick list", async () => {
    const [list = "", ...others] = await papersOf(`ids=${ids}&document=pick`);
    expect(others).toEqual([]);
    const [, time] = /5 units for 2 orders · (\d{1,2} \w+ \d{4}, \d\d:\d\d)</.exec(list) ?? [];
    // Each printed page repeats it.
    expect(list).toContain(`<th colspan="2">Pick list, ${time}</th>`);
    const text = list.replaceAll(/<svg.*?<\/svg>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
    expect(text).toMatch(/ 5 MUG-1 .*Orders P-1 × 2, Ü-2 × 3/);
    expect(list.match(/<td class="main"/g)).toHaveLength(1);
  });

  it("creates a job ticket of each live item", async () => {
    const tickets = await papersOf(`ids=${ids}&document=tickets&paper=label`);
    expect(tickets).toHaveLength(2);
    expect(tickets[0]).toContain('<strong class="words amount">For &lt;Tom&gt; &amp; Co</strong>');
    expect(tickets.map((ticket) => /<thead>.*?<th colspan="2">([^<]*)</s.exec(ticket)?.[1])).toEqual([
      "Order P-1 · item 1 of 1",
      "Order Ü-2 · item 1 of 1",
    ]);
  });

  it("prints no more text than fits in a page, also of texts that each ticket repeats", { tags: "long" }, async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({ name: `Item ${at}`, price: 1 }));
    // Each of the 100 tickets of an order repeats its note, and a quote takes six characters in HTML: 2.4 million, and a page has at most 4 MiB.
    const noted = await ingestOrder(shop, { buyer_note: '"'.repeat(4000), items });
    const repeated = await ingestOrder(shop, { buyer_note: "x", items });
    const detailOf = async (printed: number[]) => {
      const { status, text } = await viewer.open(`/orders/print?document=tickets&ids=${printed.join(",")}`);
      return [status, /There is too much text[^<]*/.exec(text)?.[0]];
    };
    expect(await detailOf([repeated.id])).toEqual([200, undefined]);
    expect(await detailOf([noted.id])).toEqual([200, undefined]);
    const more = await ingestOrder(shop, { buyer_note: '"'.repeat(4000), items });
    expect(await detailOf([noted.id, repeated.id, more.id])).toEqual([
      413,
      "There is too much text to print at once. Choose at most the first 2.",
    ]);
    expect((await papersOf(`document=slips&ids=${noted.id},${repeated.id},${more.id}`)).length).toBe(3);
  });

  it.each(["slips", "pick", "tickets"])("shows only what is left to ship: %s", async (document) => {
    const line = (name: string, quantity: number, fields: object = {}) => ({
      name,
      sku: name.toUpperCase(),
      quantity,
      price: 1,
      ...fields,
    });
    const order = await ingestOrder(shop, {
      number: "P-3",
      items: [line("Lamp", 5), line("Vase", 1, { status: "On Hold" }), line("Bowl", 1, { status: "Refunded" }), line("Dish", 4)],
    });
    const [lamp, , , dish] = order.items;
    const items = [
      { order_item_id: lamp.id, quantity: 2 },
      { order_item_id: dish.id, quantity: 4 },
    ];
    await shop.v2(`/orders/${order.id}/fulfillments`, { body: { status: "in_transit", items } });
    const papers = (await papersOf(`ids=${order.id}&document=${document}`)).map((paper) => paper.replaceAll(/<svg.*?<\/svg>/gs, ""));
    expect(papers).toHaveLength(1);
    expect([papers[0]?.includes("Lamp"), />(?:<strong>)?3</.test(papers[0] ?? "")]).toEqual([true, true]);
    for (const name of ["Vase", "Bowl", "Dish"]) expect(papers[0]).not.toContain(name);
  });

  it.each(["slips", "pick", "tickets"])("prints no order of which nothing is left, and says why: %s", async (document) => {
    const cancelled = await ingestOrder(shop, { number: "NO-1", status: "Cancelled" });
    const refunded = await ingestOrder(shop, { number: "NO-2", is_refunded: true });
    const held = await ingestOrder(shop, { number: "NO-3" });
    await shop.v1(`/orderItems/${held.items[0].id}/status`, { body: { status: "On Hold" }, headers: idempotencyKey() });
    const shipped = await ingestOrder(shop, { number: "NO-4" });
    await shop.v2(`/orders/${shipped.id}/fulfillments`, { body: { status: "in_transit" } });
    const none = [cancelled, refunded, held, shipped].map(({ id }) => id).join(",");
    const { text } = await viewer.open(`/orders/print?ids=${none},${ids}&document=${document}`);
    const [shown = "", ...papers] = text.split('<div class="papers');
    expect(papers.join("")).not.toContain("NO-");
    const reasons = [...shown.matchAll(/>(NO-\d)<\/a>: ([^<]+)</g)].map(([, number, reason]) => [number, reason]);
    expect(reasons).toEqual([
      ["NO-1", "cancelled"],
      ["NO-2", "refunded"],
      ["NO-3", "on hold"],
      ["NO-4", "nothing is left to ship"],
    ]);
    expect((await viewer.open(`/orders/print?ids=${none}&document=${document}`)).text).not.toContain('<article class="paper');
  });

  it("leaves out orders of another organization and orders that do not exist", async () => {
    const other = await ingestOrder(await createShop());
    expect(await papersOf(`ids=${other.id},999999`)).toEqual([]);
    expect(await papersOf(`ids=${other.id},${ids}`)).toHaveLength(2);
  });

  it.each([
    ["ids=1;2", "Expected ids of orders, separated by commas."],
    [`ids=${Array.from({ length: 201 }, (_, n) => n + 1).join(",")}`, "At most 200 orders can be printed at once."],
    ["ids=1&paper=a0", "<code>paper</code> Choose one of the options."],
    ["ids=1&document=invoice", "<code>document</code> Choose one of the options."],
  ])("rejects %s", async (query, message) => {
    const { status, text } = await viewer.open(`/orders/print?${query}`);
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining(message) });
  });

  it("is available for selected orders of the list", async () => {
    const member = await createMember(shop.id, "member");
    for (const document of ["slips", "pick", "tickets"]) {
      const { location } = await member.send("/orders/bulk", { ids: ids.split(","), do: `print_${document}` });
      expect(location).toBe(`/console/${shop.id}/orders/print?document=${document}&ids=${ids}`);
    }
  });
});
