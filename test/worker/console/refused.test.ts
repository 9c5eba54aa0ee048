import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { connect } from "../connections/fixtures";
import { createMember, type Page, type Visitor } from "./kit";

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await createShop();
  owner = await createMember(shop.id, "owner");
});

/**
 * The focused elements of a page: the id of each field with autofocus, or the role of a notice. The closed keyboard help has its own.
 */
function focusedIn({ text }: Page): string[] {
  const tags = [...text.matchAll(/<(?!button)\w+ [^>]*\bautofocus\b[^>]*>/g)].map(([tag]) => tag);
  return tags.map((tag) => /\b(?:id|role)="([^"]+)"/.exec(tag)?.[1] ?? tag);
}

const titleOf = ({ text }: Page) => /<title>([^<]+)</.exec(text)?.[1];
const errorOf = ({ text }: Page, id: string) => new RegExp(`id="${id}-error">([^<]+)<`).exec(text)?.[1];

describe("a rejected form", () => {
  it("has a title with the error, and the focus only in its first invalid field", async () => {
    const response = await owner.send("/stores", { name: "", platform: "etsy", currency: "ZZZ", type: "" });
    expect({ status: response.status, title: titleOf(response), focused: focusedIn(response) }).toEqual({
      status: 400,
      title: "Not saved: Create store · Order Operations",
      focused: ["name"],
    });
    const fresh = await owner.open("/stores/new");
    expect({ title: titleOf(fresh), focused: focusedIn(fresh) }).toEqual({ title: "Create store · Order Operations", focused: [] });
  });

  it("has the focus in its notice if no field is invalid", async () => {
    const { id } = await ingestOrder(shop, {});
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Ana" } });
    const response = await owner.send(`/orders/${id}/status`, { status: "Cancelled", reason: "Late", expected_version: "1" });
    expect({ status: response.status, focused: focusedIn(response) }).toEqual({ status: 412, focused: ["alert"] });
    expect(response.text).toContain("Somebody changed this order");
  });

  it("names a cost below 0 as invalid", async () => {
    const { id, items } = await ingestOrder(shop, { items: [{ name: "Cheap", price: 1 }] });
    const [{ id: item }] = items;
    const row = await owner.send("/attention/cost", { [`fill_${item}`]: "-1" });
    expect({ status: row.status, error: errorOf(row, `fill_${item}`), focused: focusedIn(row) }).toEqual({
      status: 400,
      error: "At least 0.",
      focused: [`fill_${item}`],
    });
    const page = await owner.send(`/orders/${id}/items/${item}`, { name: "Cheap", cost: "-0.01" });
    expect({ status: page.status, error: errorOf(page, "cost") }).toEqual({ status: 400, error: "At least 0." });
    expect(await rows("select cost from order_items where id = ?", item)).toEqual([{ cost: null }]);
    expect((await owner.send(`/orders/${id}/items/${item}`, { name: "Cheap", cost: "" })).status).toBe(303);
    expect((await owner.send("/attention/cost", { [`fill_${item}`]: "0" })).status).toBe(303);
  });

  it("says in plain words that a field needs a whole number, an IP address or an email address", async () => {
    const ticket = await owner.send("/tickets", { subject: "Late", order_id: "x1" });
    expect(errorOf(ticket, "order_id")).toBe("Enter a whole number, for example 12.");
    const fields = { name: "Tool", scopes: "order:read", rate_limit: "1.5", daily_quota: "many", allowed_ips: "nowhere" };
    const token = await owner.send("/settings/api-tokens", fields);
    expect(["rate_limit", "daily_quota", "allowed_ips"].map((id) => errorOf(token, id))).toEqual([
      "Enter a whole number, for example 12.",
      "Enter a whole number, for example 12.",
      "Enter an IP address or a range such as 192.0.2.0/24.",
    ]);
    expect(errorOf(await owner.send("/settings/members", { email: "nobody", role: "viewer" }), "email")).toBe("Enter an email address.");
  });

  it("names the item with too large a quantity in a fulfillment, at its field", async () => {
    const items = [
      { name: "Mug", price: 1, quantity: 2 },
      { name: "Card", price: 1, quantity: 1 },
    ];
    const order = await ingestOrder(shop, { items });
    const [mug, card] = [`take_${order.items[0].id}`, `take_${order.items[1].id}`];
    const send = async (form: Record<string, string>) => await owner.send(`/orders/${order.id}/fulfillments`, form);
    // Omitted items must not shift the errors of the others.
    const cards = await send({ [mug]: "0", [card]: "2" });
    expect({ card: errorOf(cards, card), mug: errorOf(cards, mug) }).toEqual({ card: "Only 1 left to fulfill of Card.", mug: undefined });
    expect(errorOf(await send({ [mug]: "3", [card]: "1" }), mug)).toBe("Only 2 left to fulfill of Mug.");
    expect(errorOf(await send({ [mug]: "two" }), mug)).toBe("Enter a whole number, for example 12.");
    expect((await send({ [mug]: "2", [card]: "1" })).status).toBe(303);
    const late = await send({ [mug]: "1" });
    expect({ status: late.status, text: late.text }).toEqual({
      status: 409,
      text: expect.stringContaining("Only 0 left to fulfill of Mug."),
    });
  });
});

