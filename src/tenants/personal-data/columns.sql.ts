import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { recordOf } from "../../platform/values/record";
import type * as tables from "../tables";

/**
 * What a text column may hold about a person, such as a customer:
 * - `no`: nothing. It has codes, ids, statuses, settings or the names of goods and shops.
 * - `staff`: data of somebody who works for the organization. It is managed with accounts and credentials, so erasing a customer keeps it.
 * - `name`, `email`, `phone`, `address`: the value itself. It is erased with everything else about the person.
 * - `text`: a text that somebody wrote. It is erased as a whole if it contains an identifier of the person.
 * - `label`: a short text about something else. Only the identifier in it is replaced.
 * - `choice`: one of the standard values, or a label that somebody wrote.
 * - `json`: JSON of whose strings only the identifiers are erased, also two neighboring strings that identify only together.
 * - `query`: a URL query whose values are handled like labels.
 */
export type PersonalData = "no" | "staff" | IdentifierKind | "text" | "label" | "choice" | "json" | "query";

export const IDENTIFIER_KINDS = ["name", "email", "phone", "address"] as const;
export type IdentifierKind = (typeof IDENTIFIER_KINDS)[number];

type Tables = typeof tables;
export type TableKeys = { [K in keyof Tables]: Tables[K] extends SQLiteTable ? K : never }[keyof Tables];
/** The text columns of a table. Columns with a fixed list of values are left out. */
type TextColumns<T> = T extends SQLiteTable
  ? { [C in keyof T["$inferSelect"] & string]: string extends NonNullable<T["$inferSelect"][C]> ? C : never }[keyof T["$inferSelect"] &
      string]
  : never;

/** A table without text columns has an empty declaration. A table or column without one does not compile. */
type Declarations = { readonly [K in TableKeys]: Readonly<Record<TextColumns<Tables[K]>, PersonalData>> };

const SHIP_TO = {
  ship_address1: "address",
  ship_address2: "address",
  ship_city: "address",
  ship_state: "address",
  ship_zipcode: "address",
  ship_country: "address",
} as const;

/** Columns that hold nothing about a person. */
const none = <Name extends string>(...names: Name[]) => recordOf(names, () => "no" as const);

/**
 * Every text column of the database, with the personal data that it may hold. Finding, exporting and erasing a person's data follow it
 * (docs/spec/personal-data.md#declaration).
 */
