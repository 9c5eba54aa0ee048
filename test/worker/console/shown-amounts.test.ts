import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { moneyText } from "../../../src/platform/values/money-text";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { createMember, type Visitor } from "./kit";
import { assertProperty } from "../../kit/property";

/** Amounts that people read have the minor unit of their currency (docs/spec/amounts-and-figures.md#shown-amounts). */

describe("an amount for people", () => {
  it.each([
    [3_504_882_088_336n, "JPY", "¥350,488,209"],
    [4999n, "JPY", "¥0"],
    [5000n, "JPY", "¥1"],
    [-4999n, "JPY", "¥0"],
    // Half up: towards the larger amount, also below 0.
    [-5000n, "JPY", "¥0"],
    [-15_000n, "JPY", "-¥1"],
    [-15_001n, "JPY", "-¥2"],
    [15_000n, "VND", "₫2"],
    [12_345n, "KWD", "KWD 1.235"],
    [12_344n, "KWD", "KWD 1.234"],
    [100_049n, "USD", "$10.00"],
    [100_050n, "USD", "$10.01"],
    // 1.005 has no exact binary representation. A float would be rounded down.
    [10_050n, "EUR", "€1.01"],
    [10_050, "EUR", "€1.01"],
    [12_345n, "CLF", "CLF 1.2345"],
    // ISO 4217 has two decimal places, although the smallest coin is larger.
    [100_050n, "IDR", "IDR 10.01"],
    [90_071_992_547_409_930_050n, "USD", "$9,007,199,254,740,993.01"],
  ])("of %s in 1/10,000 %s is shown as %s", (units, currency, text) => {
    expect(moneyText(units, currency).replace("\u00A0", " ")).toBe(text);
  });

  it("is rounded once, from the exact amount", async () => {
    const places = fc.constantFrom(["JPY", 0] as const, ["USD", 2] as const, ["KWD", 3] as const);
    const units = fc.bigInt({ min: -(10n ** 22n), max: 10n ** 22n });
    const property = fc.property(units, places, (amount, [currency, decimalPlaces]) => {
      const minor = 10n ** BigInt(4 - decimalPlaces);
      // The floor of (amount + minor / 2) / minor.
      const sum = amount + minor / 2n;
      const rounded = (sum - (((sum % minor) + minor) % minor)) / minor;
      const text = moneyText(amount, currency);
      expect([BigInt(text.replaceAll(/\D/g, "")), text.includes("-")]).toEqual([rounded < 0n ? -rounded : rounded, rounded < 0n]);
    });
    await assertProperty(property, { cases: 300 });
  });
});

describe("amounts in the console", () => {
  let shop: Shop;
  let admin: Visitor;
  beforeAll(async () => {
    shop = await createShop({ currency: "JPY" });
    admin = await createMember(shop.id, "admin");
  });

  /** The amounts of a page, with their signs. */
  const amountsIn = async (path: string): Promise<string[]> => {
    const { status, text } = await admin.open(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return [...text.matchAll(/-?(?:¥|KWD\s)[\d,.]+/g)].map(([amount]) => amount.replaceAll(/\s/g, " "));
  };

  it(
    "are shown in the minor unit on the pages of orders, products, expenses and analytics and on the home page, and the API returns all four decimal places",
    { tags: "long" },
    async () => {
      const item = { name: "Mug", quantity: 1, sku: "MUG", price: 350_488_208.8336, cost: 100_000.4999 };
      const amounts = { shipping_cost: 10.5, discount: 3.5, tax: 1.4999, fees: 0.4999 };
      const yen = await ingestOrder(shop, { currency: "JPY", ...amounts, items: [item] });
      expect({ total_amount: yen.total_amount, subtotal: yen.subtotal, price: yen.items[0].price }).toEqual({
        total_amount: 350_488_217.8334,
        subtotal: 350_488_208.8336,
        price: 350_488_208.8336,
      });
      const dinar = await ingestOrder(shop, { currency: "KWD", items: [{ name: "Mug", quantity: 1, price: 12.3455, cost: 1.0005 }] });
      await shop.v2("/expenses", { body: { category: "rent", amount: 1000.5, date: yen.date.slice(0, 10), currency: "JPY" } });
      const product = await shop.v2("/products", { body: { title: "Cup", sku: "CUP", price: 99.5, cost: 12.4999 } });
      expect(product.status).toBe(201);

      const day = yen.date.slice(0, 10);
      const pages = [
        "/orders",
        `/orders/${yen.id}`,
        `/orders/${dinar.id}`,
        `/orders/${yen.id}/items/${yen.items[0].id}`,
        "/products",
        `/products/${product.body.id}`,
        "/expenses",
        `/analytics?period=custom&from=${day}&to=${day}`,
        `/analytics/orders?period=custom&from=${day}&to=${day}&currency=JPY`,
        `/analytics/orders?period=custom&from=${day}&to=${day}&currency=KWD`,
        "/home",
      ];
      for (const path of pages) {
        const shown = await amountsIn(path);
        expect(shown, path).not.toEqual([]);
        for (const amount of shown)
          expect({ path, amount }).toEqual({ path, amount: expect.stringMatching(/¥[\d,]+$|KWD [\d,]+\.\d{3}$/) });
      }
      expect(await amountsIn("/orders")).toEqual(expect.arrayContaining(["¥350,488,218", "KWD 12.346"]));
      // -3.5 is rounded up to -3.
      expect(await amountsIn(`/orders/${yen.id}`)).toEqual(
        expect.arrayContaining(["¥350,488,209", "¥11", "¥0", "-¥3", "¥1", "¥350,488,218"]),
      );
      expect(await amountsIn(`/orders/${yen.id}/items/${yen.items[0].id}`)).toEqual(expect.arrayContaining(["¥350,488,209"]));
      // In the row, in the name of its link, and in the sum.
      expect(await amountsIn("/expenses")).toEqual(["¥1,001", "¥1,001", "¥1,001"]);
      expect(await amountsIn("/products")).toEqual(["¥100"]);
      // Net revenue (350,488,217.8334 - 1.4999 of tax), fees of 0.4999, costs of 100,000.4999, and the profit: net revenue less costs.
      expect(await amountsIn(`/analytics/orders?period=custom&from=${day}&to=${day}&currency=JPY`)).toEqual([
        "¥350,488,216",
        "¥0",
        "¥100,000",
        "¥350,388,216",
      ]);
    },
  );
});