/** The paths of the pages of one row. */
const rowPages = consoleRoutes.filter(({ method, path }) => method === "get" && path.includes("/:id")).map(({ path }) => path);

describe("a page that does not exist", () => {
  it("has a message about pages and URLs, not about resources and requests", async () => {
    const headingOf = ({ text }: Page) => /<h1>([^<]+)</.exec(text)?.[1];
    expect(headingOf(await owner.open("/nowhere"))).toBe("Page not found.");
    const response = await owner.open("/orders?page=x");
    expect({ heading: headingOf(response), text: response.text }).toEqual({
      heading: "The URL is invalid.",
      text: expect.stringContaining("Expected an integer from 1 to 100000."),
    });
  });

  it.each([
    ["/orders/999999999", "Order", "/orders"],
    ["/orders/1/items/999999999", "Item", "/orders"],
    ["/products/999999999", "Product", "/products"],
    ["/tickets/999999999/edit", "Ticket", "/tickets"],
    ["/connections/con_unknown", "Connection", "/connections"],
    ["/webhooks/we_unknown", "Webhook endpoint", "/webhooks"],
    ["/webhooks/we_unknown/deliveries/dlv_unknown", "Delivery", "/webhooks"],
    ["/settings/api-keys/999999999", "API key", "/settings/api-keys"],
  ])("%s names the missing resource, and links to the list", async (path, name, list) => {
    const { status, text } = await owner.open(path);
    expect({ status, heading: /<h1>([^<]+)</.exec(text)?.[1] }).toEqual({ status: 404, heading: `${name} not found.` });
    expect(text).toMatch(new RegExp(`<a class="button primary" href="/console/\\d+${list}">View the list</a>`));
  });

  it.each(rowPages)("%s names the missing row, and links to the list", async (path) => {
    const { status, text } = await owner.open(path.replaceAll(/:[a-z_]+/g, "999999999"));
    expect({ status, heading: /<h1>([^<]+)</.exec(text)?.[1] }).toEqual({
      status: 404,
      heading: expect.stringMatching(/^(?!Page)[A-Z].* not found\.$/),
    });
    expect(text).toContain("View the list");
  });
});

describe("JSON that was rejected", () => {
  it("gets the error only: no page has every element of its lists", async () => {
    const connection = await connect(shop, { platform: "shopify", webhook_secret: "the-secret-of-shopify" });
    const many = Array.from({ length: 2000 }, () => "x");
    const rejected = [
      await owner.sendJson(`/connections/${connection.id}/properties`, { property_name: many, property_field: many }),
      await owner.sendJson("/products", { metadata_name: many, metadata_value: many }),
      await owner.sendJson("/stores", { name: many }),
    ];
    for (const { status, text, headers } of rejected) {
      // A page would have at least 10 characters of markup for each of the 2,000 elements.
      expect({ status, contentType: headers.get("Content-Type"), isShort: text.length < 20_000 }).toEqual({
        status: 400,
        contentType: "application/json",
        isShort: true,
      });
      expect(JSON.parse(text)).toMatchObject({ error: { code: "validation_error" } });
    }
  });
});
