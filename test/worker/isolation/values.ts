import type { Twin } from "./twins";

/** Words of an organization that lists can be filtered by. */
const WORD_FIELDS = [
  "",
  "store",
  "storecode",
  "external",
  "number",
  "customer",
  "item",
  "sku",
  "supplier",
  "code",
  "status",
  "fulfillment",
  "title",
  "productsku",
  "spu",
  "tag",
  "platform",
  "category",
  "employee",
  "subject",
  "channel",
  "note",
  "address",
  "personalization",
] as const;

/** Values that identify rows of only one organization. Each has a counterpart that refers to nothing. */
export function identifyingValues({ ids, word, second }: Twin): string[] {
  return [...Object.values(ids), second.key.id, second.token.id].map(String).concat(WORD_FIELDS.map(word));
}

/**
 * Values that match rows of both, and values that a search or a pattern could treat as something else than text. `id~word` is how the search
 * index has a word of an organization.
 */
export function sharedValues({ id, word }: Twin): string[] {
  return [
    [
      "Gift shop",
      "gift",
      "CORNER",
      "Ann Lee",
      "ann",
      "same",
      "#1",
      "1",
      "MUG",
      "blue mug",
      "Acme",
      "UPS",
      "1Z999",
      "line-1",
      "etsy",
      "email",
    ],
    [
      "rent",
      "payroll",
      "EUR",
      "USD",
      "New",
      "Shipped",
      "Cancelled",
      "delivered",
      "open",
      "pending",
      "normal",
      "failed",
      "held",
      "succeeded",
    ],
    ["true", "1970-01-01", "2026-01-15", "2026-01-31", "2026-01-15T10:00:00Z", "2100-01-01", "UTC", "Pacific/Kiritimati", "all_time"],
    ["store", "month", "previous_period", "order.created", "webhook.test", "id:asc", "updated_at", "status:desc", "name", "200"],
    ["status,number,external_id,fulfillments,version", "%", "_", "*", '"*"', "%zq%", "zq*", "zqalpha*", "^zq", "zq OR mug", "mug NOT zz"],
    ["{words}: zq", "NEAR(zq mug)", "' or 1=1 --", "') union select * from orders --", '"', "\u0000", `${id}~${word("item")}`, `${id}~zq*`],
  ].flat();
}

/** Headers from which other services take an organization. */
export const HEADERS = [
  "X-Organization-Id",
  "X-Org-Id",
  "X-Tenant-Id",
  "X-Account-Id",
  "X-User-Id",
  "X-Forwarded-User",
  "Organization",
  "Cookie",
] as const;

/** Parameters that no list has, but lists of other services do. */
export const UNKNOWN_PARAMETERS = ["organization_id", "organization", "tenant", "account_id", "user_id", "id", "fields", "expand"] as const;

/** An id in spellings that a lenient parser might accept. */
export function spellings(id: string | number, own: string | number): string[] {
  return [
    `0${id}`,
    `+${id}`,
    `${id}.0`,
    `${id}e0`,
    ` ${id}`,
    `${id}\u0000`,
    `${own},${id}`,
    `${id}' or '1`,
    `${id}%`,
    String(id).toUpperCase() + " ",
  ];
}
