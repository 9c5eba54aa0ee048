import type { Message } from "../../platform/http/openapi/document";
import { EVENT_MESSAGES } from "../../resources/events/v2/contract";

/** The description of each group of operations, in the order of the reference. */
export const TAGS = {
  Orders: "Orders with their items.",
  "Order items": "The items of orders, each with its own status.",
  "Order notes": "Notes on orders.",
  "Order tracking": "The tracking record of an order.",
  Fulfillments: "Fulfillments: their items and their tracking.",
  Files: "Designs of items and attachments of orders.",
  Products: "The product catalog.",
  Stores: "The stores of the organization.",
  Suppliers: "The suppliers that make the goods.",
  "Supplier orders": "What suppliers are to make, and how far it is.",
  Proofs: "The pictures that buyers are asked to approve.",
  Expenses: "Operating and payroll expenses.",
  Tickets: "Support tickets.",
  Analytics: "Revenue, costs, expenses and profit.",
  Catalog: "What products supply to the items with their SKUs, and SKUs that stand for no product.",
  Events: "All events in order and without gaps. Use the feed to keep a copy up to date.",
  Webhooks: "Webhook endpoints, deliveries and their attempts.",
  Connections:
    "Shops that send orders here and services that report the status of parcels: their connections, and an inbox of what they sent.",
  Service: "The credential, and the health of the service.",
  Operator: "Organizations with their members, stores and credentials, and the state of the installation.",
} as const;

const RULES = `
Every response has an \`X-Request-Id\`. Within a version, fields are only added: ignore fields that you do not know.

**Send \`Prefer: handling=strict\` with every write.** Then an unknown parameter or body field is an error. Without this header it is ignored with a warning, and a misspelled optional field, such as \`qty\` for \`quantity\`, gets its default.

Enumerations list the canonical names. Other spellings are accepted where a description says so.

The guide starts with a [quickstart](/docs/guide/quickstart) and explains [authentication](/docs/guide/authentication), [idempotency](/docs/guide/idempotency),
[pagination and sync](/docs/guide/pagination), [webhooks](/docs/guide/webhooks), [errors](/docs/guide/errors), [limits](/docs/guide/limits),
[versioning](/docs/guide/versioning), the [typed client](/docs/guide/client), [agents](/docs/guide/mcp) and [automation](/docs/guide/automation).`;

export const V1_HEAD = {
  title: "Order Operations: Public V1",
  description: `Orders, items, notes, tracking, products, stores and expenses of one organization, with an API key. Every response has the fields \`success\`, \`data\` and \`meta\`. This API is fixed. To create and ship orders, read reports or manage webhooks, use **v2**: select it above the list of operations.\n${RULES}`,
  tags: TAGS,
  credential: "API key, `ak_live_…`.",
  messages: [] as readonly Message[],
} as const;

export const V2_HEAD = {
  title: "Order Operations: v2",
  description: `Orders, fulfillments, tickets, stores, analytics, the event feed, webhooks and connected shops of one organization, with an API token. Use v2 for new integrations. A response is the resource itself. Lists have \`data\`, \`has_more\` and \`next_cursor\`.\n${RULES}`,
  tags: TAGS,
  credential: "API token, `sk_live_…`.",
  messages: EVENT_MESSAGES,
} as const;

export const OPERATOR_HEAD = {
  title: "Order Operations: operator",
  description: `The installation and its organizations, for the person who deploys the service. A request without the operator token gets 404. Lists have \`data\`, \`has_more\` and \`next_cursor\`.

The specification and the runbook in the repository explain moves, exports, restores, deletions and the erasure of personal data.`,
  tags: TAGS,
  credential: "The secret `OPERATOR_TOKEN` of the installation.",
  messages: [] as readonly Message[],
} as const;
