import * as z from "zod";
import { confirmQuery } from "../../../platform/http/input/confirm";
import { cursorListQuery, listSchema } from "../../../platform/http/input/lists";
import { MomentInput } from "../../../platform/http/input/query";
import { patchBody, requiredText } from "../../../platform/http/input/text";
import { StoreRef } from "../../orders/ingest/v2/incoming";
import { DELIVERY_FILTERS } from "../../webhooks/deliveries/filters";
import { calledUrl, Delivery } from "../../webhooks/v2/contract";
import { INBOX_FILTERS, INBOX_STATUSES } from "../inbox/filters";
import { FULFILLMENT_STATUSES } from "../../orders/fulfillments/fulfillment-status";
import { ADAPTERS, PLATFORMS, SHOP_PLATFORMS } from "../platforms/platforms";
import { PropertyMapBody, PropertyMapView } from "./property-map";

const Moment = z.iso.datetime();

/** The names of all platforms for which something holds. */
const namesOf = (holds: (adapter: (typeof ADAPTERS)[(typeof PLATFORMS)[number]]) => boolean) =>
  Object.values(ADAPTERS)
    .filter(holds)
    .map(({ name }) => name)
    .join(", ");
const OWN_SECRET = `Required for ${namesOf(({ secretFrom }) => secretFrom !== null)}, which show their own. For the others, it is generated if omitted.`;
/** What the shops call a credential, for example "WooCommerce: consumer key." */
const shopsCall = (of: (adapter: (typeof ADAPTERS)[(typeof SHOP_PLATFORMS)[number]]) => string) =>
  SHOP_PLATFORMS.map((platform) => `${ADAPTERS[platform].name}: ${of(ADAPTERS[platform])}.`).join(" ");

const MIN_SECRET_LENGTH = 16;
/** A secret that verifies deliveries. */
const WebhookSecret = z.string().trim().min(MIN_SECRET_LENGTH).max(255);

const Api = z
  .object({
    shop_url: calledUrl("The address of the shop. Only its origin is used."),
    key: requiredText(255).describe(shopsCall(({ access }) => access.key)),
    secret: requiredText(255).describe(shopsCall(({ access }) => access.secret)),
  })
  .describe("Access to the shop's API. It is stored encrypted, and no response contains it.");

const SendFulfillments = z
  .boolean()
  .describe("Whether fulfillments that are shipped here are sent to the shop with their tracking. Needs `api` with write access.");

/** POST /connections. */
export const NewConnection = z
  .object({
    platform: z.enum(PLATFORMS),
    store: StoreRef.optional().describe(
      "Id, code or name of the store whose orders a shop delivers. A store has at most one connection. Required for shops, and only for them.",
    ),
    webhook_secret: WebhookSecret.optional().describe(`The secret that signs the webhooks. ${OWN_SECRET}`),
    api: Api.optional(),
    send_fulfillments: SendFulfillments.default(false),
    property_map: PropertyMapBody.optional(),
  })
  .meta({ id: "NewConnection" });

/** PATCH /connections/{id}. */
export const ConnectionChanges = patchBody(
  z.object({
    enabled: z.boolean().optional().describe("`false` pauses the connection: deliveries are accepted and ignored."),
    api: Api.nullable().optional().describe("Replaces the access to the shop's API. null removes it."),
    send_fulfillments: SendFulfillments.optional(),
    property_map: PropertyMapBody.optional(),
  }),
  "ConnectionChanges",
);

/** POST /connections/{id}/rotate-secret. */
export const RotateConnectionSecret = z
  .object({
    webhook_secret: WebhookSecret.optional().describe(`The new secret. ${OWN_SECRET}`),
    overlap_hours: z
      .number()
      .min(0)
      .max(168)
      .default(24)
      .describe("How long deliveries that are signed with the old secret are accepted too."),
  })
  .meta({ id: "RotateConnectionSecret" });

export const ConnectionPath = z.object({ id: z.string().meta({ description: "Id of a connection, con_…" }) });
export const MessagePath = z.object({
  id: ConnectionPath.shape.id,
  message_id: z.string().meta({ description: "Id of a message, inb_…" }),
});

/** DELETE /connections/{id}?confirm={id}. */
export const DeleteConnectionQuery = confirmQuery("connection");

export const DeletedConnection = z.strictObject({ id: z.string(), deleted: z.literal(true) }).meta({ id: "DeletedConnection" });

/** How fulfillments are sent to the shop. */
export const Sending = z
  .strictObject({
    status: z
      .enum(["active", "failing", "paused", "disabled"])
      .describe(
        "`failing`: the last attempt failed. `disabled`: attempts have failed for five days. Any change of the connection resumes it.",
      ),
    failing_since: Moment.nullable(),
    last_success_at: Moment.nullable(),
    last_failure_at: Moment.nullable(),
    failed: z.int().describe("Deliveries of the last 30 days that failed and are not retried, at most 100."),
  })
  .meta({ id: "ConnectionSending" });

