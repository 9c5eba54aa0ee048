import { beforeAll, describe, expect, it } from "vitest";
import { aShop, rows, type Shop } from "../../kit/client";
import { aMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await aShop();
  member = await aMember(shop.id, "member");
});

describe("stores in the console", () => {
  it("are made by a form, once, however often it is sent", async () => {
    const form = { form_token: tokenIn(await member.open("/stores/new")), name: "Corner shop", platform: "etsy", type: "", currency: "" };
    const [first, second] = [await member.send("/stores", form), await member.send("/stores", form)];
    const [store] = await rows<{ id: number; type: null; currency: string }>("select * from stores where name = 'Corner shop'");
    expect(store).toMatchObject({ type: null, currency: "USD", organization_id: shop.id, is_active: 0 });
    expect([first.status, first.location]).toEqual([303, `/console/${shop.id}/stores/${store?.id}?done=created`]);
    expect([second.status, second.location]).toEqual([303, `/console/${shop.id}/stores?done=repeated`]);
    expect(await rows("select count(*) as n from stores where name = 'Corner shop'")).toEqual([{ n: 1 }]);
  });

  it("keep what was typed where something is wrong with it", async () => {
    const answer = await member.send("/stores", { name: 'A "quoted" <name>', platform: "etsy", currency: "ZZZ", type: "" });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('value="A &quot;quoted&quot; &lt;name&gt;"');
    expect(answer.text).toContain("Expected a currency code of ISO 4217.");
  });
});
