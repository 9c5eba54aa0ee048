import type { Claim } from "../../webhooks/deliveries/claim.sql.ts";
import type { DeliveryEngine } from "../../webhooks/relay";
import type { AttemptOutcome } from "../../webhooks/send";
import { type CallShop, type OutgoingFulfillment, RejectedFulfillment, UnmappableError } from "../platforms/adapter";
import { parseStored } from "../../../platform/reading/json";
import { shopAdapterOf } from "../platforms/platforms";
import { shopAccess } from "../secrets";
import { callShop } from "../shop-client";
import { ShopError } from "../shop-error";
import { beginSending, type OutgoingEvent, type OutgoingRow, recordSent } from "./outgoing.sql.ts";
import { parseTracking } from "./tracking";

/** All calls of an attempt together end in time for its outcome to be recorded (docs/design/deliveries.md#concurrency). */
const MAX_PUSH_MS = 25_000;

const CHANGES = { created: "Created in the shop", updated: "Updated in the shop", unchanged: "Already in the shop" } as const;

/** What is needed of the body of the events that a connection is subscribed to. */
interface EventBody {
  order_id: string | number;
  fulfillment_id?: string;
}

/**
 * Makes an attempt of a delivery to a connection: sends fulfillments to its shop. What the shop has is read before each change there, so an
 * attempt after an unknown outcome sends nothing twice. Throws the errors of the database.
 */
export async function pushDelivery({ db, settings, budget }: DeliveryEngine, claim: Claim): Promise<AttemptOutcome> {
  const startedAt = Date.now();
  const outcome = (rest: Pick<AttemptOutcome, "error" | "responseStatus" | "responseBody"> & Partial<AttemptOutcome>): AttemptOutcome => ({
    startedAt,
    durationMs: Math.max(0, Date.now() - startedAt),
    retryAfter: null,
    ...rest,
  });
  const { connection, rows } = await beginSending(db, claim.endpoint_id, eventOf(claim));
  const access = connection === null ? null : await shopAccess(settings.masterSecrets, connection);
  if (connection === null || access === null) return outcome(rejection("The connection has no access to the shop’s API."));
  if (rows.length === 0) return outcome({ error: null, responseStatus: null, responseBody: "Nothing to send." });
  /** The status of the last response. */
  let status: number | null = null;
  const organizationId = claim.organization_id;
  const callApi = callShop({ settings, access, organizationId, budget, deadline: AbortSignal.timeout(MAX_PUSH_MS) });
  const call: CallShop = async (request, read) => {
    status = null;
    return await callApi(request, (response) => {
      ({ status } = response);
      return read(response);
    });
  };
  const results: string[] = [];
  let rejected: string | null = null;
  try {
    for (const row of rows) {
      try {
        const { sourceId, change } = await shopAdapterOf(connection.platform).pushFulfillment(call, access, outgoingOf(row));
        await recordSent(db, claim.organization_id, { id: row.id, sourceId, tracking: row.tracking });
        results.push(`${CHANGES[change]}: ${sourceId}`);
      } catch (error) {
        if (!(error instanceof RejectedFulfillment) && !(error instanceof UnmappableError)) throw error;
        rejected ??= error.message;
      }
    }
  } catch (error) {
    if (error instanceof ShopError) return outcome(failure(error));
    throw error;
  }
  if (rejected !== null) return outcome({ ...rejection(rejected), responseStatus: status });
  return outcome({ error: null, responseStatus: status, responseBody: results.join("\n") });
}

function eventOf({ organization_id, body }: Claim): OutgoingEvent {
  // Only our own events are stored.
  const { order_id, fulfillment_id = null } = parseStored<EventBody>(body);
  return { organization_id, order_id: Number(order_id), fulfillment_id };
}

function outgoingOf(row: OutgoingRow): OutgoingFulfillment {
  const items = parseStored<{ external_id: string; quantity: number }[]>(row.items);
  if (items.length === 0) throw new RejectedFulfillment("The shop does not know these items.");
  return {
    id: row.id,
    orderId: row.order_external_id,
    sourceId: row.source_id,
    otherSourceIds: parseStored<string[]>(row.other_source_ids),
    items: items.map(({ external_id, quantity }) => ({ externalId: external_id, quantity })),
    tracking: parseTracking(row.tracking),
    attempted: row.sending_tracking === null ? null : parseTracking(row.sending_tracking),
    shippedAt: row.shipped_at,
    completesOrder: row.completes_order === 1,
  };
}

/** The outcome of an attempt that would fail again. The shop itself works, so for the health of the endpoint it is a success. */
function rejection(reason: string) {
  return { error: "rejected", responseStatus: null, responseBody: reason, final: true } as const;
}

/** The statuses with which a shop says that it does not accept the order or the fulfillment. */
const REJECTION_STATUSES = new Set([400, 404, 410, 422]);

function failure({ message, status, retryAfterMs, kind }: ShopError) {
  if (status !== null && REJECTION_STATUSES.has(status)) {
    const reason = status === 404 ? "The shop has no such order." : message;
    return { ...rejection(reason), responseStatus: status };
  }
  const retryAfter = retryAfterMs === null ? null : String(Math.ceil(retryAfterMs / 1000));
  return { error: kind, responseStatus: status, responseBody: message, retryAfter };
}
