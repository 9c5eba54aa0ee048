import type { Route } from "../../src/console/page";

/** Ids by the preceding segment of a path, and by the names of other parameters. */
export type Ids = Readonly<Record<string, string | number>>;

/** Parameters that are the same for everybody. */
const SAME_FOR_ALL: Readonly<Record<string, string>> = {
  table: "orders",
  field: "customer-name",
  item_field: "comment",
  product_field: "supplier",
};

/** A route's path with these ids. An unknown parameter fails the tests of every route until it is added. */
export function filledPath({ path }: Route, ids: Ids): string {
  return path.replaceAll(/([\w-]+)\/:(\w+)/g, (_match, segment: string, name: string) => {
    const value = SAME_FOR_ALL[name] ?? ids[name === "id" ? `${segment}.id` : name];
    if (value === undefined) throw new Error(`There is no ${segment}/:${name}: add one.`);
    return `${segment}/${value}`;
  });
}

/** The fields of forms with values that are valid in any form, and each reference set to one of these ids. */
export function commonFields(ids: Ids): Record<string, string> {
  const store = String(ids["stores.id"]);
  const order = String(ids["orders.id"]);
  return {
    name: "x",
    title: "x",
    subject: "x",
    body: "x",
    content: "x",
    description: "x",
    reason: "x",
    sku: "x",
    query: "status=New",
    platform: "etsy",
    status: "Shipped",
    priority: "low",
    category: "rent",
    amount: "5",
    date: "2026-01-31",
    currency: "EUR",
    timezone: "UTC",
    url: "https://hooks.example.com/x",
    events: "order.created",
    scopes: "orders:read",
    role: "viewer",
    email: "new@example.com",
    enabled: "on",
    store_id: store,
    store,
    order_id: order,
    order,
    order_item_id: String(ids["itemId"]),
    user_id: String(ids["user_id"]),
    overlap_hours: "0",
  };
}

/** The fields of a form that differ from the others. An empty list omits a field. */
const ownFields = (ids: Ids): Record<string, Record<string, string | string[]>> => {
  const item = String(ids["itemId"]);
  return {
    "/orders/new": { item_1_name: "x", item_1_price: "1" },
    "/orders/:id/items/new": { name: "x", price: "1", quantity: "1", cost: "" },
    // An operation that is not there: its undo is accepted, and changes nothing.
    "/orders/bulk/undo": { operation: `form_${"0".repeat(64)}` },
    "/orders/:id/fields/:field": { customer_name: "x" },
    "/orders/:id/items/:itemId/fields/:item_field": { comment: "x" },
    "/products/:id/fields/:product_field": { supplier: "x" },
    "/orders/:id/refund": { do: "refund", other: "1" },
    "/orders/:id/fulfillments": { [`take_${item}`]: "1", status: "in_transit" },
    "/orders/:id/fulfillments/:fulfillment": { status: "delivered" },
    "/attention/unmatched/match": { sku: "", id: "" },
    "/attention/unmatched/products": { sku: "S-1", title: "Mug", cost: "2" },
    "/attention/sku": { [`fill_${item}`]: "x" },
    "/attention/design": { [`fill_${item}`]: "https://files.example.com/b" },
    "/attention/cost": { [`fill_${item}`]: "2" },
    "/settings/personal-data/erase": { name: "Nobody", email: "nobody@example.com", phone: [], address: [], confirmation: "ERASE" },
    "/settings/personal-data/retention": { customer_days: "365", event_days: "30" },
    "/orders/bulk": { ids: [String(ids["orders.id"])], do: "supplier", supplier: "Acme" },
    "/tickets": { status: "open" },
    "/tickets/:id": { status: "open" },
    "/tickets/templates/:id": { name: "Another template" },
    "/tickets/:id/messages": { kind: "reply", status: "" },
    "/tickets/:id/template": { template_id: String(ids["templates.id"]), status: "" },
    "/stores/:id": { name: "Another name" },
    "/orders/:id/hold": { hold_reason: "x", hold_until: "" },
    "/orders/:id/items/:itemId/hold": { hold_reason: "x", hold_until: "2099-01-31" },
    "/production/:id": { due_date: "2026-12-01", status: [] },
    "/production/send": { ids: String(ids["orders.id"]), item, [`quantity_${item}`]: "1", override_reason: "x" },
    "/production/proofs/send": { ids: String(ids["orders.id"]), item },
    "/production/proofs/:id": { state: "approved", expected_state: [], comment: "x" },
    "/files/proofs/:itemId": { file_id: String(ids["files.id"]) },
    "/suppliers": { default_shipping: "to_buyer" },
    "/suppliers/:id/links": { days: "30" },
    "/production/:id/links": { days: "30" },
    "/suppliers/:id": { name: "Another name", default_shipping: "to_us" },
    "/suppliers/:id/costs": { costs: "MUG\t2.5" },
    "/suppliers/:id/token": { name: "x" },
    "/production/:id/invoice": { invoice_number: "A-1" },
    "/connections/new/shopify": { webhook_secret: "a-secret-of-the-shop", store: "not-connected" },
    "/connections/new/bigcommerce": {
      webhook_secret: "a-secret-of-the-shop",
      store: "not-connected-either",
      "api.shop_url": "https://api.bigcommerce.com",
      "api.key": "abc123",
      "api.secret": "access-token-0123456789",
    },
    // Carrier services report on fulfillments of all stores.
    "/connections/new/easypost": { store: [] },
    "/connections/new/shippo": { store: [] },
    "/connections/new/aftership": { store: [], webhook_secret: "a-secret-of-the-service" },
    "/connections/:id/api": {
      "api.shop_url": "https://shop.example.com",
      "api.key": "ck_0123456789abcdef",
      "api.secret": "cs_0123456789abcdef",
    },
    "/connections/:id/backfill": { since: "2026-01-01" },
    "/connections/:id/properties": { property_name: "Fabric", property_field: "material", property_key: "" },
    "/webhooks/:id": { enabled: [] },
    "/webhooks/:id/recover": { statuses: "failed", events: [] },
  };
};

/** The fields of a form that its route accepts. A list sends a field several times. */
export const formOf = ({ path }: Pick<Route, "path">, ids: Ids): Record<string, string | string[]> => ({
  ...commonFields(ids),
  ...ownFields(ids)[path],
});

/** The response of a shop whose API accepts the access of these forms. Null for a request that a check of the access does not send. */
export function shopResponse(url: string): Response | null {
  // The lists of orders of WooCommerce and BigCommerce, and the webhooks of BigCommerce: what a check of the access reads.
  return /\/(?:wc\/v3|v2)\/orders\?|\/v3\/hooks\?/.test(url) ? Response.json([]) : null;
}
