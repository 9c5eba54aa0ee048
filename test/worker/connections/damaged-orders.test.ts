import * as fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { MappedOrderBody } from "../../../src/resources/connections/platforms/adapter";
import { shopify } from "../../../src/resources/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/resources/connections/platforms/woocommerce/adapter";
import { aShop, type Shop } from "../../kit/client";
import { assertProperty } from "../../kit/property";
import { connect, deliverShopify, deliverWoo, inboxOf, orderOf, processInbox, type TestConnection } from "./fixtures";
import { shopifyFulfillment, shopifyOrder, wooOrder } from "./payloads";

type Fields = Record<string, unknown>;

/** The fields that properties may become. */
const OF_PROPERTIES = /^(design_url|personalization|material|color|size|metadata|variations|properties)/;

/** For each part of a payload: the fields of the mapped order that are read from it. Those of a line are fields of its item. */
const READ_FROM = {
  shopify: {
    order: {
      name: /^number$/,
      created_at: /^date$/,
      processed_at: /^date$/,
      currency: /^(currency|refund_amount|is_refunded)$/,
      total_line_items_price: /^subtotal$/,
      total_discounts: /^discount$/,
      total_tax: /^tax$/,
      total_price: /^(total_amount|is_refunded)$/,
      total_tip_received: /^fees$/,
      total_shipping_price_set: /^shipping_cost$/,
      total_cash_rounding_payment_adjustment_set: /^fees$/,
      taxes_included: /^taxes_included$/,
      email: /^customer_email$/,
      phone: /^customer_phone$/,
      customer: /^customer_/,
      billing_address: /^customer_/,
      shipping_address: /^ship_/,
      shipping_lines: /^shipping_service$/,
      discount_codes: /^discount_codes/,
      tags: /^tags/,
      note: /^buyer_note$/,
      payment_gateway_names: /^payment_method$/,
      financial_status: /^(source_status|status|is_refunded)$/,
      fulfillment_status: /^(source_status|status)$/,
      cancelled_at: /^(source_status|status)$/,
      refunds: /^(refund_amount|is_refunded)$/,
    },
    line: {
      id: /^external_id$/,
      name: /^name$/,
      quantity: /^(quantity|price|variations)$/,
      price: /^price$/,
      sku: /^sku$/,
      variant_title: /^variations$/,
      properties: OF_PROPERTIES,
    },
  },
  woocommerce: {
    order: {
      number: /^number$/,
      customer_note: /^buyer_note$/,
      status: /^(status|source_status|is_refunded)$/,
      currency: /^currency$/,
      date_created_gmt: /^date$/,
      discount_total: /^discount$/,
      shipping_total: /^shipping_cost$/,
      total: /^(total_amount|is_refunded)$/,
      total_tax: /^tax$/,
      prices_include_tax: /^(taxes_included|subtotal|shipping_cost|discount|fees|items\.\d+\.price)$/,
      billing: /^customer_/,
      shipping: /^ship_/,
      payment_method_title: /^payment_method$/,
      shipping_lines: /^shipping_service$/,
      fee_lines: /^fees$/,
      coupon_lines: /^discount_codes/,
      refunds: /^(refund_amount|is_refunded)$/,
    },
    line: {
      id: /^external_id$/,
      name: /^name$/,
      quantity: /^(quantity|price|variations)$/,
      subtotal: /^price$/,
      sku: /^sku$/,
      meta_data: OF_PROPERTIES,
    },
  },
} as const satisfies Record<string, { order: Record<string, RegExp>; line: Record<string, RegExp> }>;

/** Amounts that are computed from the lines. */
const OF_LINES = /^(subtotal|total_amount|discount|tax|is_refunded)$/;

const OTHER_TYPES = fc.constantFrom<unknown>(5, -1.5, "", "text", [], ["text"], [5], {}, { a: "b" }, [{}], true, null);

/** One damaged part: of the order, or of its line with this index. */
interface Damage {
  line: number | null;
  part: string;
  /** Undefined: the part is removed. */
  value: unknown;
}

function damaged(payload: Fields, { line, part, value }: Damage): Fields {
  const copy = structuredClone(payload);
  const holder = line === null ? copy : ((copy["line_items"] as Fields[])[line] ?? {});
  if (value === undefined) delete holder[part];
  else holder[part] = value;
  return copy;
}

