type Fields = Record<string, unknown>;

/** A time in the format of RFC 2822, which the API uses for all times. */
export const rfcTime = (at: number): string => new Date(at).toUTCString().replace("GMT", "+0000");

const ADDRESS = {
  first_name: "Trisha",
  last_name: "Oak",
  company: "Acorn Ltd",
  street_1: "5 Mill Lane",
  street_2: "Flat 2",
  city: "Austin",
  state: "Texas",
  zip: "78751",
  country: "United States",
  country_iso2: "US",
  phone: "5551234567",
  email: "trisha@example.com",
  form_fields: [],
};

/** A product of an order, as `/v2/orders/{id}/products` publishes it. */
export function bigcommerceProduct(fields: Fields = {}): Fields {
  return {
    id: 65,
    order_id: 149,
    product_id: 77,
    order_address_id: 51,
    name: "Linen towel",
    sku: "TOWEL-S",
    type: "physical",
    base_price: "20.0000",
    price_ex_tax: "20.0000",
    price_inc_tax: "22.0000",
    price_tax: "2.0000",
    base_total: "40.0000",
    total_ex_tax: "40.0000",
    total_inc_tax: "44.0000",
    total_tax: "4.0000",
    quantity: 2,
    is_refunded: false,
    quantity_refunded: 0,
    quantity_shipped: 0,
    parent_order_product_id: null,
    applied_discounts: [],
    product_options: [
      { id: 45, display_name: "Size", display_value: "S", value: "69", type: "Multiple choice", name: "Sizes", display_style: "Rectangle" },
      {
        id: 47,
        display_name: "Add letters",
        display_value: "T. O.",
        value: "T. O.",
        type: "Text field",
        name: "Letters",
        display_style: "",
      },
    ],
    configurable_fields: [],
    gift_certificate_id: null,
    discounted_total_inc_tax: "44.0000",
    ...fields,
  };
}

/**
 * An order of the REST API, version 2, with its consignments, their products and its fees, as the documentation publishes them. The
 * values are our own.
 */
export function bigcommerceOrder({ line_items, ...fields }: Fields = {}): Fields {
  return {
    id: 149,
    customer_id: 11,
    date_created: "Tue, 05 Mar 2026 21:40:11 +0000",
    date_modified: "Wed, 11 Mar 2026 15:17:25 +0000",
    date_shipped: "",
    status_id: 11,
    status: "Awaiting Fulfillment",
    subtotal_ex_tax: "40.0000",
    subtotal_inc_tax: "44.0000",
    subtotal_tax: "4.0000",
    base_shipping_cost: "5.0000",
    shipping_cost_ex_tax: "5.0000",
    shipping_cost_inc_tax: "5.5000",
    shipping_cost_tax: "0.5000",
    handling_cost_ex_tax: "0.0000",
    handling_cost_inc_tax: "0.0000",
    wrapping_cost_ex_tax: "1.0000",
    wrapping_cost_inc_tax: "1.1000",
    total_ex_tax: "43.0000",
    total_inc_tax: "47.3000",
    total_tax: "4.3000",
    is_tax_inclusive_pricing: false,
    items_total: 2,
    items_shipped: 0,
    payment_method: "Cash",
    payment_status: "captured",
    refunded_amount: "0.0000",
    currency_code: "USD",
    default_currency_code: "USD",
    customer_message: "Ring twice.",
    discount_amount: "0.0000",
    coupon_discount: "3.0000",
    shipping_address_count: 1,
    is_deleted: false,
    billing_address: { ...ADDRESS, first_name: "Jane", last_name: "Doe", email: "jane@example.com" },
    products: { url: "https://api.bigcommerce.com/stores/abc123/v2/orders/149/products", resource: "/orders/149/products" },
    coupons: { url: "https://api.bigcommerce.com/stores/abc123/v2/orders/149/coupons", resource: "/orders/149/coupons" },
    consignments: {
      pickups: [],
      shipping: [{ id: 51, ...ADDRESS, shipping_method: "Flat rate", line_items: line_items ?? [bigcommerceProduct()], items_total: 2 }],
      downloads: [],
      email: { gift_certificates: [] },
    },
    fees: [],
    ...fields,
  };
}

/** A shipment of an order. */
export function bigcommerceShipment(fields: Fields = {}): Fields {
  return {
    id: 6,
    order_id: 149,
    customer_id: 11,
    order_address_id: 51,
    date_created: "Wed, 11 Mar 2026 17:22:08 +0000",
    tracking_number: "EJ958083578US",
    merchant_shipping_cost: "0.0000",
    shipping_method: "None",
    comments: "",
    shipping_provider: "usps",
    tracking_carrier: "",
    tracking_link: "",
    items: [{ order_product_id: 65, product_id: 0, quantity: 1 }],
    shipping_provider_display_name: "USPS",
    generated_tracking_link: "https://track.example.com/EJ958083578US",
    ...fields,
  };
}

/** An event about an order, which has only its id. */
export function bigcommerceEvent(id: number, fields: Fields = {}): Fields {
  return {
    scope: "store/order/updated",
    store_id: "1025646",
    data: { type: "order", id },
    hash: "dd70c0976e06b67aaf671e73f49dcb79230ebf9d",
    created_at: 1_773_242_245,
    producer: "stores/abc123",
    ...fields,
  };
}
