import { expect, it } from "vitest";
import { AMAZON, EBAY, ETSY, onlyOrder, readCsv, readTabs, SHOPIFY, WOOCOMMERCE } from "./read-rows.ts";

/** Texts of a buyer about an order in the columns of each format (docs/spec/import.md#texts-of-the-buyer). */

it.each([
  ["shopify", "Notes", SHOPIFY],
  ["etsy", "Message from buyer", ETSY],
  ["etsy", "Message From Buyer", ETSY],
  ["etsy", "Buyer Message", ETSY],
  ["etsy", "Note from buyer", ETSY],
  ["etsy", "message_from_buyer", ETSY],
  ["ebay", "Buyer Note", EBAY],
  ["ebay", "Buyer note", EBAY],
  ["ebay", "Nachricht des Käufers", EBAY],
  ["woocommerce", "customer_note", WOOCOMMERCE],
  ["woocommerce", "Customer Note", WOOCOMMERCE],
  ["woocommerce", "Customer Notes", WOOCOMMERCE],
  ["woocommerce", "Order Comments", WOOCOMMERCE],
])("reads the note of the buyer of %s in the column %s", async (format, column, row) => {
  for (const note of ["Ring twice", "Two lines,\nwith “quotes” and a comma", "=not a formula", "007"]) {
    const read = await readCsv({ ...row, [column]: note });
    expect({ format: read.format, buyer_note: onlyOrder(read).order.buyer_note }).toEqual({ format, buyer_note: note });
  }
  expect(onlyOrder(await readCsv({ ...row, [column]: "" })).order).not.toHaveProperty("buyer_note");
});

it.each(["Gift Message", "gift message", "Gift note"])("reads Etsy's gift message in the column %s", async (column) => {
  expect(onlyOrder(await readCsv({ ...ETSY, [column]: "For Nan" })).order).toMatchObject({ gift_message: "For Nan" });
});

it("reads Amazon's gift message, and joins those of several items, each once", async () => {
  const first = { ...AMAZON, "gift-message-text": "Happy birthday, Nan!" };
  expect(onlyOrder(await readTabs(first)).order).toMatchObject({ gift_message: "Happy birthday, Nan!", is_gift: true });
  const item = (id: string, text: string) => ({ ...first, "order-item-id": id, "gift-message-text": text });
  const { order } = onlyOrder(
    await readTabs(first, item("10000000000092", "And for Bo"), item("10000000000093", "Happy birthday, Nan!"), item("10000000000094", "")),
  );
  expect(order).toMatchObject({ gift_message: "Happy birthday, Nan!\nAnd for Bo" });
});

it("joins the notes in the rows of an order, each once", async () => {
  const item = (id: string, note: string) => ({ ...ETSY, "Transaction ID": id, "Message From Buyer": note });
  const { order } = onlyOrder(
    await readCsv(item("5200000001", "Note 1"), item("5200000002", "Note 1"), item("5200000003", "Note 2"), item("5200000003", "Note 2")),
  );
  expect(order).toMatchObject({ buyer_note: "Note 1\nNote 2" });
  expect(order.items).toHaveLength(3);
});

it.each(["Personalization", "Personalisation", "PERSONALISATION"])(
  "reads Etsy's personalization in the column %s, unless the variations have one",
  async (column) => {
    expect(onlyOrder(await readCsv({ ...ETSY, [column]: "Biscuit" })).order.items[0]).toMatchObject({ personalization: "Biscuit" });
    const both = { ...ETSY, Variations: "Size:L,Personalisation:Rex", [column]: "Biscuit" };
    expect(onlyOrder(await readCsv(both)).order.items[0]).toMatchObject({ personalization: "Rex" });
  },
);

it("truncates a note that is too long, with a warning", async () => {
  const { order, reasons } = onlyOrder(await readCsv({ ...SHOPIFY, Notes: "x".repeat(6000) }));
  expect({ buyer_note: order.buyer_note, reasons }).toEqual({ buyer_note: "x".repeat(5000), reasons: ["truncated"] });
});

