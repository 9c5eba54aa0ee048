import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { StandInShop } from "../connections/stand-in";
import { StandInBigcommerce } from "../connections/stand-in-bigcommerce";
import { StandInShopify } from "../connections/stand-in-shopify";
import { createMember, type Visitor } from "./kit";

/** New access to a shop's API is tested before anything is stored (docs/spec/connections.md#test). */

let shop: Shop;
let admin: Visitor;
beforeEach(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
});
afterEach(() => vi.restoreAllMocks());

type StandIn = StandInShop | StandInShopify | StandInBigcommerce;

/** Responds as the shop, or as `other` says. */
function serve(standIn: StandIn, other: (() => Response) | null = null): void {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => other?.() ?? (await standIn.response(new Request(input, init))));
}

const PLATFORMS = {
  woocommerce: () => new StandInShop(),
  shopify: () => new StandInShopify(),
  bigcommerce: () => new StandInBigcommerce(),
};
type Platform = keyof typeof PLATFORMS;

const formOf = ({ origin, key, secret }: StandIn, other: Record<string, string> = {}) => ({
  "new_store.name": "Lamps",
  webhook_secret: "a-secret-of-the-shop",
  "api.shop_url": origin,
  "api.key": key,
  "api.secret": secret,
  ...other,
});

/** Sends the form of a new connection. That of WooCommerce has no secret of the webhooks, because it is generated here. */
const send = async (platform: Platform, form: Record<string, string>) =>
  await admin.send(`/connections/new/${platform}`, platform === "woocommerce" ? { ...form, webhook_secret: "" } : form);

/** The numbers of connections and of stores. */
const countRows = async () =>
  await Promise.all(
    ["connections", "stores"].map(async (table) => (await rows(`select id from ${table} where organization_id = ?`, shop.id)).length),
  );

/** The names of the fields with an error, and the errors. */
function errorsIn(text: string) {
  return [...text.matchAll(/<p class="field-error" id="([^"]+)-error">([^<]+)/g)].map(([, name, message]) => ({ name, message }));
}

describe.each(Object.keys(PLATFORMS) as Platform[])("access to %s", (platform) => {
  it("that the shop accepts is stored, with a store that is created with the connection", async () => {
    const standIn = PLATFORMS[platform]();
    serve(standIn);
    const created = await send(platform, formOf(standIn));
    expect({ status: created.status, text: created.text }).toEqual({
      status: 200,
      text: expect.stringContaining("The shop’s API accepts the access."),
    });
    const stores = await rows(
      "select id, name, platform, currency from stores where organization_id = ? order by id desc limit 1",
      shop.id,
    );
    expect(stores).toMatchObject([{ name: "Lamps", platform, currency: "USD" }]);
    expect(await rows("select store_id, shop_url from connections where organization_id = ?", shop.id)).toEqual([
      { store_id: stores[0]?.["id"], shop_url: standIn.origin },
    ]);
  });

  it.each([
    ["a wrong secret", { "api.secret": "not-the-secret-of-the-shop" }, null, ["api.key", "api.secret"], "does not accept this"],
    ["a key that may not read orders", {}, () => new Response("no", { status: 403 }), ["api.key"], "does not let it read"],
    // The key of BigCommerce is the hash of the store.
    [
      "a shop that does not exist",
      {},
      () => new Response("no", { status: 404 }),
      [platform === "bigcommerce" ? "api.key" : "api.shop_url"],
      "has no shop here",
    ],
    ["another website", {}, () => new Response("<html>", { headers: { "Content-Type": "text/html" } }), ["api.shop_url"], "is not JSON"],
    ["a redirect", {}, () => new Response(null, { status: 301, headers: { Location: "/" } }), ["api.shop_url"], "redirected"],
    ["a shop that is down", {}, () => new Response("down", { status: 503 }), ["api.shop_url"], "status 503"],
    [
      "a shop that refuses the connection",
      {},
      (): Response => {
        throw new TypeError("connection refused");
      },
      ["api.shop_url"],
      "could not be reached",
    ],
  ] as const)("is an error at its field for %s, and stores nothing", async (_case, wrong, other, fields, message) => {
    const standIn = PLATFORMS[platform]();
    serve(standIn, other);
    const before = await countRows();
    const form = formOf(standIn, wrong);
    const rejected = await send(platform, form);
    const errors = errorsIn(rejected.text);
    expect({ status: rejected.status, names: errors.map(({ name }) => name) }).toEqual({
      status: 400,
      names: fields,
    });
    expect(errors[0]?.message).toContain(message);
    expect(await countRows()).toEqual(before);
    // What was typed is still there.
    expect([rejected.text.includes('value="Lamps"'), rejected.text.includes(form["api.key"])]).toEqual([true, true]);
  });
});

describe("a store that is created with its connection", () => {
  it("is not created if the connection is not", async () => {
    const before = await countRows();
    const taken = await send("woocommerce", { "new_store.name": "gift SHOP" });
    expect({ status: taken.status, errors: errorsIn(taken.text) }).toEqual({
      status: 409,
      errors: [{ name: "new_store.name", message: "Another store of this organization has this name." }],
    });
    const unnamed = await send("woocommerce", { "new_store.name": " " });
    expect({ status: unnamed.status, errors: errorsIn(unnamed.text) }).toEqual({
      status: 400,
      errors: [{ name: "new_store.name", message: "Fill in this field." }],
    });
    await rows(
      "insert into connections (id, organization_id, platform, status, secret, secret_hint, created_at, updated_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 50) select 'con_full' || i || ?, ?, 'easypost', 'active', 'x', 'x', 1, 1 from n",
      String(shop.id),
      shop.id,
    );
    const full = await send("woocommerce", { "new_store.name": "Lamps" });
    expect({ status: full.status, text: full.text }).toEqual({ status: 409, text: expect.stringContaining("at most 50 connections") });
    expect(await rows("select count(*) as n from stores where organization_id = ? and name = 'Lamps'", shop.id)).toEqual([{ n: 0 }]);
    expect((await countRows())[1]).toBe(before[1]);
  });

  it("has the currency of the form, and is ignored if another store is chosen", async () => {
    expect((await send("woocommerce", { "new_store.name": "Lamps", "new_store.currency": "EUR" })).status).toBe(200);
    expect(await rows("select currency from stores where organization_id = ? and name = 'Lamps'", shop.id)).toEqual([{ currency: "EUR" }]);
    expect((await send("woocommerce", { store: "gift", "new_store.name": "Not created" })).status).toBe(200);
    expect(await rows("select 1 from stores where organization_id = ? and name = 'Not created'", shop.id)).toEqual([]);
  });
});

it("replaced access is tested before the stored one is changed", async () => {
  const standIn = new StandInShop();
  serve(standIn);
  await send("woocommerce", formOf(standIn));
  const [connection] = await rows<{ id: string; api_hint: string }>(
    "select id, api_hint from connections where organization_id = ?",
    shop.id,
  );
  const api = { "api.shop_url": standIn.origin, "api.key": "ck_another_key_0000", "api.secret": "cs_another" };
  const rejected = await admin.send(`/connections/${connection?.id}/api`, api);
  expect({ status: rejected.status, names: errorsIn(rejected.text).map(({ name }) => name) }).toEqual({
    status: 400,
    names: ["api.key", "api.secret"],
  });
  expect(await rows("select api_hint from connections where organization_id = ?", shop.id)).toEqual([{ api_hint: connection?.api_hint }]);
});
