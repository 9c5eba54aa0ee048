import { beforeAll, describe, expect, it } from "vitest";
import { orderBody, createShop, rows, type Shop, ingestOrder } from "../../../kit/client";
import { createMember, type Visitor } from "../../console/kit";

/** Choices and texts of a buyer for an item (docs/spec/items.md#properties). */
const SENT = [
  { name: "Engraving", value: "Ava & <Bo>,\nforever" },
  { name: "_print_file_url", value: "https://files.example.com/print/1.png" },
  { name: "Engraving", value: "second line of the same name" },
  { name: "Gift wrap", value: "" },
];
const SHOWN = SENT.map((property) => ({ ...property, hidden: property.name.startsWith("_") }));
const MUG = { name: "Mug", price: 9.99 };

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const anItem = async (properties: unknown = SENT) => (await ingestOrder(shop, { items: [{ ...MUG, properties }] })).items[0];
const stored = async (item: { id: string; order_id: number }) => (await shop.v2(`/orders/${item.order_id}`)).body.items[0].properties;
const found = async (q: string) => (await shop.v2(`/orders?q=${encodeURIComponent(q)}`)).body.data.map(({ id }: { id: number }) => id);

describe("the properties of an item", () => {
  it("keep the shop's order, repeated names and empty values, and mark the hidden ones", async () => {
    const item = await anItem();
    expect({ properties: item.properties, stored: await stored(item) }).toEqual({ properties: SHOWN, stored: SHOWN });
    expect((await ingestOrder(shop)).items[0].properties).toEqual([]);
    expect((await anItem([])).properties).toEqual([]);
    expect((await anItem(null)).properties).toEqual([]);
  });

  it("are in the list of orders and in the response to an item's status, and never in an event or in Public V1", async () => {
    const order = { external_id: "everywhere", items: [{ ...MUG, properties: SENT }] };
    const { body } = await shop.v2("/orders/bulk", { body: { orders: [orderBody(order)] } });
    const { id } = body.results[0];
    const list = await shop.v2("/orders?external_id=everywhere");
    expect(list.body.data[0].items[0].properties).toEqual(SHOWN);
    const itemId = list.body.data[0].items[0].id;
    expect((await shop.v2(`/order-items/${itemId}/status`, { body: { status: "In Production" } })).body.properties).toEqual(SHOWN);
    await shop.v2(`/order-items/${itemId}`, { method: "PATCH", body: { properties: [{ name: "Engraving", value: "Zinnia" }] } });
    const events = await rows<{ body: string }>("select body from events where order_id = ?", id);
    expect(events.some(({ body: event }) => JSON.parse(event).changed_fields?.includes("items.properties"))).toBe(true);
    const hidden = [
      ...events.map((event) => event.body),
      (await shop.v1(`/orders/${id}`)).text,
      (await shop.v1("/orderItems")).text,
    ].join();
    for (const text of ["Engraving", "Zinnia", "print_file", '"properties"']) expect(hidden).not.toContain(text);
  });

  it("are replaced as a whole by PATCH, and null or an empty list clears them", async () => {
    const item = await anItem();
    const patch = async (properties: unknown) =>
      (await shop.v2(`/order-items/${item.id}`, { method: "PATCH", body: { properties } })).body.properties;
    expect(await patch([SENT[1]])).toEqual([SHOWN[1]]);
    expect(await patch([])).toEqual([]);
    expect(await patch(SENT)).toEqual(SHOWN);
    expect(await patch(null)).toEqual([]);
  });

  it("can be sent back as they were read without a change", async () => {
    const item = await anItem();
    const before = (await shop.v2(`/orders/${item.order_id}`)).body;
    const same = await shop.v2("/orders/bulk-updates", {
      body: { orders: [{ id: before.id, version: before.version, items: [{ id: item.id, properties: before.items[0].properties }] }] },
    });
    expect({ outcome: same.body.results[0].outcome, warnings: same.headers.get("X-Warnings") }).toEqual({
      outcome: "unchanged",
      warnings: null,
    });
    const other = { id: before.id, items: [{ id: item.id, properties: before.items[0].properties.toReversed() }] };
    expect((await shop.v2("/orders/bulk-updates", { body: { orders: [other] } })).body.results[0].outcome).toBe("updated");
    expect(await stored(item)).toEqual(SHOWN.toReversed());
  });

  it("are set by an update of their source and kept if the update omits them", async () => {
    const order = (item: object) => orderBody({ external_id: "again", items: [{ ...MUG, external_id: "1", ...item }] });
    await shop.v2("/orders", { body: order({ properties: SENT }) });
    const update = async (item: object) => (await shop.v2("/orders?on_conflict=update", { body: order(item) })).body.items[0].properties;
    expect(await update({ sku: "NEW" })).toEqual(SHOWN);
    expect(await update({ properties: [SENT[2]] })).toEqual([SHOWN[2]]);
  });

  it("are found by the words of their values in searches of orders and items, until they change", async () => {
    const item = await anItem([
      { name: "Engraving", value: "Quokka Mountain" },
      { name: "_sheet", value: "Narwhal" },
    ]);
    expect([await found("quokka"), await found("narwhal mount")]).toEqual([[item.order_id], [item.order_id]]);
    const foundItems = async () => (await shop.v1("/orderItems?search=quokka")).body.data.map(({ id }: { id: string }) => id);
    expect(await foundItems()).toEqual([item.id]);
    await shop.v2(`/order-items/${item.id}`, { method: "PATCH", body: { properties: null } });
    expect([await found("quokka"), await found("narwhal"), await foundItems()]).toEqual([[], [], []]);
  });

  it("are copied to a reprint", async () => {
    const item = await anItem();
    expect((await shop.v2(`/orders/${item.order_id}/reprint`, { body: { number: 1 } })).body.items[0].properties).toEqual(SHOWN);
  });

  it("can be 100 with 50,000 characters in all", async () => {
    const many = Array.from({ length: 100 }, (_, n) => ({ name: `n${n}`.padEnd(5, "x"), value: "ж".repeat(495) }));
    expect((await anItem(many)).properties).toHaveLength(100);
  });

  it.each([
    ["properties", Array.from({ length: 101 }, (_, n) => ({ name: `${n}`, value: "" })), "too_big"],
    ["properties", Array.from({ length: 11 }, () => ({ name: "n", value: "x".repeat(4999) })), "properties_too_long"],
    ["properties", { Engraving: "Ava" }, "invalid_type"],
    ["properties[0].name", [{ name: " ", value: "x" }], "too_small"],
    ["properties[0].name", [{ name: "x".repeat(256), value: "x" }], "too_big"],
    ["properties[0].name", [{ value: "x" }], "invalid_type"],
    ["properties[0].value", [{ name: "x" }], "invalid_type"],
    ["properties[0].value", [{ name: "x", value: 5 }], "invalid_type"],
    ["properties[1].value", [SENT[0], { name: "x", value: "x".repeat(5001) }], "too_big"],
  ])("rejects %s with the field's name, and writes nothing", async (path, properties, code) => {
    const { status, body } = await shop.v2("/orders", {
      body: orderBody({ external_id: "never", items: [{ ...MUG, properties }] }),
    });
    expect({ status, details: body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: `items[0].${path}`, code })],
    });
    expect((await shop.v2("/orders?external_id=never")).body.data).toEqual([]);
  });
});

