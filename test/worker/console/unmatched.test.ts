import { describe, expect, it } from "vitest";
import { createShop, idempotencyKey, rows, ingestOrder } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

const pathIn = ({ id }: { id: number }, location: string | null) => (location ?? "").replace(`/console/${id}`, "");
const item = (sku: string) => ({ name: "Mug & cup", price: 10, sku });

describe("unmatched SKUs in the console", () => {
  it("link to a new product with the SKU, whose defaults then complete the items", async () => {
    const shop = await createShop();
    const member = await createMember(shop.id, "member", { money: true });
    const { id } = await ingestOrder(shop, { currency: "USD", items: [item("TODO 1")] });
    const page = await member.open("/attention/unmatched");
    expect({ status: page.status, text: page.text }).toEqual({ status: 200, text: expect.stringContaining("No product has this SKU.") });
    const link = /href="[^"]*(\/products\/new\?[^"]+)"/.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
    const form = (await member.open(link)).text;
    expect([form.includes('value="TODO 1"'), form.includes('value="Mug &amp; cup"')]).toEqual([true, true]);
    const created = await member.send("/products", {
      title: "Mug",
      sku: "TODO 1",
      cost: "2.5",
      cost_currency: "",
      supplier: "Acme",
      material: "",
    });
    expect(created.location).toMatch(/\/products\/\d+\?done=product_created$/);
    const product = (await member.open(pathIn(shop, created.location))).text;
    expect(product).toContain('name="cost_currency"');
    const matched = await member.send("/attention/unmatched/match", { sku: "", id: "" });
    const after = await member.open(pathIn(shop, matched.location));
    expect({ status: matched.status, text: after.text }).toEqual({
      status: 303,
      text: expect.stringContaining("1 item of 1 order completed."),
    });
    expect(await rows("select cost, assigned_supplier, material from order_items where order_id = ?", id)).toEqual([
      { cost: 25_000, assigned_supplier: "Acme", material: null },
    ]);
    expect((await member.open("/attention/unmatched")).text).toContain("No unmatched SKUs.");
  });

  it("become products with the costs that are filled in, in one request; nothing is created if one is invalid", async () => {
    const shop = await createShop();
    // Costs may be filled in by members who may not see them.
    const member = await createMember(shop.id, "member");
    await ingestOrder(shop, { currency: "USD", items: ["N-1", "N-2", "N-3"].map(item) });
    const readProducts = async () =>
      await rows("select sku, title, cost, cost_currency from products where organization_id = ? order by id", shop.id);
    const sendCosts = async (...cost: string[]) =>
      await member.send("/attention/unmatched/products", {
        sku: cost.map((_, at) => `N-${at + 1}`),
        title: cost.map(() => "Mug & cup"),
        cost,
      });
    const rejected = await sendCosts("2.5", "cheap", "");
    expect([rejected.status, rejected.text.includes('value="cheap"'), rejected.text.includes('value="2.5"')]).toEqual([400, true, true]);
    const none = await sendCosts("", "", "");
    expect({ status: none.status, text: none.text }).toEqual({
      status: 400,
      text: expect.stringContaining("Fill in the cost of at least one SKU."),
    });
    expect(await readProducts()).toEqual([]);
    expect((await sendCosts("2.5", "", "0")).location).toBe(`/console/${shop.id}/attention/unmatched?done=products_created`);
    expect(await readProducts()).toEqual([
      { sku: "N-1", title: "Mug & cup", cost: 25_000, cost_currency: "USD" },
      { sku: "N-3", title: "Mug & cup", cost: 0, cost_currency: "USD" },
    ]);
    expect((await member.open("/attention/unmatched")).text).toContain("N-2");
  });

  it("stay on their page with their costs if a form is rejected after another SKU has got a product", async () => {
    const shop = await createShop();
    const member = await createMember(shop.id, "member");
    await ingestOrder(shop, { currency: "USD", items: ["P-1", "P-2", "P-3"].map(item) });
    await shop.v2("/products", { body: { title: "Mug", sku: "P-2" } });
    const form = { sku: ["P-2", "P-3"], title: ["Mug", "Mug"], cost: ["1.25", "cheap"] };
    const { status, text } = await member.send("/attention/unmatched/products?after=P-1", form);
    expect([status, text.includes('/unmatched/products?after=P-1"'), text.includes('value="cheap"')]).toEqual([400, true, true]);
    // P-2 has a product by now.
    expect(text).not.toContain('value="1.25"');
    expect(text).not.toContain('aria-label="Unit cost of P-1"');
    const saved = await member.send("/attention/unmatched/products?after=P-1", { sku: "P-3", title: "Mug", cost: "2" });
    expect(saved.location).toBe(`/console/${shop.id}/attention/unmatched?after=P-1&done=products_created`);
  });

  it("are matched once if the form is sent twice, which continues with the next items", { tags: "long" }, async () => {
    const shop = await createShop();
    const member = await createMember(shop.id, "member");
    const orders = Array.from({ length: 200 }, () => ({ store: "gift", currency: "USD", items: [item("MANY")] }));
    await shop.v2("/orders/bulk", { body: { orders } });
    await ingestOrder(shop, { items: [item("MORE")] });
    const { data } = (await shop.v1("/products", { body: { title: "Mug", sku: "many" }, headers: idempotencyKey() })).body;
    await shop.v2(`/products/${data.id}`, { method: "PATCH", body: { material: "Tin" } });
    const form = { form_token: tokenIn(await member.open("/attention/unmatched")), sku: "", id: "" };
    const [first, again] = [await member.send("/attention/unmatched/match", form), await member.send("/attention/unmatched/match", form)];
    expect([first.status, again.status]).toEqual([303, 303]);
    expect(await rows("select distinct version from order_items where organization_id = ? and sku = 'MANY'", shop.id)).toEqual([
      { version: 2 },
    ]);
    const { text } = await member.open(pathIn(shop, first.location));
    expect([text.includes("200 items of 200 orders completed."), text.includes("Match the next items")]).toEqual([true, true]);
    const next = new URL(first.location ?? "", "https://console.local").searchParams;
    const last = await member.send("/attention/unmatched/match", { sku: next.get("sku") ?? "", id: next.get("id") ?? "" });
    expect(last.location).toBe(`/console/${shop.id}/attention/unmatched?items=0&orders=0`);
  });

  it("are visible to viewers, who cannot match", async () => {
    const shop = await createShop();
    const viewer = await createMember(shop.id, "viewer");
    await ingestOrder(shop, { items: [item("SEEN")] });
    const shownTo = async ({ open }: Visitor) => {
      const { text } = await open("/attention/unmatched");
      return [text.includes("SEEN"), text.includes("Match again"), text.includes("Create products")];
    };
    expect(await shownTo(await createMember(shop.id, "member"))).toEqual([true, true, true]);
    expect(await shownTo(viewer)).toEqual([true, false, false]);
    expect((await viewer.send("/attention/unmatched/match", { sku: "", id: "" })).status).toBe(403);
  });
});
