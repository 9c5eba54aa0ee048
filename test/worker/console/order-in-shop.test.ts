import { describe, expect, it } from "vitest";
import { paymentState } from "../../../src/resources/orders/payment-state";
import { createShop, ingestOrder, rows } from "../../kit/client";
import { logOf } from "../../kit/log";
import { API, connect } from "../connections/fixtures";
import { createMember } from "./kit";

/** What the page of an order says about it at its shop (docs/spec/console.md#view-in-shop, #payment). */

const linkIn = (text: string) =>
  /href="([^"]*)"[^>]*>View in ([^<]*)</
    .exec(text)
    ?.slice(1)
    .map((part) => part.replaceAll("&amp;", "&")) ?? null;

describe("the link to an order in its shop", () => {
  it.each([
    ["woocommerce", { api: API }, ["https://shop.example.com/wp-admin/post.php?post=727&action=edit", "WooCommerce"]],
    [
      "shopify",
      { webhook_secret: "the-secret-of-shopify", api: { ...API, shop_url: "https://gifts.myshopify.com" } },
      ["https://gifts.myshopify.com/admin/orders/727", "Shopify"],
    ],
    // The URL of its API is that of every shop.
    [
      "bigcommerce",
      { webhook_secret: "the-secret-of-the-account", api: { ...API, shop_url: "https://api.bigcommerce.com", key: "abc123" } },
      null,
    ],
    // Without access to the API, the URL of the shop is not known.
    ["woocommerce", {}, null],
  ])("of %s is made of what is known of the shop", async (platform, fields, link) => {
    const shop = await createShop();
    const viewer = await createMember(shop.id, "viewer");
    await connect(shop, { platform, ...fields });
    const { id } = await ingestOrder(shop, { external_id: "727", number: "#727" });
    expect(linkIn((await viewer.open(`/orders/${id}`)).text)).toEqual(link);
    // Orders of these shops have numbers as ids, so this one did not come from the shop.
    const own = await ingestOrder(shop, { external_id: "our-own" });
    expect(linkIn((await viewer.open(`/orders/${own.id}`)).text)).toBeNull();
    await rows("update connections set deleted_at = 1 where organization_id = ?", shop.id);
    expect(linkIn((await viewer.open(`/orders/${id}`)).text)).toBeNull();
  });

  it("is read within the four round trips that the page takes", async () => {
    const shop = await createShop();
    const viewer = await createMember(shop.id, "viewer");
    const { id } = await ingestOrder(shop);
    await viewer.open(`/orders/${id}`);
    // The session, the order, the order at its shop with what the shop was told, and what its items lack.
    expect((await logOf(() => viewer.open(`/orders/${id}`))).d1_trips).toBe(4);
  });
});

describe("the payment of an order", () => {
  const order = { total_amount: 100_000, refund_amount: null, is_refunded: null, source_status: null };

  it.each([
    [{ refund_amount: 40_000 }, null, "Partly refunded"],
    [{ refund_amount: 100_000 }, null, "Refunded"],
    [{ is_refunded: 1 }, null, "Refunded"],
    // A refund is newer than what the shop said of the payment.
    [{ refund_amount: 40_000, source_status: "paid, unfulfilled" }, "shopify", "Partly refunded"],
    [{ source_status: "paid, unfulfilled" }, "shopify", "Paid"],
    // A voided payment is neither due nor paid.
    [{ source_status: "cancelled, voided, unfulfilled" }, "shopify", null],
    [{ source_status: "pending, unfulfilled" }, "shopify", "Unpaid"],
    [{ source_status: "partially_paid, partial" }, "shopify", "Partly paid"],
    [{ source_status: "awaiting payment" }, "bigcommerce", "Unpaid"],
    // It may be paid on delivery.
    [{ source_status: "processing" }, "woocommerce", null],
    // The words of one platform mean nothing on another one.
    [{ source_status: "paid" }, "custom", null],
    [{ source_status: "constructor" }, "shopify", null],
    [{ source_status: "paid" }, "constructor", null],
    [{ refund_amount: 0 }, "shopify", null],
    [{ total_amount: 0 }, "shopify", null],
  ] as const)("%j of %s is %s", (fields, platform, state) => {
    expect(paymentState({ ...order, ...fields }, platform)).toBe(state);
  });

  it("is a badge of the page, and absent if it is not known", async () => {
    const shop = await createShop();
    await rows("update stores set platform = 'shopify' where organization_id = ?", shop.id);
    const viewer = await createMember(shop.id, "viewer");
    const badgesOfNewOrder = async (fields: Record<string, unknown>) => {
      const { id } = await ingestOrder(shop, fields);
      const head = (await viewer.open(`/orders/${id}`)).text.split("</header>").find((part) => part.includes('class="page-head"')) ?? "";
      return [...head.matchAll(/class="badge[^"]*">([^<]+)</g)].map(([, text]) => text);
    };
    expect(await badgesOfNewOrder({ source_status: "paid, unfulfilled" })).toEqual(["New", "Paid"]);
    expect(await badgesOfNewOrder({})).toEqual(["New"]);
  });
});
