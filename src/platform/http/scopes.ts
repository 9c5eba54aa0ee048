/** A scope's text in the documentation (`allows`), and its name and description in the console, which lists scopes in this order. */
interface ScopeText {
  allows: string;
  name: string;
  description: string;
}

const EXPENSE_SCOPES = {
  "expenses:read": { allows: "read expenses", name: "See expenses", description: "All expenses, including payroll." },
  "expenses:write": {
    allows: "create, update and delete expenses",
    name: "Create, change and delete expenses",
    description: "Deleted expenses can't be restored.",
  },
} as const satisfies Record<string, ScopeText>;

/** Scopes of API keys (docs/guide/authentication.md lists them). */
export const V1_SCOPES = {
  "orders:read": {
    allows: "read orders, notes, tracking",
    name: "See orders",
    description: "Orders with customers, addresses, notes and tracking.",
  },
  "orders:write": {
    allows: "write order notes",
    name: "Write order notes",
    description: "Add notes to orders, and change nothing else.",
  },
  "order_items:read": { allows: "read order items", name: "See order items", description: "Items with their supplier and design." },
  "order_items:write": {
    allows: "change order item status",
    name: "Change item statuses",
    description: "Change item statuses, which can change the order's status.",
  },
  "products:read": { allows: "read products", name: "See products", description: "Titles, SKUs, prices and costs." },
  "products:write": {
    allows: "create, update and archive products",
    name: "Create and update products",
    description: "Create, change and archive products.",
  },
  "stores:read": { allows: "read stores and their statistics", name: "See stores", description: "Stores and their figures." },
  ...EXPENSE_SCOPES,
} as const satisfies Record<string, ScopeText>;

export const V2_SCOPES = {
  "orders:read": {
    allows: "read order records and metadata",
    name: "See orders",
    description: "Orders with their items, customers, addresses, costs and history.",
  },
  "orders:write": {
    allows: "create and update orders",
    name: "Create and update orders",
    description: "Create orders and change them, except for their status.",
  },
  "orders:status:write": {
    allows: "update order status fields",
    name: "Change order statuses",
    description: "Change the status of orders, including cancellation.",
  },
  "customers:read": {
    allows: "read customers' email addresses and phone numbers",
    name: "See customers' contact data",
    description: "Email addresses and phone numbers of customers, in an order that can be read.",
  },
  "analytics:read": { allows: "read revenue, cost and profit reports", name: "See reports", description: "Revenue, costs and profit." },
  "fulfillment:read": {
    allows: "read fulfillment and tracking records",
    name: "See fulfillments",
    description: "Shipments with their carrier and tracking.",
  },
  "fulfillment:write": {
    allows: "update fulfillment status and tracking",
    name: "Create and update fulfillments",
    description: "Carriers, tracking numbers and delivery, which can change the order's status.",
  },
  "webhooks:manage": {
    allows: "create, update and delete webhook endpoints",
    name: "Manage webhooks",
    description: "Choose the URLs that receive events. A holder of this scope can have customers' data sent to their own server.",
  },
  "connections:manage": {
    allows: "create, update and delete connections to shops and carrier services",
    name: "Manage connections",
    description: "Connect shops, whose orders are then stored, and services that report on parcels, and see what they have delivered.",
  },
  "products:read": {
    allows: "read products with their costs",
    name: "See products",
    description: "Titles, SKUs, prices, costs, designs and suppliers.",
  },
  "products:write": {
    allows: "create, update and archive products",
    name: "Create and update products",
    description: "Create, change and archive products, and what they supply to items.",
  },
  ...EXPENSE_SCOPES,
  "stores:read": { allows: "read stores", name: "See stores", description: "Names, platforms and currencies." },
  "stores:write": {
    allows: "create and update stores",
    name: "Create and update stores",
    description: "Names, platforms, currencies, and whether they are active.",
  },
  "suppliers:read": {
    allows: "read suppliers with their costs",
    name: "See suppliers",
    description: "Suppliers with their contacts, lead times and costs.",
  },
  "suppliers:write": {
    allows: "create and update suppliers and their costs",
    name: "Create and update suppliers",
    description: "Names, contacts, lead times, costs, and whether they are active.",
  },
  "supplier_orders:read": {
    allows: "read supplier orders with their costs",
    name: "See supplier orders",
    description: "What suppliers are to make, with addresses and costs.",
  },
  "supplier_orders:write": {
    allows: "send items to suppliers and update supplier orders",
    name: "Send to suppliers",
    description: "Send items to suppliers and change supplier orders, which can change the statuses of items and orders.",
  },
  "proofs:read": { allows: "read proofs", name: "See proofs", description: "What buyers are asked to approve, with their comments." },
  "proofs:write": {
    allows: "create and send proofs and record decisions",
    name: "Create proofs and their links",
    description: "Create proofs, get the links that buyers decide on, and record their decisions.",
  },
  "tickets:read": { allows: "read tickets", name: "See tickets", description: "Support tickets of customers." },
  "tickets:write": {
    allows: "open and update tickets",
    name: "Open and change tickets",
    description: "Open tickets; change status and priority.",
  },
  "events:read": {
    allows: "read the event feed",
    name: "Read the event feed",
    description: "All events in the organization, including customers' data.",
  },
} as const satisfies Record<string, ScopeText>;

/** The scopes of an API token that is limited to a supplier (docs/spec/scopes.md#limited-to-a-supplier). */
export const SUPPLIER_SCOPES = ["supplier_orders:read", "supplier_orders:write"] as const satisfies readonly (keyof typeof V2_SCOPES)[];

export type Scope = keyof typeof V1_SCOPES | keyof typeof V2_SCOPES;
export type ReadScope = Extract<Scope, `${string}:read`> | "webhooks:manage" | "connections:manage";
export type WriteScope = Extract<Scope, `${string}:write`> | "webhooks:manage" | "connections:manage";
