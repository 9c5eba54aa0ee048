import type { Message } from "../platform/http/openapi/document";
import { EVENT_MESSAGES } from "../events/v2/contract";

/** What each group of operations is about, in the order in which the reference shows them. */
export const TAGS = {
  Orders: "Orders with their items: found, read, taken in, moved on.",
  "Order items": "The lines of orders, which are made, shipped and delivered one by one.",
  "Order notes": "What people and integrations noted on an order.",
  "Order tracking": "Where an order's goods are.",
  Fulfillments: "Parcels: what is in them and where they are.",
  Products: "The catalogue.",
  Stores: "Where the organization sells.",
  Expenses: "What the organization spends, payroll included.",
  Tickets: "Questions and complaints of customers.",
  Analytics: "Revenue, cost, expenses and profit, with how much of the cost is known.",
  Events: "Everything that happened, in order and without a gap: the way to keep a copy in step.",
  Webhooks: "Being told of events: endpoints, deliveries, their attempts.",
  Service: "The credential's own state, and whether the service answers.",
} as const;

const RULES = `
Every answer has an \`X-Request-Id\`. Fields are only ever added within a version: ignore those you do not know.
A parameter or body field that is not known here is ignored and named in a warning; send \`Prefer: handling=strict\` to have it refused.

The guide begins with a [quickstart](/docs/guide/quickstart) and tells about [authentication](/docs/guide/authentication), [idempotency](/docs/guide/idempotency),
[pagination and sync](/docs/guide/pagination), [webhooks](/docs/guide/webhooks), [errors](/docs/guide/errors), [limits](/docs/guide/limits),
[versioning](/docs/guide/versioning), the [typed client](/docs/guide/client), [agents](/docs/guide/mcp) and [automation](/docs/guide/automation).`;

export const V1_HEAD = {
  title: "Order Operations: Public V1",
  description: `Orders, items, notes, tracking, products, stores and expenses of one organization, with an API key. Answers come in one envelope: \`success\`, \`data\`, \`meta\`. Orders are taken in, shipped and reported on, and webhooks managed, with the other document, **v2**: choose it above the list of operations.\n${RULES}`,
  tags: TAGS,
  credential: "API key, `ak_live_…`.",
  messages: [] as readonly Message[],
} as const;

export const V2_HEAD = {
  title: "Order Operations: v2",
  description: `Orders in and out, fulfillments, tickets, stores, analytics, the event feed and webhooks of one organization, with a bearer token. Answers are bare objects; lists have \`data\`, \`has_more\`, \`next_cursor\`.\n${RULES}`,
  tags: TAGS,
  credential: "API token, `sk_live_…`.",
  messages: EVENT_MESSAGES,
} as const;
