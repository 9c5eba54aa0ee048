import { beforeEach, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { connectCarrier } from "./carriers/fixtures";
import {
  connect,
  deliverShopify,
  deliverWoo,
  inboxOf,
  orderOf,
  processInbox,
  shopifyOrder,
  type TestConnection,
  wooOrder,
} from "./fixtures";

const fileUrl = (file: string) => `https://files.example.com/${file}`;

type Pairs = readonly (readonly [name: string, value: string])[];
const named = (pairs: Pairs) => pairs.map(([name, value]) => ({ name, value }));
const lineOf = (pairs: Pairs) => ({ id: 1, name: "Ornament", quantity: 1, price: "10.00", properties: named(pairs) });

let shop: Shop;
beforeEach(async () => {
  shop = await createShop();
});

const connectShopify = async (property_map: unknown[] = []) =>
  await connect(shop, { platform: "shopify", webhook_secret: "the-secret-of-shopify", property_map });

/** Delivers a Shopify order of one item with these properties. Returns the stored item, and what was omitted. */
async function deliverAndReadItem(connection: TestConnection, pairs: Pairs, fields: Record<string, unknown> = {}) {
  await deliverShopify(connection, shopifyOrder({ id: 7, line_items: [lineOf(pairs)], ...fields }));
  await processInbox(shop, connection);
  const [item] = (await orderOf(shop, "7")).items;
  return { item, reason: (await inboxOf(connection)).at(-1)?.["reason"] };
}

/** The properties that apps write. The names are theirs, and the values are our own. */
const APPS: readonly (readonly [app: string, pairs: Pairs, fields: Record<string, unknown>])[] = [
  [
    "Customily",
    [
      ["Enter Name 1", "Ava"],
      ["_customily-thumb-id", "_thumb-id-17"],
      ["_customily-preview", fileUrl("preview.jpeg")],
      ["_customily-thumb", fileUrl("thumb.jpeg")],
      ["_customily-production-url", fileUrl("print.png")],
      ["_customily-personalization-id", "_customily-id-5"],
    ],
    { design_url: fileUrl("print.png"), personalization: "Enter Name 1: Ava", metadata: { preview: fileUrl("preview.jpeg") } },
  ],
  [
    "Teeinblue",
    [
      ["_customization_image", fileUrl("mug.png")],
      ["_tib_design_link_1", fileUrl("front.png")],
      ["_tib_design_link_2", fileUrl("back.png")],
    ],
    { design_url: fileUrl("front.png"), personalization: null, metadata: { preview: fileUrl("mug.png") } },
  ],
  [
    "Zakeke",
    [
      ["customization", "000-5c"],
      ["_previews", `${fileUrl("a.png")}#Front,${fileUrl("b.png")}#Back`],
      ["_zakekeZip", fileUrl("files.zip")],
    ],
    { design_url: fileUrl("files.zip"), metadata: { preview: `${fileUrl("a.png")}#Front,${fileUrl("b.png")}#Back` } },
  ],
  [
    "Product Personalizer",
    [
      ["Full Name", "Bo Example"],
      ["Preview", fileUrl("card.png")],
      ["_pdf", fileUrl("card.pdf")],
      ["_pplr_preview", "Preview"],
    ],
    { design_url: fileUrl("card.pdf"), personalization: "Full Name: Bo Example", metadata: { preview: fileUrl("card.png") } },
  ],
  [
    "a bridge to a printing service",
    [
      ["Personalization", "For Mum"],
      ["Color", "Red"],
      ["size", "L"],
      ["_Print_File_URL", fileUrl("shirt.png")],
    ],
    { design_url: fileUrl("shirt.png"), personalization: "Personalization: For Mum", color: "Red", size: "L", metadata: {} },
  ],
];

describe("the properties of an item of a shop", () => {
  it.each(APPS)("become fields as %s writes them, and are kept as properties", async (_, pairs, fields) => {
    const { item, reason } = await deliverAndReadItem(await connectShopify(), pairs);
    expect(item).toMatchObject(fields);
    expect(item.properties.map(({ name, value }: { name: string; value: string }) => [name, value])).toEqual(pairs);
    expect(reason).toBeNull();
  });

  it("become fields in WooCommerce too, whose variations are unchanged", async () => {
    const connection = await connect(shop);
    const meta_data = [
      { key: "pa_size", value: "l", display_key: "Size", display_value: "L" },
      { key: "Personalisation", value: "Ava", display_key: "Personalisation", display_value: "<p>Ava</p>" },
      { key: "_pod_print_file_url", value: fileUrl("poster.pdf") },
    ];
    const line = { id: 1, name: "Poster", quantity: 1, subtotal: "12.00", subtotal_tax: "0.00", total: "12.00", meta_data };
    await deliverWoo(connection, wooOrder({ line_items: [line], total: "22.00", total_tax: "0.00" }));
    await processInbox(shop, connection);
    expect((await orderOf(shop, "727")).items[0]).toMatchObject({
      design_url: fileUrl("poster.pdf"),
      size: "L",
      personalization: "Personalisation: Ava",
      variations: "Size: L, Personalisation: Ava",
    });
  });

  it("follow the connection's own map before the defaults", async () => {
    const connection = await connectShopify([
      { name: "  ENGRAVING ", field: "personalization" },
      { name: "fabric", field: "material" },
      { name: "Motif #", field: "design_url" },
      { name: "Gift wrap", field: "metadata", key: "wrap" },
      // Switches a default off.
      { name: "_pdf", field: null },
      { name: "size", field: "metadata", key: "shirt_size" },
    ]);
    const { item, reason } = await deliverAndReadItem(connection, [
      ["Engraving", "Ava"],
      ["Font", "Serif"],
      ["Fabric ", "Linen"],
      ["_pdf", fileUrl("card.pdf")],
      ["Motif 12", fileUrl("motif.png")],
      ["Gift wrap", "Yes"],
      ["Size", "L"],
    ]);
    expect(item).toMatchObject({
      design_url: fileUrl("motif.png"),
      personalization: "Engraving: Ava\nFont: Serif",
      material: "Linen",
      size: null,
      metadata: { wrap: "Yes", shirt_size: "L" },
    });
    expect({ propertyCount: item.properties.length, reason }).toEqual({ propertyCount: 7, reason: null });
  });

  it("give a field the first value that fits, and the message says which fields had a value that does not", async () => {
    const { item, reason } = await deliverAndReadItem(await connectShopify([{ name: "proof", field: "metadata", key: "proof" }]), [
      // A web address has at most 2,048 characters, and a value of metadata 500.
      ["_pdf", "see email"],
      ["_tib_design_link_1", `https://files.example.com/${"x".repeat(2040)}`],
      ["_tib_design_link_2", fileUrl("back.png")],
      ["_tib_design_link_3", fileUrl("side.png")],
      ["proof", "x".repeat(501)],
      ["Color", ""],
      ["Colour", "Blue"],
      ["Farbe", "Rot"],
    ]);
    expect(item).toMatchObject({ design_url: fileUrl("back.png"), color: "Blue", metadata: {} });
    expect(reason).toBe("line_items.properties: design_url is no web address; line_items.properties: a value is too long for metadata");
  });

  it("are truncated to the length of a field", async () => {
    const { item } = await deliverAndReadItem(await connectShopify(), [["Size", "x".repeat(300)]]);
    expect({ sizeLength: item.size.length, valueLength: item.properties[0].value.length }).toEqual({ sizeLength: 255, valueLength: 300 });
  });

  it("keep the value of a field when its property is removed", async () => {
    const connection = await connectShopify();
    await deliverAndReadItem(connection, [["_pdf", fileUrl("card.pdf")]]);
    const { item } = await deliverAndReadItem(connection, [["Font", "Serif"]], { updated_at: "2026-01-11T12:00:00-05:00" });
    expect(item).toMatchObject({ design_url: fileUrl("card.pdf"), personalization: "Font: Serif" });
  });

  it("are stored too if the metadata that a person has filled has no room", { tags: "long" }, async () => {
    const connection = await connectShopify();
    const before = await deliverAndReadItem(connection, [["Font", "Serif"]]);
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, key) => [`key-${key}`, "x"]));
    const filled = await shop.v2(`/order-items/${before.item.id}`, { method: "PATCH", body: { metadata } });
    expect(filled.status).toBe(200);
    const pairs = [
      ["Preview", fileUrl("card.png")],
      ["_pdf", fileUrl("card.pdf")],
    ] as const;
    const { item, reason } = await deliverAndReadItem(connection, pairs, { updated_at: "2026-01-11T12:00:00-05:00" });
    expect({ design_url: item.design_url, metadata: item.metadata, reason }).toEqual({
      design_url: fileUrl("card.pdf"),
      metadata,
      reason: "metadata would have too many pairs",
    });
  });
});

