import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import type { V1_SCOPES, V2_SCOPES } from "../../../platform/http/scopes";

/** A scope in words for people who have not read the documentation. */
interface Words {
  name: string;
  says: string;
}

const TOKEN: Readonly<Record<keyof typeof V2_SCOPES, Words>> = {
  "orders:read": { name: "See orders", says: "Orders with their items, customers, addresses, costs and history." },
  "orders:write": { name: "Make and change orders", says: "Take in new orders and change what they say, but not their status." },
  "orders:status:write": { name: "Change order statuses", says: "Move orders along, or cancel them." },
  "analytics:read": { name: "See reports", says: "Revenue, costs and profit." },
  "fulfillment:read": { name: "See parcels", says: "What was sent, by whom, and where it is." },
  "fulfillment:write": { name: "Make and change parcels", says: "Carriers, tracking numbers, delivery. An order's status can follow." },
  "stores:read": { name: "See stores", says: "Names, platforms and currencies." },
  "stores:write": { name: "Make and change stores", says: "Names, platforms, currencies, and whether they are active." },
  "tickets:read": { name: "See tickets", says: "What customers asked, and what became of it." },
  "tickets:write": { name: "Open and change tickets", says: "New tickets, their status and priority." },
  "events:read": { name: "Read the event feed", says: "All that happens here, one event after the other, customers' data included." },
  "webhooks:manage": {
    name: "Manage webhooks",
    says: "Decide which addresses are told what happens here. Whoever holds this can have customers' data sent to themselves.",
  },
};

const KEY: Readonly<Record<keyof typeof V1_SCOPES, Words>> = {
  "orders:read": { name: "See orders", says: "Orders with their customers and addresses, their notes and tracking." },
  "orders:write": { name: "Write order notes", says: "Add notes to orders. Nothing else of an order is changed." },
  "order_items:read": { name: "See order items", says: "What was ordered, supplier, design and cost." },
  "order_items:write": { name: "Change item statuses", says: "Move items along. An order's status can follow." },
  "products:read": { name: "See products", says: "Titles, SKUs, prices and costs." },
  "products:write": { name: "Make and change products", says: "New products, changes, and putting them into the archive." },
  "stores:read": { name: "See stores", says: "Stores and their figures." },
  "expenses:read": { name: "See expenses", says: "What was spent on what; payroll too." },
  "expenses:write": { name: "Make, change and delete expenses", says: "Deleted expenses are gone for good." },
};

/** The scopes of a kind of credential with their words, in the order in which they are offered. */
export function scopeWords(kind: CredentialKind): readonly (readonly [scope: string, words: Words])[] {
  return Object.entries(kind === "api_key" ? KEY : TOKEN);
}

/** A scope's short name; the scope itself where it is none of the kind's. */
export function scopeName(kind: CredentialKind, scope: string): string {
  return scopeWords(kind).find(([name]) => name === scope)?.[1].name ?? scope;
}

/** What a new credential's scopes can begin with. */
export const PRESETS = ["read", "everything"] as const;

/** A preset's name in the address. */
export type Preset = (typeof PRESETS)[number];

/** The scopes of a preset. */
export function presetScopes(kind: CredentialKind, preset: Preset): string[] {
  const all = scopeWords(kind).map(([scope]) => scope);
  return preset === "everything" ? all : all.filter((scope) => scope.endsWith(":read"));
}