it.each([
  ["Color: Red", [["Color", "Red"]]],
  [
    "Color: Red, Size: L",
    [
      ["Color", "Red"],
      ["Size", "L"],
    ],
  ],
  [
    "Color:Red|Engraving: Ava, with love",
    [
      ["Color", "Red"],
      ["Engraving", "Ava, with love"],
    ],
  ],
  [
    "Color=Red;_print_file_url=https://files.example/a.png?x=1",
    [
      ["Color", "Red"],
      ["_print_file_url", "https://files.example/a.png?x=1"],
    ],
  ],
  ["Engraving: To Ann, from Bob", [["Engraving", "To Ann, from Bob"]]],
  [
    "Engraving: Line one\nSize: L",
    [
      ["Engraving", "Line one"],
      ["Size", "L"],
    ],
  ],
  ["_file: https://files.example/a.png", [["_file", "https://files.example/a.png"]]],
  ["Empty:", null],
  ["Red, large", null],
  ["https://files.example/a.png", null],
  ["", null],
] as const)("reads the meta data of an item of WooCommerce: %j", async (meta, expected) => {
  const item = onlyOrder(await readCsv({ ...WOOCOMMERCE, line_item_meta: meta })).order.items[0];
  expect(item?.properties ?? null).toEqual(expected?.map(([name, value]) => ({ name, value })) ?? null);
  expect(item?.variations ?? "").toBe(meta);
});

it("reads the customization of each item by Amazon's buyer", async () => {
  const url = "https://example.com/custom/1.zip";
  const custom = { ...AMAZON, "customized-url": url, "gift-wrap-type": "Ribbon" };
  const plain = { ...custom, "order-item-id": "10000000000092", "customized-url": "", "gift-wrap-type": "" };
  const { order } = onlyOrder(await readTabs(custom, plain));
  expect(order.items.map(({ properties }) => properties)).toEqual([
    [
      { name: "gift-wrap-type", value: "Ribbon" },
      { name: "customized-url", value: url },
    ],
    undefined,
  ]);
});

it("truncates properties that are too long or too many, with a warning", async () => {
  const long = onlyOrder(await readCsv({ ...WOOCOMMERCE, line_item_meta: `Text: ${"x".repeat(6000)}` }));
  expect(long.order.items[0]?.properties).toEqual([{ name: "Text", value: "x".repeat(5000) }]);
  expect(long.reasons).toEqual(["truncated"]);
  const many = Array.from({ length: 150 }, (_, n) => `n${n}: ${n}`).join("|");
  const first = onlyOrder(await readCsv({ ...WOOCOMMERCE, line_item_meta: many }));
  expect(first.order.items[0]?.properties).toHaveLength(100);
  expect(first.reasons).toEqual(["truncated"]);
});

it.each([
  ["Engraving: Ava", { Engraving: "Ava" }, undefined],
  ["Engraving: Ava\nFont: Script", { Engraving: "Ava", Font: "Script" }, undefined],
  [
    "Gift message: Happy\nbirthday, Nan!\nEngraving: Ava",
    { "Gift message": "Happy\nbirthday, Nan!", Engraving: "Ava" },
    "Happy\nbirthday, Nan!",
  ],
  ["gift_note: Hi", { gift_note: "Hi" }, "Hi"],
  ["_file: https://files.example/a.png", { _file: "https://files.example/a.png" }, undefined],
  ["Empty:\nTime: 10:30", { Time: "10:30" }, undefined],
  ["", undefined, undefined],
])("reads Shopify's note attributes: %j", async (cell, metadata, gift) => {
  const { order } = onlyOrder(await readCsv({ ...SHOPIFY, Notes: "Ring", "Note Attributes": cell }));
  expect({ metadata: order.metadata, gift_message: order.gift_message, buyer_note: order.buyer_note }).toEqual({
    metadata,
    gift_message: gift,
    buyer_note: "Ring",
  });
});

it("adds note attributes that are not metadata to the note of the buyer, and keeps a long gift message", async () => {
  // In metadata, a value has at most 500 characters, a name at most 40 and no brackets, and each name is there once.
  const long = "x".repeat(501);
  const cell = `Letter: ${long}\n${"k".repeat(41)}: v\na[b]: c\nGift message: ${long}\nOK: yes\nOK: again`;
  const { order, reasons } = onlyOrder(await readCsv({ ...SHOPIFY, Notes: "Ring", "Note Attributes": cell }));
  expect(order.metadata).toEqual({ OK: "yes" });
  expect(order.gift_message).toBe(long);
  expect(order.buyer_note).toBe(`Ring\nLetter: ${long}\n${"k".repeat(41)}: v\na[b]: c\nOK: again`);
  expect(reasons).toEqual([]);
});

it("removes characters of names that the API does not store", async () => {
  const bell = String.fromCharCode(7);
  const shop = onlyOrder(await readCsv({ ...SHOPIFY, "Note Attributes": `${bell}Engraving${bell}: Ava\n${bell}: nothing` }));
  // A line whose name is empty continues the value before it.
  expect(shop.order.metadata).toEqual({ Engraving: "Ava\n: nothing" });
  const woo = onlyOrder(await readCsv({ ...WOOCOMMERCE, line_item_meta: `${bell}Color${bell}: Red` }));
  expect(woo.order.items[0]?.properties).toEqual([{ name: "Color", value: "Red" }]);
});