describe("the property map of a connection", () => {
  const MAP = [
    { name: "Engraving", field: "personalization", key: null },
    { name: "_preview", field: "metadata", key: "proof" },
    { name: "_pdf", field: null, key: null },
  ];

  it("is created, read, replaced and emptied, and is in the audit log", async () => {
    const { id } = await connect(shop, { property_map: MAP });
    expect((await shop.v2(`/connections/${id}`)).body.property_map).toEqual(MAP);
    const patch = async (body: unknown) => await shop.v2(`/connections/${id}`, { method: "PATCH", body });
    // A map can be sent as it was read.
    expect((await patch({ property_map: MAP.slice(1) })).body.property_map).toEqual(MAP.slice(1));
    expect((await patch({ enabled: true })).body.property_map).toEqual(MAP.slice(1));
    expect((await patch({ property_map: [] })).body.property_map).toEqual([]);
    const entries = await rows<{ details: string }>("select details from audit_log where target_id = ? order by id", id);
    // The entry of a change of the map has the number of its names. The creation and the change of another field have none.
    expect(entries.map(({ details }) => JSON.parse(details).property_map)).toEqual([undefined, 2, undefined, 0]);
  });

  it.each([
    ["a field that items do not have", [{ name: "a", field: "sku" }], "property_map[0].field", "invalid_value"],
    ["no name", [{ name: " ", field: "size" }], "property_map[0].name", "too_small"],
    ["a name that is too long", [{ name: "x".repeat(256), field: "size" }], "property_map[0].name", "too_big"],
    ["a name twice", [MAP[0], { name: "engraving ", field: "size" }], "property_map[1].name", "repeated_property"],
    ["metadata without a key", [{ name: "a", field: "metadata" }], "property_map[0].key", "key_required"],
    ["a key of another field", [{ name: "a", field: "size", key: "size" }], "property_map[0].key", "key_not_expected"],
    ["a key that metadata can't have", [{ name: "a", field: "metadata", key: "a[b]" }], "property_map[0].key", "invalid_key"],
    ["too many names", Array.from({ length: 101 }, (_, at) => ({ name: `a${at}x`, field: "size" })), "property_map", "too_big"],
  ])("is rejected with %s, and nothing is written", async (_, property_map, path, code) => {
    const { id } = await connect(shop, { property_map: MAP });
    const changed = await shop.v2(`/connections/${id}`, { method: "PATCH", body: { property_map } });
    expect({ status: changed.status, detail: changed.body.error.details[0] }).toEqual({
      status: 400,
      detail: expect.objectContaining({ path, code }),
    });
    const created = await shop.v2("/connections", { body: { store: "corner", platform: "woocommerce", property_map } });
    expect({ status: created.status, detail: created.body.error.details[0] }).toEqual({
      status: 400,
      detail: expect.objectContaining({ path, code }),
    });
    const { data } = (await shop.v2("/connections")).body;
    expect({ count: data.length, property_map: data[0].property_map }).toEqual({ count: 1, property_map: MAP });
  });

  it("is available only for shops", async () => {
    const { id } = await connectCarrier(shop);
    const changed = await shop.v2(`/connections/${id}`, { method: "PATCH", body: { property_map: MAP } });
    const created = await shop.v2("/connections", { body: { platform: "easypost", property_map: MAP } });
    for (const { status, body } of [changed, created])
      expect({ status, detail: body.error.details[0] }).toEqual({
        status: 400,
        detail: expect.objectContaining({ path: "property_map", code: "not_a_shop" }),
      });
  });
});
