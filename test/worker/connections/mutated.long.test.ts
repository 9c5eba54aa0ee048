import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseIncoming } from "../../../src/resources/orders/ingest/v2/parse-incoming";
import { UnmappableError } from "../../../src/resources/connections/platforms/adapter";
import { bigcommerce } from "../../../src/resources/connections/platforms/bigcommerce/adapter";
import { shopify } from "../../../src/resources/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/resources/connections/platforms/woocommerce/adapter";
import { bigcommerceEvent, bigcommerceOrder, bigcommerceShipment, shopifyFulfillment, shopifyOrder, wooOrder } from "./fixtures";
import { mutatedPayloads } from "./mutations";
import { assertProperty } from "../../kit/property";

const PAYLOADS = [
  [woocommerce, wooOrder({ refunds: [{ id: 1, total: "-5.00" }], coupon_lines: [{ code: "ten" }], fee_lines: [{ total: "1.00" }] })],
  [
    shopify,
    shopifyOrder({
      fulfillments: [shopifyFulfillment()],
      refunds: [{ transactions: [{ kind: "refund", status: "success", amount: "1" }] }],
    }),
  ],
  [bigcommerce, { ...bigcommerceOrder({ fees: [{ cost_ex_tax: "1" }] }), coupons: [{ code: "ten" }], shipments: [bigcommerceShipment()] }],
  [bigcommerce, bigcommerceEvent(1)],
] as const;

it("a payload with any value replaced is mapped to an order with only known fields and within all limits, or rejected with a short sentence", async () => {
  let mappedCount = 0;
  for (const [adapter, payload] of PAYLOADS) {
    const property = fc.asyncProperty(mutatedPayloads(payload), async (sent) => {
      try {
        const mapped = adapter.map(JSON.parse(sent));
        if (mapped.kind !== "order") return;
        mappedCount += 1;
        const { element } = parseIncoming({ ...mapped.order.body, store: "1" }, { strict: true });
        // The mapping has only fields of orders, truncates texts and limits lists.
        const codes = "error" in element ? element.error.details.map(({ code }) => code) : [];
        expect(codes.filter((code) => code === "unrecognized_key" || code === "too_big")).toEqual([]);
      } catch (error) {
        if (!(error instanceof UnmappableError)) throw error;
        // It contains nothing of the payload but the name of a field, so it is never long.
        expect(error.message.length).toBeLessThan(120);
      }
    });
    await assertProperty(property, { cases: 300 });
  }
  expect(mappedCount).toBeGreaterThan(100);
});
