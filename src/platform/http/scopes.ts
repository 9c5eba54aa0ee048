/** What a scope allows: in the documentation, and in words for people who have not read it, in the order in which the console offers scopes. */
interface ScopeText {
  allows: string;
  name: string;
  says: string;
}

/** Scopes of API keys (docs/guide/authentication.md lists them). */
export const V1_SCOPES = {
  "orders:read": {
    allows: "read orders, notes, tracking",
    name: "See orders",
    says: "Orders with their customers and addresses, their notes and tracking.",
  },
  "orders:write": {
    allows: "write order notes",
    name: "Write order notes",
    says: "Add notes to orders. Nothing else of an order is changed.",
  },
  "order_items:read": { allows: "read order items", name: "See order items", says: "What was ordered, supplier, design and cost." },
  "order_items:write": {
    allows: "change order item status",
    name: "Change item statuses",
    says: "Move items along. An order's status can follow.",
  },
  "products:read": { allows: "read products", name: "See products", says: "Titles, SKUs, prices and costs." },
  "products:write": {
    allows: "create, update and archive products",
    name: "Create and update products",
    says: "New products, changes, and putting them into the archive.",
  },
  "stores:read": { allows: "read stores and their statistics", name: "See stores", says: "Stores and their figures." },
  "expenses:read": { allows: "read expenses", name: "See expenses", says: "What was spent on what; payroll too." },
  "expenses:write": {
    allows: "create, update and delete expenses",
    name: "Make, change and delete expenses",
    says: "Deleted expenses are gone for good.",
  },
} as const satisfies Record<string, ScopeText>;

/** Scopes of API tokens. */
export const V2_SCOPES = {
  "orders:read": {
    allows: "read order records and metadata",
    name: "See orders",
    says: "Orders with their items, customers, addresses, costs and history.",
  },
  "orders:write": {
    allows: "create and update orders",
    name: "Create and update orders",
    says: "Create orders and change them, except for their status.",
  },
  "orders:status:write": {
    allows: "update order status fields",
    name: "Change order statuses",
    says: "Move orders along, or cancel them.",
  },
  "analytics:read": { allows: "read revenue, cost and profit reports", name: "See reports", says: "Revenue, costs and profit." },
  "fulfillment:read": {
    allows: "read fulfillment and tracking records",
    name: "See fulfillments",
    says: "What was sent, by whom, and where it is.",
  },
  "fulfillment:write": {
    allows: "update fulfillment status and tracking",
    name: "Create and update fulfillments",
    says: "Carriers, tracking numbers, delivery. An order's status can follow.",
  },
  "webhooks:manage": {
    allows: "create, update and delete webhook endpoints",
    name: "Manage webhooks",
    says: "Decide which addresses are told what happens here. Whoever holds this can have customers' data sent to themselves.",
  },
  "stores:read": { allows: "read stores", name: "See stores", says: "Names, platforms and currencies." },
  "stores:write": {
    allows: "create and update stores",
    name: "Create and update stores",
    says: "Names, platforms, currencies, and whether they are active.",
  },
  "tickets:read": { allows: "read tickets", name: "See tickets", says: "What customers asked, and what became of it." },
  "tickets:write": { allows: "open and update tickets", name: "Open and change tickets", says: "New tickets, their status and priority." },
  "events:read": {
    allows: "read the event feed",
    name: "Read the event feed",
    says: "All that happens here, one event after the other, customers' data included.",
  },
} as const satisfies Record<string, ScopeText>;

export type Scope = keyof typeof V1_SCOPES | keyof typeof V2_SCOPES;
/** Scopes that open a GET. */
export type ReadScope = Extract<Scope, `${string}:read`> | "webhooks:manage";
/** Scopes that open anything else. */
export type WriteScope = Extract<Scope, `${string}:write`> | "webhooks:manage";
