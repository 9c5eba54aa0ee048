/** The shape of an order of WooCommerce's REST API, version 3, as its documentation publishes it. The values are our own. */
export function wooOrder(fields: Record<string, unknown> = {}): Record<string, unknown> {
  const place = {
    first_name: "Ada",
    last_name: "Nowak",
    company: "",
    address_1: "5 Mill Lane",
    address_2: "",
    city: "Leeds",
    state: "WYK",
    postcode: "LS1 1AA",
    country: "GB",
  };
  return {
    id: 727,
    parent_id: 0,
    number: "727",
    status: "processing",
    currency: "USD",
    date_created: "2026-03-22T16:28:02",
    date_created_gmt: "2026-03-22T19:28:02",
    date_modified: "2026-03-22T16:28:08",
    date_modified_gmt: "2026-03-22T19:28:08",
    discount_total: "0.00",
    discount_tax: "0.00",
    shipping_total: "10.00",
    shipping_tax: "0.00",
    total: "29.35",
    total_tax: "1.35",
    prices_include_tax: false,
    customer_note: "",
    billing: { ...place, email: "ada@example.com", phone: "(555) 555-0100" },
    shipping: { ...place, first_name: "Ben", company: "Nowak Ltd" },
    payment_method: "bacs",
    payment_method_title: "Direct Bank Transfer",
    line_items: [
      { id: 315, name: "Plain mug", quantity: 2, subtotal: "6.00", subtotal_tax: "0.45", total: "6.00", meta_data: [], sku: "", price: 3 },
      {
        id: 316,
        name: "Poster &ndash; Black",
        quantity: 1,
        subtotal: "12.00",
        subtotal_tax: "0.90",
        total: "12.00",
        meta_data: [
          { id: 1, key: "pa_color", value: "black", display_key: "Color", display_value: "<p>Black</p>" },
          { id: 2, key: "_internal", value: "x" },
        ],
        sku: "POSTER-B",
        price: 12,
      },
    ],
    shipping_lines: [{ id: 317, method_title: "Flat Rate", method_id: "flat_rate", total: "10.00", total_tax: "0.00" }],
    fee_lines: [],
    coupon_lines: [],
    refunds: [],
    ...fields,
  };
}

const money = (amount: string) => ({ shop_money: { amount, currency_code: "USD" }, presentment_money: { amount, currency_code: "USD" } });

/** The shape of an order of Shopify's Admin API (REST) as its documentation publishes it. The values are our own. */
export function shopifyOrder(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 450789469,
    name: "#1001",
    email: "cleo@example.com",
    phone: null,
    created_at: "2026-01-10T11:00:00-05:00",
    processed_at: "2026-01-10T11:00:00-05:00",
    updated_at: "2026-01-10T12:00:00-05:00",
    cancelled_at: null,
    currency: "USD",
    financial_status: "paid",
    fulfillment_status: null,
    taxes_included: false,
    total_line_items_price: "597.00",
    total_discounts: "10.00",
    total_tax: "11.94",
    total_price: "603.94",
    total_tip_received: "0.00",
    total_shipping_price_set: money("5.00"),
    original_total_additional_fees_set: null,
    original_total_duties_set: null,
    total_cash_rounding_payment_adjustment_set: money("0.00"),
    discount_codes: [{ code: "TENOFF", amount: "10.00", type: "fixed_amount" }],
    tags: "vip, late ",
    payment_gateway_names: ["manual"],
    customer: { id: 1, first_name: "Cleo", last_name: "Dahl", phone: "+16135550107", email: "cleo@example.com" },
    billing_address: { name: "Cleo Dahl", address1: "9 Elm St", city: "Louisville", zip: "40202", country_code: "US", province_code: "KY" },
    shipping_address: {
      name: "Dan Dahl",
      company: null,
      address1: "9 Elm St",
      address2: "",
      city: "Louisville",
      zip: "40202",
      country: "United States",
      country_code: "US",
      province: "Kentucky",
      province_code: "KY",
    },
    shipping_lines: [{ id: 3, title: "Express", price: "5.00" }],
    line_items: [
      {
        id: 466157049,
        name: "Lamp - green",
        quantity: 1,
        price: "199.00",
        sku: "LAMP-G",
        variant_title: "green",
        properties: [
          { name: "Engraving", value: "Happy Birthday" },
          { name: "_hidden", value: "x" },
        ],
      },
      { id: 518995019, name: "Lamp - red", quantity: 2, price: "199.00", sku: "", variant_title: null, properties: [] },
    ],
    fulfillments: [],
    refunds: [],
    ...fields,
  };
}

/** A fulfillment of such an order. */
export function shopifyFulfillment(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    id: 255858046,
    status: "success",
    shipment_status: null,
    created_at: "2026-01-11T11:00:00-05:00",
    tracking_company: "USPS",
    tracking_number: "1Z1234512345123456",
    tracking_url: "https://track.example.com/1Z1234512345123456",
    line_items: [{ id: 466157049, quantity: 1 }],
    ...fields,
  };
}