const connection = {
  id: z.string(),
  store_id: z.int().nullable().describe("null for a carrier service."),
  platform: z.enum(PLATFORMS),
  status: z.enum(["active", "paused"]),
  delivery_url: z.string().describe("The address for the webhooks. For Shippo, add `?token=` and the secret."),
  secret_hint: z.string().describe("The last characters of the secret of the webhooks."),
  previous_secret_valid_until: Moment.nullable(),
  shop_url: z.string().nullable(),
  api_hint: z.string().nullable().describe("The last characters of the API's key."),
  last_event_at: Moment.nullable().describe("The last signed delivery about an order or a parcel."),
  last_reconciled_at: Moment.nullable().describe("When the changed orders were last read completely from the shop's API."),
  webhooks_registered_at: Moment.nullable().describe(
    "When the webhooks were last found complete in the shop. null if it has a page for them, where people create them.",
  ),
  gaps_found: z.int().describe("Orders that reconciliations found missing or out of date here."),
  gaps_filled: z.int().describe("Those of them that were stored."),
  backfill: z
    .strictObject({ status: z.enum(["running", "completed"]), since: Moment, orders: z.int().describe("Orders stored so far.") })
    .nullable(),
  last_error: z.strictObject({ message: z.string(), at: Moment }).nullable(),
  property_map: PropertyMapView,
  send_fulfillments: z.boolean(),
  sending: Sending.nullable().describe("null if no fulfillments were ever to be sent."),
  created_at: Moment,
  updated_at: Moment,
};

export const Connection = z.strictObject(connection).meta({ id: "Connection" });
export const Connections = listSchema(Connection);

export const ConnectionWithSecret = z
  .strictObject({
    ...connection,
    webhook_secret: z
      .string()
      .nullable()
      .describe("The generated secret: paste it into the shop. Only this response contains it. null if you sent the secret."),
  })
  .meta({ id: "ConnectionWithSecret" });

/** POST /connections/{id}/backfill. */
export const NewBackfill = z
  .object({ since: MomentInput.meta({ description: "Read the orders that have changed in the shop since this time." }) })
  .meta({ id: "NewBackfill" });

/** POST /connections/{id}/test. */
export const ConnectionTest = z
  .strictObject({ reached: z.boolean(), error: z.string().nullable().describe("Why the shop's API could not be used.") })
  .meta({ id: "ConnectionTest" });

export const InboxMessage = z
  .strictObject({
    id: z.string(),
    topic: z
      .string()
      .describe("The platform's name of the event, or a carrier service's words for the status, for example `TRANSIT/out_for_delivery`."),
    source_order_id: z.string().nullable().describe("The id of the order in the shop."),
    tracking_number: z.string().nullable().describe("Of a report of a carrier service, as are the next three fields."),
    carrier: z.string().nullable(),
    fulfillment_status: z.enum(FULFILLMENT_STATUSES).nullable().describe("What its words mean here."),
    occurred_at: Moment.nullable().describe("When the carrier had the status."),
    order_id: z.int().nullable().describe("The order here; of a report, the first one with the tracking number."),
    status: z.enum(INBOX_STATUSES),
    reason: z.string().nullable().describe("Why it was ignored or failed, or what could not be applied."),
    attempts: z.int(),
    next_attempt_at: Moment.nullable(),
    received_at: Moment,
    processed_at: Moment.nullable(),
  })
  .meta({ id: "InboxMessage" });

export const InboxMessages = listSchema(InboxMessage);

const INBOX_LIST = { filters: INBOX_FILTERS, defaultSort: { field: "received_at", direction: "desc" } } as const;

/** GET /connections/{id}/inbox. */
export const InboxQuery = cursorListQuery(INBOX_LIST);

/** The same list as a page of the console. */
export const InboxPageQuery = cursorListQuery(INBOX_LIST, "after");

const SENT_FILTERS = { status: DELIVERY_FILTERS.status, since: DELIVERY_FILTERS.since, until: DELIVERY_FILTERS.until };

/** GET /connections/{id}/deliveries. */
export const SentQuery = cursorListQuery({ filters: SENT_FILTERS, defaultSort: { field: "created_at", direction: "desc" } });

/** A delivery to the shop of a connection. */
export const SentDelivery = Delivery.extend({ order_id: z.int().nullable() })
  .describe("The `response_body` of an attempt says what was changed in the shop, or why not.")
  .meta({ id: "ConnectionDelivery" });

export const SentDeliveries = listSchema(SentDelivery);

export const SentPath = z.object({ id: ConnectionPath.shape.id, sent_id: z.string().describe("Id of a delivery to the shop, dlv_…") });
