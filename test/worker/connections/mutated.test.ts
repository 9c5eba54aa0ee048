import * as fc from "fast-check";
import { expect, it } from "vitest";
import { parseIncoming } from "../../../src/orders/ingest/v2/parse-incoming";
import { UnmappableError } from "../../../src/connections/platforms/adapter";
import { shopify } from "../../../src/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/connections/platforms/woocommerce/adapter";
import { inForm } from "../../kit/form";
import { shopifyFulfillment, shopifyOrder, wooOrder } from "./fixtures";

/** The paths of all values in a payload. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => pathsOf(inner, [...path, key]))];
}

function replaced(value: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value)) return value.map((each, index) => (index === Number(key) ? replaced(each, rest, by) : (each as unknown)));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

const PAYLOADS = [
  [woocommerce, wooOrder({ refunds: [{ id: 1, total: "-5.00" }], coupon_lines: [{ code: "ten" }], fee_lines: [{ total: "1.00" }] })],
  [
    shopify,
    shopifyOrder({
      fulfillments: [shopifyFulfillment()],
      refunds: [{ transactions: [{ kind: "refund", status: "success", amount: "1" }] }],
    }),
  ],
] as const;

const NASTY = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    "",
    " ",
    0,
    -1,
    1.5,
    1e308,
    NaN,
    "1e9",
    "-0",
    "x".repeat(70_000),
    "\ud800",
    "\0",
    [],
    {},
    [null],
    [[]],
    "9999-99-99",
  ),
  fc.jsonValue(),
);

it("a payload with any value replaced is mapped to what ingest accepts or rejects, or its field is named: nothing else is thrown", async () => {
  let mappedCount = 0;
  for (const [adapter, payload] of PAYLOADS) {
    const change = fc.tuple(fc.constantFrom(...pathsOf(payload)), NASTY);
    const property = fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let mutated: unknown = payload;
      for (const [path, value] of changes) {
        try {
          mutated = replaced(mutated, path, value);
        } catch {
          // An earlier change has removed the place.
        }
      }
      const sent = JSON.stringify(mutated) ?? "null";
      try {
        const mapped = adapter.map(JSON.parse(sent));
        if (mapped.kind !== "order") return;
        mappedCount += 1;
        const { element } = parseIncoming({ ...mapped.order.body, store: "1" }, true);
        // Texts are cut and lists are limited by the mapping, so ingest never finds them too long.
        const codes = "error" in element ? element.error.details.map(({ code }) => code) : [];
        expect(codes.filter((code) => code === "unrecognized_key")).toEqual([]);
      } catch (error) {
        if (!(error instanceof UnmappableError)) throw error;
        expect(error.message.length).toBeLessThan(120);
      }
    });
    await fc.assert(property, { numRuns: inForm({ test: 300, long: 2000, full: 5000 }) });
  }
  expect(mappedCount).toBeGreaterThan(100);
});
