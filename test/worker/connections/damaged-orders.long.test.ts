import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { MappedOrderBody } from "../../../src/resources/connections/platforms/adapter";
import { bigcommerce } from "../../../src/resources/connections/platforms/bigcommerce/adapter";
import { shopify } from "../../../src/resources/connections/platforms/shopify/adapter";
import { woocommerce } from "../../../src/resources/connections/platforms/woocommerce/adapter";
import { createShop, type Shop } from "../../kit/client";
import { assertProperty } from "../../kit/property";
import {
  bigcommerceEvent,
  connect,
  deliverBigcommerce,
  deliverShopify,
  deliverWoo,
  inboxOf,
  orderOf,
  processInbox,
  type TestConnection,
} from "./fixtures";
import { shopifyFulfillment, shopifyOrder, wooOrder } from "./payloads";
import { bigcommerceOrder, bigcommerceProduct, bigcommerceShipment } from "./payloads-bigcommerce";
import { StandInBigcommerce } from "./stand-in-bigcommerce";

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
      currency: /^(currency|refund_(amount|tax)|is_refunded)$/,
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
      refunds: /^(refund_(amount|tax)|is_refunded)$/,
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
      refunds: /^(refund_(amount|tax)|is_refunded)$/,
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
  bigcommerce: {
    order: {
      status_id: /^(status|is_refunded)$/,
      status: /^source_status$/,
      date_created: /^date$/,
      currency_code: /^currency$/,
      is_tax_inclusive_pricing: /^(taxes_included|subtotal|shipping_cost|discount|fees|items\.\d+\.price)$/,
      shipping_cost_ex_tax: /^(shipping_cost|discount|fees)$/,
      handling_cost_ex_tax: /^(fees|discount)$/,
      wrapping_cost_ex_tax: /^(fees|discount)$/,
      total_ex_tax: /^(fees|discount)$/,
      total_inc_tax: /^(total_amount|is_refunded)$/,
      total_tax: /^tax$/,
      fees: /^(fees|discount)$/,
      refunded_amount: /^(refund_amount|is_refunded)$/,
      payment_method: /^payment_method$/,
      customer_message: /^buyer_note$/,
      billing_address: /^customer_/,
      coupons: /^discount_codes/,
    },
    line: {
      id: /^external_id$/,
      name: /^name$/,
      quantity: /^(quantity|price|variations)$/,
      total_ex_tax: /^price$/,
      total_tax: /^tax$/,
      sku: /^sku$/,
      type: /^requires_shipping$/,
      product_options: /^(variations|personalization|properties|size|color|material|design_url|metadata)/,
    },
  },
} as const satisfies Record<string, { order: Record<string, RegExp>; line: Record<string, RegExp> }>;

/**
 * Amounts that follow from the lines. BigCommerce states neither a discount nor all fees: they are computed as the difference between the
 * total and the other amounts.
 */
const OF_LINES = /^(subtotal|total_amount|discount|fees|tax|is_refunded)$/;

const OTHER_TYPES = fc.constantFrom<unknown>(5, -1.5, "", "text", [], ["text"], [5], {}, { a: "b" }, [{}], true, null);

/** One damaged part: of the order, or of its line with this index. */
interface Damage {
  line: number | null;
  part: string;
  /** Undefined: the part is removed. */
  value: unknown;
}

/** The lines of a payload. Those of BigCommerce are in the consignment of an address. */
function linesOf(payload: Fields): Fields[] {
  if ("line_items" in payload) return payload["line_items"] as Fields[];
  return (payload["consignments"] as { shipping: { line_items: Fields[] }[] }).shipping[0]?.line_items ?? [];
}

/** What an order must have: its id and its lines. */
const REQUIRED = new Set(["id", "line_items", "consignments"]);

/** BigCommerce says in a field of the order that it was deleted. */
const isDeletion = ({ part, value }: Damage): boolean => part === "is_deleted" && value === true;

function applyDamage(payload: Fields, { line, part, value }: Damage): Fields {
  const copy = structuredClone(payload);
  const holder = line === null ? copy : (linesOf(copy)[line] ?? {});
  if (value === undefined) delete holder[part];
  else holder[part] = value;
  return copy;
}

/** The values of an order by their paths, such as `items.0.price`. */
function flatten(value: unknown, path = ""): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([key, each]) => flatten(each, path === "" ? key : `${path}.${key}`));
}

const PLATFORMS = [
  { platform: "shopify", adapter: shopify, payload: shopifyOrder({ fulfillments: [shopifyFulfillment()] }) },
  { platform: "woocommerce", adapter: woocommerce, payload: wooOrder({ coupon_lines: [{ code: "ten" }] }) },
  {
    platform: "bigcommerce",
    adapter: bigcommerce,
    payload: bigcommerceOrder({
      line_items: [bigcommerceProduct(), bigcommerceProduct({ id: 66, name: "Mug", quantity: 1 })],
      total_ex_tax: "83.0000",
      total_inc_tax: "91.3000",
      total_tax: "8.3000",
      items_shipped: 1,
      coupons: [{ code: "THREE" }],
      shipments: [bigcommerceShipment()],
    }),
  },
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
      part: fc.constantFrom(...Object.keys(payload).filter((name) => !REQUIRED.has(name))),
      value: fc.option(OTHER_TYPES, { nil: undefined }),
    }),
    fc.record({
      line: fc.nat({ max: 1 }),
      part: fc.constantFrom(...Object.keys(linesOf(payload)[0] ?? {})),
      value: fc.option(OTHER_TYPES, { nil: undefined }),
    }),
  );
  const details = damages.filter((damage) => !isDeletion(damage));

  it("is mapped with everything else unchanged", async () => {
    const before = flatten(bodyOf(payload));
    const property = fc.property(details, (damage) => {
      const after = new Map(flatten(bodyOf(applyDamage(payload, damage))));
      const own = (damage.line === null ? order : line) as Record<string, RegExp>;
      const read = own[damage.part];
      const prefix = damage.line === null ? "" : `items.${damage.line}.`;
      for (const [path, value] of before) {
        const isOfPart = path.startsWith(prefix) && read?.test(path.slice(prefix.length)) === true;
        const followsLines = damage.line !== null && OF_LINES.test(path);
        if (!isOfPart && !followsLines) expect({ path, value: after.get(path) }).toEqual({ path, value });
      }
    });
    await assertProperty(property, { cases: 400 });
  });
});