describe("in the console", () => {
  it("are on the order's page, with hidden ones collapsed and links to files", async () => {
    const item = await anItem();
    const { text } = await member.open(`/orders/${item.order_id}`);
    expect(text).toContain("Engraving: Ava &amp; &lt;Bo&gt;,\nforever");
    const [, folded = ""] = /<details><summary>Hidden properties \(1\)<\/summary>(.*?)<\/details>/s.exec(text) ?? [];
    expect(folded).toContain('href="https://files.example.com/print/1.png"');
    expect(text.replace(folded, "")).not.toContain("_print_file_url");
  });

  it("are in the item's edit form, which keeps what was not edited", async () => {
    const item = await anItem();
    const path = `/orders/${item.order_id}/items/${item.id}`;
    const { text } = await member.open(`${path}/edit`);
    // Four rows with properties, and three empty ones.
    for (const name of ["Properties: name 4", "Properties: value 7"]) expect(text).toContain(`aria-label="${name}"`);
    const form = {
      name: MUG.name,
      price: "9.99",
      quantity: "1",
      expected_version: "1",
      properties_name: [...SENT.map(({ name }) => name), "", ""],
      properties_value: [...SENT.map(({ value }) => value), "", ""],
    };
    expect((await member.send(path, form)).status).toBe(303);
    expect((await shop.v2(`/orders/${item.order_id}`)).body.version).toBe(1);
    const edited = { ...form, properties_name: ["", "_print_file_url", "New"], properties_value: ["", "https://x.example/2.png", "value"] };
    expect((await member.send(path, edited)).status).toBe(303);
    expect(await stored(item)).toEqual([
      { name: "_print_file_url", value: "https://x.example/2.png", hidden: true },
      { name: "New", value: "value", hidden: false },
    ]);
  });

  it("have an error below their rows if a name is missing, and the form keeps the input", async () => {
    const item = await anItem();
    const form = { name: "Mug", price: "9.99", quantity: "1", properties_name: ["Engraving", ""], properties_value: ["Ava", "no name"] };
    const { status, text } = await member.send(`/orders/${item.order_id}/items/${item.id}`, form);
    expect([status, text.includes("no name")]).toEqual([400, true]);
    expect(text).toMatch(/<legend>Properties<\/legend>(?:(?!<\/fieldset>).)*<p class="field-error">Fill in this field\./s);
    expect(await stored(item)).toEqual(SHOWN);
  });

  it("can be entered for an added item", async () => {
    const { id } = await ingestOrder(shop);
    const form = { name: "Card", price: "1", properties_name: ["Engraving", ""], properties_value: ["Ava", ""] };
    expect((await member.send(`/orders/${id}/items/new`, form)).status).toBe(303);
    const { items } = (await shop.v2(`/orders/${id}`)).body;
    expect(items.at(-1).properties).toEqual([{ name: "Engraving", value: "Ava", hidden: false }]);
  });

  it("are on job tickets and packing slips, except the hidden ones", async () => {
    const { order_id: id } = await anItem();
    for (const document of ["tickets", "slips"]) {
      const { text } = await member.open(`/orders/print?ids=${id}&document=${document}`);
      expect([text.includes("second line of the same name"), text.includes("print_file")]).toEqual([true, false]);
    }
  });

  it("are shown once if they are also a line of the variations or the personalization", async () => {
    const properties = [
      { name: "Color", value: "Teal" },
      { name: "Name", value: "Ava" },
      // Only the beginning of a line, so it is shown as a property.
      { name: "Name", value: "Av" },
    ];
    const items = [{ ...MUG, variations: "Color: Teal, Size: L", personalization: "Name: Ava", properties }];
    const { id } = await ingestOrder(shop, { items });
    const { text } = await member.open(`/orders/print?ids=${id}`);
    expect(["Color: Teal", "Name: Ava", "Name: Av<"].map((line) => text.split(line).length - 1)).toEqual([1, 1, 1]);
  });
});
