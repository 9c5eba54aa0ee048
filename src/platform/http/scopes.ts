/** Scopes of API keys and of API tokens, with what each allows (docs/spec/scopes.md). */
export const V1_SCOPES = {
  "orders:read": "read orders, notes, tracking",
  "orders:write": "write order notes",
  "order_items:read": "read order items",
  "order_items:write": "change order item status",
  "products:read": "read products",
  "products:write": "create, update and archive products",
  "stores:read": "read stores and their statistics",
  "expenses:read": "read expenses",
  "expenses:write": "create, update and delete expenses",
} as const;

export const V2_SCOPES = {
  "orders:read": "read order records and metadata",
  "orders:write": "create and update orders",
  "orders:status:write": "update order status fields",
  "analytics:read": "read revenue, cost and profit reports",
  "fulfillment:read": "read fulfillment and tracking records",
  "fulfillment:write": "update fulfillment status and tracking",
  "webhooks:manage": "create, update and delete webhook endpoints",
  "stores:read": "read stores",
  "stores:write": "create and update stores",
  "tickets:read": "read tickets",
  "tickets:write": "open and update tickets",
  "events:read": "read the event feed",
} as const;

export type Scope = keyof typeof V1_SCOPES | keyof typeof V2_SCOPES;
/** Scopes that open a GET. */
export type ReadScope = Extract<Scope, `${string}:read`> | "webhooks:manage";
/** Scopes that open anything else. */
export type WriteScope = Extract<Scope, `${string}:write`> | "webhooks:manage";