/** What the service computes from amounts, texts and addresses, some of which may be damaged. */
const COMPUTED =
  /^(total_amount|subtotal|discount|fees|tax|is_refunded|taxes_included)$|^items\.\d+\.(customer_|ship_|order_date|is_gift)|^customer_address$/;

/** What is not compared: ids, times of the service, what says that something was left out, and a state that follows the fulfillments. */
const OF_SERVICE =
  /^(id|external_id|number|created_at|updated_at|version|requires_audit|audit_reasons|fulfillment_state)$|\.(id|order_id|custom_order_id)$/;

describe.each(PLATFORMS)("an order of $platform with damaged parts", ({ platform, payload }) => {
  const { order: readFrom } = READ_FROM[platform];
  const store = new StandInBigcommerce();
  let shop: Shop;
  let connection: TestConnection;
  let whole: [string, unknown][];
  let id = 5000;
  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    shop = await createShop();
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => await store.response(new Request(input, init)));
    const ofStore = platform === "woocommerce" ? "gift" : (await shop.v2("/stores", { body: { name: "Lamps", platform } })).body.id;
    const access = platform === "bigcommerce" ? { api: store.api } : {};
    const secret = platform === "woocommerce" ? {} : { webhook_secret: "shared-secret-of-the-shop" };
    connection = await connect(shop, { store: ofStore, platform, ...secret, ...access });
    whole = await deliverAndRead(payload);
  });
  afterAll(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  const deliver: Record<typeof platform, (body: Fields) => Promise<unknown>> = {
    shopify: async (body) => await deliverShopify(connection, body),
    woocommerce: async (body) => await deliverWoo(connection, body),
    // The order is read from the shop, which has its coupons and shipments at other addresses.
    bigcommerce: async ({ coupons, shipments, ...body }) => {
      store.refresh();
      store.orders.set(id, body as never);
      store.coupons.set(id, coupons as never);
      store.shipments.set(id, shipments as never);
      return await deliverBigcommerce(connection, bigcommerceEvent(id));
    },
  };

  /** Delivers an order and returns what is stored of it. An order that is not created is empty. */
  async function deliverAndRead(body: Fields): Promise<[string, unknown][]> {
    id += 1;
    // 300 deliveries in a minute, however many cases are tried. A connection accepts 600 from new senders.
    vi.setSystemTime(Date.now() + 200);
    await deliver[platform]({ ...body, id });
    await processInbox(shop, connection);
    const [message] = (await inboxOf(connection)).slice(-1);
    // An order that was never paid is not created.
    if (message?.["status"] === "ignored") return [];
    expect(message).toMatchObject({ status: "processed" });
    const order = await orderOf(shop, String(id));
    expect(order.items).toHaveLength(2);
    const { data: fulfillments } = (await shop.v2(`/orders/${order.id}/fulfillments`)).body;
    return [...flatten(order).filter(([path]) => !OF_SERVICE.test(path)), ["fulfillments", fulfillments.length]];
  }

  it("is stored with all other parts", async () => {
    const parts = fc.constantFrom(...Object.keys(payload).filter((name) => !REQUIRED.has(name)));
    const list = fc.record({ line: fc.constant(null), part: parts, value: fc.option(OTHER_TYPES, { nil: undefined }) });
    const damages = fc.uniqueArray(
      list.filter((damage) => !isDeletion(damage)),
      { selector: ({ part }) => part, maxLength: 6 },
    );
    const property = fc.asyncProperty(damages, fc.boolean(), async (some, repeatsLines) => {
      const body = some.reduce<Fields>(applyDamage, structuredClone(payload));
      // A second line with the same id is left out.
      if (repeatsLines) linesOf(body).push(...structuredClone(linesOf(body)));
      const after = new Map(await deliverAndRead(body));
      if (after.size === 0) return;
      const read = some.flatMap(({ part }) => (readFrom as Record<string, RegExp>)[part] ?? []);
      const isDamaged = (path: string): boolean => {
        // These parts decide what is shipped or cancelled, and so the statuses of the items.
        const ofFulfillments = some.some(({ part }) => /^(fulfillments|shipments|cancelled_at|financial_status|status_id)$/.test(part));
        return COMPUTED.test(path) ? some.length > 0 : ofFulfillments && /^(fulfillments|status|items\.\d+\.status)$/.test(path);
      };
      for (const [path, value] of whole) {
        if (!read.some((pattern) => pattern.test(path)) && !isDamaged(path))
          expect({ path, value: after.get(path) }).toEqual({ path, value });
      }
    });
    await assertProperty(property, { cases: 40 });
  });
});