/** The values of an order by their paths, such as `items.0.price`. */
function flat(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => flat(each, path === "" ? key : `${path}.${key}`));
}

const PLATFORMS = [
  { platform: "shopify", adapter: shopify, payload: shopifyOrder({ fulfillments: [shopifyFulfillment()] }), updatedAt: "updated_at" },
  { platform: "woocommerce", adapter: woocommerce, payload: wooOrder({ coupon_lines: [{ code: "ten" }] }), updatedAt: "date_modified_gmt" },
] as const;

describe.each(PLATFORMS)("an order of $platform with one part missing or of another type", ({ platform, adapter, payload }) => {
  const { order, line } = READ_FROM[platform];
  const bodyOf = (fields: Fields): MappedOrderBody => {
    const mapped = adapter.map(fields);
    if (mapped.kind !== "order") throw new Error(mapped.kind);
    return mapped.order.body;
  };
  const damages = fc.oneof(
    fc.record({
      line: fc.constant(null),
      part: fc.constantFrom(...Object.keys(payload).filter((name) => name !== "id" && name !== "line_items")),
      value: fc.option(OTHER_TYPES, { nil: undefined }),
    }),
    fc.record({
      line: fc.nat({ max: 1 }),
      part: fc.constantFrom(...Object.keys((payload["line_items"] as Fields[])[0] ?? {})),
      value: fc.option(OTHER_TYPES, { nil: undefined }),
    }),
  );
  // A line with quantity 0 or without an object is not a line.
  const isDetail = ({ part, value }: Damage) => !(part === "quantity" && value === 0);

  it("is mapped with everything else unchanged", async () => {
    const before = flat(bodyOf(payload));
    const property = fc.property(damages.filter(isDetail), (damage) => {
      const after = new Map(flat(bodyOf(damaged(payload, damage))));
      const own = (damage.line === null ? order : line) as Record<string, RegExp>;
      const read = own[damage.part];
      const prefix = damage.line === null ? "" : `items.${damage.line}.`;
      for (const [path, value] of before) {
        const isOfPart = path.startsWith(prefix) && read?.test(path.slice(prefix.length)) === true;
        const followsLines = damage.line !== null && OF_LINES.test(path);
        if (!isOfPart && !followsLines) expect([path, after.get(path)]).toEqual([path, value]);
      }
    });
    await assertProperty(property, { cases: 400 });
  });
});

describe.each(PLATFORMS)("an order of $platform with damaged parts", ({ platform, payload, updatedAt }) => {
  let shop: Shop;
  let connection: TestConnection;
  beforeAll(async () => {
    shop = await aShop();
    const store = platform === "shopify" ? (await shop.v2("/stores", { body: { name: "Lamps", platform } })).body.id : "gift";
    const secret = platform === "shopify" ? { webhook_secret: "shared-secret-of-the-shop" } : {};
    connection = await connect(shop, { store, platform, ...secret });
  });

  let id = 5000;
  it("is stored, and the message names the omitted parts", async () => {
    const parts = fc.constantFrom(...Object.keys(payload).filter((name) => name !== "id" && name !== "line_items" && name !== updatedAt));
    const damages = fc.uniqueArray(fc.record({ line: fc.constant(null), part: parts, value: fc.option(OTHER_TYPES, { nil: undefined }) }), {
      selector: ({ part }) => part,
      maxLength: 6,
    });
    const property = fc.asyncProperty(damages, fc.boolean(), async (list, repeatsLines) => {
      id += 1;
      const body = list.reduce<Fields>(damaged, { ...payload, id });
      if (repeatsLines) body["line_items"] = [...(payload["line_items"] as Fields[]), ...(payload["line_items"] as Fields[])];
      await (platform === "shopify" ? deliverShopify : deliverWoo)(connection, body);
      await processInbox(shop, connection);
      const [message] = (await inboxOf(connection)).slice(-1);
      // An order that was never paid is not created.
      if (message?.["status"] === "ignored") return;
      expect(message).toMatchObject({ status: "processed" });
      expect((await orderOf(shop, String(id))).items).toHaveLength(2);
    });
    await assertProperty(property, { cases: 40 });
  });
});
