import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
});

const FORM = {
  title: "Mug",
  sku: "",
  spu: "",
  price: "9.99",
  description: "",
  design_link: "",
  tags: "",
  images: "",
  stores: "",
  platforms: "",
};

async function createProduct(fields: Record<string, unknown> = {}): Promise<{ id: number }> {
  const response = await shop.v1("/products", { body: { title: "Mug", ...fields }, headers: idempotencyKey() });
  return response.body.data;
}

const readStored = async (id: number) => (await rows("select * from products where id = ?", id))[0];

describe("products in the console", () => {
  it("are created by a form once, however often it is sent, with one list value per line", async () => {
    const form = {
      ...FORM,
      form_token: tokenIn(await member.open("/products/new")),
      title: "Blue mug",
      tags: "  gift, large \r\n\r\nblue",
      images: "https://img.example.com/w_100,h_100/mug.png",
    };
    const [first, second] = [await member.send("/products", form), await member.send("/products", form)];
    const all = await rows<{ id: number }>("select * from products where title = 'Blue mug'");
    expect(all).toMatchObject([{ organization_id: shop.id, sku: null, price: 99_900, tags: '["gift, large","blue"]', stores: "[]" }]);
    expect(all).toMatchObject([{ images: '["https://img.example.com/w_100,h_100/mug.png"]' }]);
    expect({ status: first.status, location: first.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/products/${all[0]?.id}?done=product_created`,
    });
    expect({ status: second.status, location: second.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/products?done=repeated`,
    });
  });

  it("have a price of 0 if a new one is created without a price; an existing one must have a price", async () => {
    await member.send("/products", { ...FORM, title: "Free mug", price: "" });
    const [free] = await rows<{ id: number; price: number }>("select id, price from products where title = 'Free mug'");
    expect(free?.price).toBe(0);
    const rejected = await member.send(`/products/${free?.id}`, { ...FORM, title: "Free mug", price: "" });
    expect(rejected.status).toBe(400);
    expect(rejected.text).toContain("Enter a number, for example 9.99.");
  });

  it("are created with a notice and a link if another product has the SKU, in any letter case", async () => {
    const first = await createProduct({ sku: "TWIN-1" });
    const response = await member.send("/products", { ...FORM, sku: "twin-1" });
    const page = await member.open(response.location?.replace(/^\/console\/\d+/, "") ?? "");
    expect(page.text).toContain(`<a href="/console/${shop.id}/products/${first.id}">Another product</a> has the same SKU.`);
    const alone = await createProduct({ sku: "ALONE-1" });
    expect((await member.open(`/products/${alone.id}`)).text).not.toContain("has the same SKU");
  });

  it("are not overwritten after a concurrent change, unless the member confirms it", async () => {
    const { id } = await createProduct({ title: "Before" });
    const form = { ...FORM, title: "Mine", expected_version: "1" };
    await shop.v1(`/products/${id}`, { method: "PUT", body: { title: "Theirs" }, headers: idempotencyKey() });
    const rejected = await member.send(`/products/${id}`, form);
    expect(rejected.status).toBe(412);
    expect(rejected.text).toContain("Somebody changed this after you opened it.");
    expect(rejected.text).toContain('value="Mine"');
    expect(await readStored(id)).toMatchObject({ title: "Theirs" });
    const currentVersion = /name="expected_version" value="(\d+)"/.exec(rejected.text)?.[1] ?? "";
    expect((await member.send(`/products/${id}`, { ...form, expected_version: currentVersion })).status).toBe(303);
    expect(await readStored(id)).toMatchObject({ title: "Mine" });
  });

  it("are archived once, and a form that is sent twice redirects to the list", async () => {
    const { id } = await createProduct();
    const form = { form_token: tokenIn(await member.open(`/products/${id}`)) };
    const [first, second] = [await member.send(`/products/${id}/archive`, form), await member.send(`/products/${id}/archive`, form)];
    expect({ status: first.status, location: first.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/products?done=archived`,
    });
    expect({ status: second.status, location: second.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/products?done=repeated`,
    });
    expect((await readStored(id))?.["archived_at"]).toEqual(expect.any(Number));
    expect((await member.open(`/products/${id}`)).status).toBe(404);
  });

  it("are visible to a viewer, who gets no form and is forbidden to send one", async () => {
    const { id } = await createProduct({ title: "Looked at", images: ["https://img.example.com/1.png"] });
    const page = await viewer.open(`/products/${id}`);
    expect(page.text).toContain("Your role can view this page but not change anything.");
    expect(page.text).not.toContain(`action="/console/${shop.id}/products`);
    expect((await viewer.open("/products")).text).not.toContain("/products/new");
    const responses = [
      await viewer.send("/products", FORM),
      await viewer.send(`/products/${id}`, FORM),
      await viewer.send(`/products/${id}/archive`, {}),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    expect(await readStored(id)).toMatchObject({ title: "Looked at", archived_at: null, version: 1 });
  });

  it("are found by SKU, store, platform and tag, and can be sorted", async () => {
    await createProduct({ title: "Zebra print", sku: "Z-1", stores: ["Gift shop"], platforms: ["Etsy"], tags: ["wall"], price: 5 });
    // "gift" is the code of the store "Gift shop".
    await createProduct({ title: "Apple print", sku: "A-1", stores: ["gift"], platforms: ["etsy"], tags: ["Wall"], price: 9 });
    const titles = async (query: string) =>
      [...(await viewer.open(`/products?${query}`)).text.matchAll(/\/products\/\d+">([^<]+)</g)].map(([, title]) => title);
    expect(await titles("tag=wall&sort=title:asc")).toEqual(["Apple print", "Zebra print"]);
    expect(await titles("store=Gift+shop&sort=price:asc")).toEqual(["Zebra print", "Apple print"]);
    expect(await titles("platform=ETSY&sku=a-1")).toEqual(["Apple print"]);
    expect(await titles("q=zeb")).toEqual(["Zebra print"]);
    expect(await titles("q=nothing")).toEqual([]);
  });
});
