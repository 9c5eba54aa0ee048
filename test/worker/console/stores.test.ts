import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
});

describe("stores in the console", () => {
  it("are created by a form once, however often it is sent", async () => {
    const form = { form_token: tokenIn(await member.open("/stores/new")), name: "Corner shop", platform: "etsy", type: "", currency: "" };
    const [first, second] = [await member.send("/stores", form), await member.send("/stores", form)];
    const [store] = await rows<{ id: number; type: null; currency: string }>("select * from stores where name = 'Corner shop'");
    // The currency is that of the organization. The box for active ones was not ticked.
    expect(store).toMatchObject({ type: null, currency: "USD", organization_id: shop.id, is_active: 0 });
    expect({ status: first.status, location: first.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/stores/${store?.id}?done=store_created`,
    });
    expect({ status: second.status, location: second.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/stores?done=repeated`,
    });
    expect(await rows("select count(*) as n from stores where name = 'Corner shop'")).toEqual([{ n: 1 }]);
  });

  it("offer a choice of what is required before an item is sent to its supplier, and before it is shipped", async () => {
    const texts = (await member.open("/stores/new")).text.replaceAll(/<[^>]+>/g, " ");
    const choices = String.raw`\s+SKU\s+Design\s+Active supplier\s+Cost\s+Payment\s+Complete address\s+Approved proof\s`;
    expect(texts).toMatch(new RegExp(`Required before an item is sent to its supplier${choices}`));
    expect(texts).toMatch(new RegExp(`Required before an item is shipped${choices}`));
  });

  it("keep the input if it is invalid", async () => {
    const response = await member.send("/stores", { name: 'A "quoted" <name>', platform: "etsy", currency: "ZZZ", type: "" });
    expect(response.status).toBe(400);
    expect(response.text).toContain('value="A &quot;quoted&quot; &lt;name&gt;"');
    expect(response.text).toContain("Enter a three-letter currency code, for example USD.");
  });

  it("show an error at the field of a name that is taken", async () => {
    const response = await member.send("/stores", { name: "GIFT SHOP", code: "other", platform: "etsy", currency: "USD", type: "" });
    expect(response.status).toBe(409);
    expect(response.text).toContain('<p class="field-error" id="name-error">Another store of this organization has this name.</p>');
  });

  it("link to their orders, show the name of their platform, and are changed only with the permission", async () => {
    const path = `/stores/${shop.store.id}`;
    const page = await viewer.open(path);
    expect(page.text).toContain(`<a href="/console/${shop.id}/orders?store_id=${shop.store.id}">0 orders</a>`);
    expect(page.text).toContain("Your role can view this page but not change anything.");
    expect(page.text).not.toContain(`action="/console/${shop.id}${path}"`);
    const form = { name: "Gift shop", code: "gift", platform: "tiktok_shop", type: "social", currency: "EUR", is_active: "on" };
    expect([(await viewer.send(path, form)).status, (await viewer.send("/stores", form)).status]).toEqual([403, 403]);
    expect((await member.send(path, form)).location).toBe(`/console/${shop.id}${path}?done=store_saved`);
    expect((await viewer.open("/stores")).text).toContain("TikTok Shop");
    await member.send(path, { ...form, is_active: [] });
    expect((await viewer.open(path)).text).toContain("Inactive");
    expect(await rows("select platform, is_active from stores where id = ?", shop.store.id)).toEqual([
      { platform: "tiktok_shop", is_active: 0 },
    ]);
  });

  it.each([
    ["send_blockers", ["sku"], ["design"]],
    ["ship_blockers", ["sku"], ["design"]],
    ["return_address", "Mill Lane 1", "Mill Lane 2"],
  ])("save %s of only one of two people who change it at the same time", async (name, mine, theirs) => {
    const { body } = await shop.v2("/stores", { body: { name: `Store for ${name}`, platform: "etsy" } });
    const path = `/stores/${body.id}`;
    const [, expected_version = ""] = /name="expected_version" value="(\d+)"/.exec((await member.open(path)).text) ?? [];
    const form = { name: body.name, platform: "etsy", currency: "USD", type: "", is_active: "on", uses_designs: "on", expected_version };
    const sent = [mine, theirs].map(async (value) => await member.send(path, { ...form, [name]: value }));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([303, 412]);
    expect((await shop.v2(path)).body[name]).toEqual(statuses[0] === 303 ? mine : theirs);
  });
});
