import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { aShop, type Shop } from "../../kit/client";
import { type OrderModel, ordersExpected } from "../../kit/order-model";
import { orderParams, queryOf } from "../../kit/order-params";
import { seedOrders } from "../../kit/order-seed";

const ZONE = "America/New_York";
let shop: Shop;
let model: OrderModel;
beforeAll(async () => {
  shop = await aShop({ timezone: ZONE });
  model = await seedOrders(shop, ZONE, 150);
});

describe("GET /orders against a model", () => {
  it("any parameters: the same orders, in the same order, and the same totals", async () => {
    await fc.assert(
      fc.asyncProperty(orderParams(model), async (params) => {
        const { status, body } = await shop.v1(`/orders?${queryOf(params)}`);
        expect(status, JSON.stringify(body)).toBe(200);
        const { ids, pagination } = ordersExpected(model, params);
        expect(body.data.map(({ id }: { id: number }) => id)).toEqual(ids);
        expect(body.meta.pagination).toEqual(pagination);
      }),
      { numRuns: 300 },
    );
  });
});
