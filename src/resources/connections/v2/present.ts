import type { z } from "zod";
import { pickValues } from "../../../platform/values/record";
import { momentOrNull, momentText } from "../../../platform/values/zone";
import type { ConnectionRow } from "../connections.sql.ts";
import type { InboxEntry } from "../inbox/inbox.sql.ts";
import { ownNames } from "../stored-property-map";
import { deliveryUrl } from "../token";
import type { Delivery } from "../../webhooks/deliveries/queries";
import { presentDelivery } from "../../webhooks/v2/present";
import type { Connection, ConnectionWithSecret, InboxMessage, Sending, SentDelivery } from "./contract";

/** A connection in v2 (docs/spec/connections.md#fields), without its secrets. `origin` is that of this service. */
export function presentConnection(row: ConnectionRow, origin: string): z.output<typeof Connection> {
  const { last_error, last_error_at } = row;
  return {
    id: row.id,
    store_id: row.store_id,
    platform: row.platform,
    status: row.status,
    delivery_url: deliveryUrl(origin, { organizationId: row.organization_id, connectionId: row.id }),
    secret_hint: row.secret_hint,
    previous_secret_valid_until: momentOrNull(row.previous_valid_until),
    shop_url: row.shop_url,
    api_hint: row.api_hint,
    last_event_at: momentOrNull(row.last_event_at),
    last_reconciled_at: momentOrNull(row.last_reconciled_at),
    webhooks_registered_at: momentOrNull(row.webhooks_registered_at),
    gaps_found: row.gaps_found,
    gaps_filled: row.gaps_filled,
    backfill: backfillOf(row),
    last_error: last_error === null || last_error_at === null ? null : { message: last_error, at: momentText(last_error_at) },
    property_map: ownNames(row),
    send_fulfillments: row.sends_fulfillments === 1,
    sending: sendingOf(row),
    created_at: momentText(row.created_at),
    updated_at: momentText(row.updated_at),
  };
}

/** How fulfillments are sent, in one word. Null: they were never to be sent. */
export function sendingStatus({ sending_status, sending_failing_since }: ConnectionRow): z.output<typeof Sending>["status"] | null {
  if (sending_status === null || sending_status === "paused") return sending_status;
  if (sending_status !== "active") return "disabled";
  return sending_failing_since === null ? "active" : "failing";
}

function sendingOf(row: ConnectionRow): z.output<typeof Sending> | null {
  const status = sendingStatus(row);
  if (status === null) return null;
  return {
    status,
    failing_since: momentOrNull(row.sending_failing_since),
    last_success_at: momentOrNull(row.sending_success_at),
    last_failure_at: momentOrNull(row.sending_failure_at),
    failed: row.sending_failed,
  };
}

/** A delivery to the shop of a connection. */
export function presentSent(sent: Delivery): z.output<typeof SentDelivery> {
  const { order_id = null } = sent.delivery;
  return { ...presentDelivery(sent), order_id };
}

function backfillOf({ backfill_status: status, backfill_since: since, backfill_orders: orders }: ConnectionRow) {
  return status === null || since === null ? null : { status, since: momentText(since), orders };
}

/** A connection with its generated secret, which is shown only once; null if the caller sent it. */
export function presentWithSecret(row: ConnectionRow, origin: string, secret: string | null): z.output<typeof ConnectionWithSecret> {
  return { ...presentConnection(row, origin), webhook_secret: secret };
}

/** A message of an inbox, without its body. */
export function presentMessage(row: InboxEntry): z.output<typeof InboxMessage> {
  // Of these, `pickValues` reads only the names.
  const names = { id: null, topic: null, source_order_id: null, order_id: null, status: null, reason: null, attempts: null };
  const report = { tracking_number: null, carrier: null, fulfillment_status: null };
  return {
    ...pickValues(row, { ...names, ...report }),
    occurred_at: momentOrNull(row.occurred_at),
    next_attempt_at: momentOrNull(row.next_attempt_at),
    received_at: momentText(row.received_at),
    processed_at: momentOrNull(row.processed_at),
  };
}
