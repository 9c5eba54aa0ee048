import { beforeAll, describe, expect, it } from "vitest";
import { createShop, type ApiResponse, type Shop, ingestOrder } from "../kit/client";
import { FULL_ORDER, setStatus } from "./kit";

let shop: Shop;
let order: ApiResponse["body"];
beforeAll(async () => {
  shop = await createShop();
  order = await ingestOrder(shop, FULL_ORDER);
});

const ALL_INCLUDES = "include=status,number,external_id,fulfillments,version";

/** The names of a value's fields, however deep. */
function names(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(names);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...names(field)]);
}

/** The responses with orders: the list and one order, with and without every include. */
async function orderResponses(): Promise<ApiResponse[]> {
  return [
    await shop.v1("/orders"),
    await shop.v1(`/orders?${ALL_INCLUDES}`),
    await shop.v1(`/orders/${order.id}`),
    await shop.v1(`/orders/${order.id}?${ALL_INCLUDES}`),
  ];
}

/** The items in every response that has items: those of orders, the list of items, and the response of a new status, which is set for it. */
async function itemResponses(): Promise<ApiResponse["body"][]> {
  const orders = await orderResponses();
  return [
    ...orders.flatMap(({ body }) => [body.data].flat().flatMap(({ items }) => items)),
    ...(await shop.v1("/orderItems")).body.data,
    await setStatus(shop, order.items[0].id, "On Hold"),
  ];
}

/** Asserts that no response has a field whose name matches, or contains the value that was sent. */
function assertOmitted(responses: ApiResponse[], name: RegExp, value: string): void {
  for (const { body, text } of responses) {
    expect(names(body.data).filter((found) => name.test(found))).toEqual([]);
    expect(text).not.toContain(value);
  }
}

describe("order responses", () => {
  it("omit customer e-mail", async () => {
    assertOmitted(await orderResponses(), /e-?mail/i, "ann.lee@example.com");
  });

  it("omit payment method", async () => {
    assertOmitted(await orderResponses(), /payment/i, "visa-4242");
  });

  it("omit refund amount", async () => {
    // `isRefunded` is documented. 7.7731 is the refund of FULL_ORDER, and 3.3317 the cost of its item.
    assertOmitted(await orderResponses(), /refund(?!ed$)/i, "7.7731");
  });

  it("omit profit, payout and every cost except shippingCost", async () => {
    assertOmitted(await orderResponses(), /profit|margin|payout|fee|(?<!shipping)cost/i, "3.3317");
  });
});

describe("order item responses", () => {
  it("omit cost fields", async () => {
    const items = await itemResponses();
    // One item in each of four responses with orders, in the list of items, and in the response of its status.
    expect(items).toHaveLength(6);
    for (const item of items) {
      expect(names(item).filter((name) => /cost/i.test(name))).toEqual([]);
      expect(JSON.stringify(item)).not.toContain("3.3317");
    }
  });
});

describe("store statistics", () => {
  it("are operational: they have no profit figures", async () => {
    const { body } = await shop.v1(`/stores/${shop.store.id}/statistics`);
    expect(Object.keys(body.data).toSorted()).toEqual(["active_products", "total_orders"]);
    for (const figure of Object.values(body.data)) expect(Number.isInteger(figure)).toBe(true);
  });
});
