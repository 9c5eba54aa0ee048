import { beforeEach, expect, it } from "vitest";
import { createShop, type Shop } from "../../kit/client";
import { connectCarrier } from "../connections/carriers/fixtures";
import { connect, deliverShopify, orderOf, processInbox, shopifyOrder, type TestConnection } from "../connections/fixtures";
import { createMember, type Page, type Visitor } from "./kit";

let shop: Shop;
let admin: Visitor;
let connection: TestConnection;
beforeEach(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
  connection = await connect(shop, { platform: "shopify", webhook_secret: "the-secret-of-shopify" });
});

const PDF = "https://files.example.com/card.pdf";

async function deliver(id: number, pairs: readonly (readonly [name: string, value: string])[]): Promise<void> {
  const properties = pairs.map(([name, value]) => ({ name, value }));
  const line = { id: id * 10, name: "Card", quantity: 1, price: "10.00", properties };
  await deliverShopify(connection, shopifyOrder({ id, line_items: [line] }));
  await processInbox(shop, connection);
}

const open = async () => await admin.open(`/connections/${connection.id}`);
const readMap = async () => (await shop.v2(`/connections/${connection.id}`)).body.property_map;

/** The rows of the section: for each property its latest value and its field. */
function rowsIn({ text }: Page): string[] {
  const section = text.slice(text.indexOf('id="properties"'));
  const rows = section.slice(section.indexOf("<tbody>"), section.indexOf("</tbody>")).split("</tr>");
  const words = (html: string) => html.replaceAll(/<select.*?<\/select>|<[^>]+>/g, "").trim();
  // The value is below the name.
  const cells = rows.map((row) =>
    row
      .split(/<\/td>|<span class="below/)
      .slice(0, 3)
      .map((html) => words(html.replace(/^[^<]*>/, ""))),
  );
  return cells.filter(([name]) => (name ?? "") !== "").map((row) => row.join(" | "));
}

/** Sends the form with these rows. */
async function send(rows: readonly (readonly [name: string, field: string, key?: string])[], fields: Record<string, string> = {}) {
  return await admin.send(`/connections/${connection.id}/properties`, {
    property_name: [...rows.map(([name]) => name), ""],
    property_field: [...rows.map(([, field]) => field), ""],
    property_key: [...rows.map(([, , key = ""]) => key), ""],
    ...fields,
  });
}

it("the page of a connection lists the properties in the orders of the last deliveries, the newest first, with the field of each", async () => {
  expect((await open()).text).toContain("The orders of the last deliveries have no properties.");
  await deliver(1, [
    ["Engraving", "Ava"],
    ["_pdf", PDF],
    ["_batch", "<7>"],
    ["Preview", "x".repeat(501)],
  ]);
  await deliver(2, [
    ["engraving", "Bo"],
    ["_tib_design_link_1", "soon"],
    ["Size", "L"],
  ]);
  expect(rowsIn(await open())).toEqual([
    "engraving | Bo | Personalization",
    "_tib_design_link_1 | soon | Property only, because it is no web address",
    "Size | L | Size",
    `_pdf | ${PDF} | Design file`,
    "_batch | &lt;7&gt; | Property only",
    `Preview | ${"x".repeat(80)}… | Property only, because it is too long for metadata`,
  ]);
});

it("the form of properties saves the chosen fields, which apply to the next order, and then also lists properties that did not occur", async () => {
  await deliver(1, [["_batch", "7"]]);
  const sent = await send([
    ["_batch", "metadata", " batch "],
    ["Fabric", "material", "not used"],
    ["size", "none"],
    ["_pdf", ""],
  ]);
  expect(sent.location).toContain("done=properties_saved");
  expect(await readMap()).toEqual([
    { name: "_batch", field: "metadata", key: "batch" },
    { name: "Fabric", field: "material", key: null },
    { name: "size", field: null, key: null },
  ]);
  const shown = ["_batch | 7 | Metadata: batch", "Fabric | Not in these orders | Material", "size | Not in these orders | Property only"];
  expect(rowsIn(await open())).toEqual(shown);
  await deliver(2, [
    ["_batch", "8"],
    ["Size", "L"],
    ["FABRIC", "Linen"],
  ]);
  expect((await orderOf(shop, "2")).items[0]).toMatchObject({ metadata: { batch: "8" }, size: null, material: "Linen" });
});

it("the preview shows the chosen fields, and saves nothing", async () => {
  await deliver(1, [
    ["Motif", PDF],
    ["_pdf", PDF],
  ]);
  const preview = await send(
    [
      ["Motif", "design_url"],
      ["_pdf", "none"],
    ],
    { preview: "on" },
  );
  expect({ status: preview.status, text: preview.text }).toEqual({ status: 200, text: expect.stringContaining("It is not saved yet.") });
  expect(rowsIn(preview)).toEqual([`Motif | ${PDF} | Design file`, `_pdf | ${PDF} | Property only`]);
  expect(preview.text).toMatch(/<option value="none" selected/);
  expect(await readMap()).toEqual([]);
  expect(rowsIn(await open())).toEqual([`Motif | ${PDF} | Personalization`, `_pdf | ${PDF} | Design file`]);
});

it("the form of properties names the property of a rejected choice, and keeps the rows", async () => {
  const rejected = await send([
    ["Fabric", "material"],
    ["_batch", "metadata"],
  ]);
  expect({ status: rejected.status, text: rejected.text }).toEqual({
    status: 400,
    text: expect.stringContaining("_batch: Expected the key of the metadata."),
  });
  expect(rejected.text).toMatch(/<option value="metadata" selected/);
  expect(rowsIn(rejected)).toEqual(["Fabric | Not in these orders | Material", "_batch | Not in these orders | Metadata"]);
  expect(await readMap()).toEqual([]);
});

it("the form of properties is not shown for a carrier service, is forbidden to members, and not found by another organization", async () => {
  const { id } = await connectCarrier(shop);
  expect((await admin.open(`/connections/${id}`)).text).not.toContain("Properties of items");
  const member = await createMember(shop.id, "member");
  const path = `/connections/${connection.id}/properties`;
  expect((await member.send(path, { property_name: "Fabric", property_field: "material" })).status).toBe(403);
  const stranger = await createMember((await createShop()).id, "owner");
  expect((await stranger.send(path, { property_name: "Fabric", property_field: "material" })).status).toBe(404);
  expect(await readMap()).toEqual([]);
});

it.each([
  ["shopify", "you get the URL for the shop’s webhooks"],
  ["woocommerce", "you get the URL for the shop’s webhooks"],
  ["bigcommerce", "the webhooks are registered in the shop by its API"],
  ["easypost", "you get the URL for the service"],
])("the page of a new connection of %s says how its webhooks are set up", async (platform, text) => {
  expect((await admin.open(`/connections/new/${platform}`)).text).toContain(text);
});