export const PERSONAL_DATA: Declarations = {
  orders: {
    external_id: "no",
    currency: "no",
    number: "no",
    customer_name: "name",
    customer_address: "address",
    customer_email: "email",
    customer_phone: "phone",
    payment_method: "label",
    ship_name: "name",
    // The company of a small buyer is often the buyer's own name.
    ship_company: "name",
    ...SHIP_TO,
    ship_by_date: "no",
    shipping_service: "label",
    buyer_note: "text",
    gift_message: "text",
    source_status: "label",
    discount_codes: "json",
    tags: "json",
    assignee: "staff",
    metadata: "json",
    // Not erased as a whole, because the order would no longer be on hold.
    hold_reason: "label",
    ...none("customer_name_sort_key", "ship_country_folded", "shipping_service_folded", "tags_folded_list"),
    audit_reasons: "no",
    // An erasure replaces it with a keyed hash.
    source_hash: "no",
  },
  // Triggers derive it from `orders.tags`, so an erasure there changes it, too.
  orderTags: { tag: "no" },
  orderItems: {
    external_id: "no",
    name: "label",
    status: "choice",
    custom_order_id: "label",
    sku: "no",
    custom_sku: "no",
    spu: "no",
    assigned_supplier: "label",
    sub_supplier: "label",
    material: "label",
    material_id: "no",
    design_url: "label",
    tracking_code: "label",
    carrier: "label",
    style: "label",
    type: "label",
    size: "label",
    color: "label",
    variations: "text",
    personalization: "text",
    properties: "json",
    metadata: "json",
    comment: "text",
    hold_reason: "label",
    id_service: "label",
    phone: "phone",
    customer_name: "name",
    customer_address: "address",
    ship_name: "name",
    ...SHIP_TO,
    vat_ioss_number: "no",
    ...none("name_sort_key", "sku_sort_key", "status_sort_key", "status_folded", "sku_folded"),
    ...none("assigned_supplier_folded", "sub_supplier_folded"),
  },
  orderNotes: { author_name: "staff", text: "text" },
  orderHistory: {
    fulfillment_id: "no",
    change: "no",
    from_value: "label",
    to_value: "label",
    changed_fields: "no",
    reason: "text",
    actor_name: "staff",
  },
  fulfillments: {
    id: "no",
    tracking_number: "label",
    tracking_number_normalized: "no",
    carrier: "label",
    tracking_url: "label",
    source_id: "no",
    sending_tracking: "json",
    sent_tracking: "json",
  },
  fulfillmentItems: { fulfillment_id: "no" },
  // The content of a file is not searched (docs/spec/files.md#personal-data).
  files: {
    ...none("id", "object_key", "preview_key", "content_type", "sha256"),
    name: "label",
    actor_name: "staff",
  },
  itemDesigns: { file_id: "no", actor_name: "staff" },
  fileTotals: {},
  proofs: { id: "no", file_id: "no", comment: "text", actor_name: "staff" },
  refunds: { id: "no", items: "no", reason: "text", source_id: "no", actor_name: "staff" },
  savedViews: { name: "label", name_folded: "no", query: "query" },
  tickets: { subject: "text", body: "text", channel: "label", customer_name: "name", assignee: "staff", due_date: "no" },
  ticketMessages: { body: "text", author_name: "staff", sent_by_name: "staff" },
  // Only values of fields that have nothing of the customer are recorded.
  ticketHistory: { field: "no", from_value: "staff", to_value: "staff", actor_name: "staff" },
  ticketTemplates: { name: "label", name_folded: "no", body: "label" },
  expenses: {
    category: "choice",
    category_group: "no",
    currency: "no",
    date: "no",
    description: "text",
    bhxh_type: "label",
    employee_name: "name",
    category_sort_key: "no",
    category_folded: "no",
    employee_name_folded: "no",
  },
  products: {
    ...none("sku", "spu", "title", "description", "design_link", "cost_currency", "supplier", "material", "metadata", "tags"),
    ...none("images", "videos", "stores", "platforms", "labels", "sizes", "title_sort_key", "sku_sort_key", "sku_folded", "spu_folded"),
  },
  productTerms: { term: "no" },
  stores: {
    ...none("name", "code", "currency", "import_map", "name_sort_key", "name_folded", "code_folded", "send_blockers", "ship_blockers"),
    return_address: "staff",
  },
  // The contact works for the supplier. Erasing a customer keeps it.
  suppliers: {
    ...none("id", "name", "code", "currency", "file_columns", "name_sort_key"),
    contact_name: "staff",
    contact_email: "staff",
    contact_phone: "staff",
  },
  supplierCosts: { supplier_id: "no", sku_key: "no", sku: "no", currency: "no" },
  supplierOrders: { id: "no", supplier_id: "no", due_date: "no", reason: "text", invoice_number: "label" },
  supplierOrderLines: {
    ...none("supplier_order_id", "currency"),
    shipments: "json",
    reject_reason: "text",
    status_before: "choice",
    snapshot: "json",
  },
  links: { id: "no", subject_id: "no", token_hash: "no", actor_name: "staff" },
  supplierTerms: { term: "no", supplier_id: "no" },
  events: { id: "no", type: "no", body: "json" },
  eventFloors: {},
  deliveries: { id: "no", endpoint_id: "no", event_id: "no", event_type: "no", lease_token: "no" },
  attempts: { delivery_id: "no", url: "no", response_body: "text", error_code: "no" },
  webhookEndpoints: {
    ...none("id", "url", "events", "supplier_id", "secret", "secret_hint", "previous_secret"),
    description: "label",
  },
  connections: none(
    ...(["id", "platform", "secret", "secret_hint", "previous_secret", "shop_url", "api_credentials", "api_hint", "last_error"] as const),
    ...(["reconcile_cursor", "backfill_cursor", "webhooks_url", "property_map"] as const),
  ),
  connectionInbox: {
    id: "no",
    connection_id: "no",
    event_key: "no",
    topic: "label",
    source_order_id: "no",
    body: "json",
    tracking_number: "label",
    carrier: "label",
    reason: "no",
  },
  recoveries: { id: "no", endpoint_id: "no", statuses: "no", events: "no", at_id: "no" },
  writeMarkers: { operation_id: "no", result: "json" },
  auditLog: {
    actor_name: "staff",
    actor_name_folded: "no",
    action: "no",
    target_id: "no",
    target_name: "label",
    target_name_folded: "no",
    details: "json",
  },
  sequences: { name: "no" },
  orderRollups: { basis: "no", status: "no", currency: "no" },
  itemRollups: { basis: "no", status: "no" },
  listCounts: { filter: "no", basis: "no" },
  orderDays: {},
  expenseRollups: { date: "no", currency: "no" },
  organizations: { name: "no", currency: "no", timezone: "no", removal_position: "no" },
  users: { email: "staff", name: "staff", password_hash: "no" },
  memberships: {},
  credentials: { name: "staff", secret_hash: "no", previous_hash: "no", hint: "no", scopes: "no", supplier_id: "no", allowed_ips: "staff" },
  sessions: { id: "no", user_agent: "staff" },
  identities: { issuer: "no", subject: "staff" },
  secondFactors: { secret: "no" },
  recoveryCodes: { code_hash: "no" },
  signInFailures: { address_hash: "no" },
  invitations: { token_hash: "no" },
  memberInvitations: { token_hash: "no", email: "staff" },
  moves: { position: "no", problem: "no", lease_token: "no" },
  haltedOrganizations: { token: "no" },
  rowChanges: { table_name: "no", key: "no" },
  // The identifiers in `person` are encrypted, and deleted at the end.
  erasures: { person: "no", position: "no", actor_name: "staff" },
  retentionSettings: { position: "no" },
  cronRuns: { cron: "no", jobs: "no" },
};
