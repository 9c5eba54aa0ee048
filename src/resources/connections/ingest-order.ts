import type { AuditReason } from "../orders/audit-reasons";
import type { OrderState } from "../orders/find-order.sql.ts";
import { findOrderState } from "../orders/read-order";
import { ingestOrders } from "../orders/ingest/ingest-orders";
import { parseIncoming } from "../orders/ingest/v2/parse-incoming";
import { OPEN_STATUSES, type OrderStatus } from "../orders/order-status";
import { setOrderStatus } from "../orders/set-status";
import { ApiError } from "../../platform/api-error";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import type { OrgDb } from "../../platform/db/org-db";
import { receivedTime, trustedTime } from "../../platform/values/outside-clock";
import { type MappedOrder, UnmappableError } from "./platforms/adapter";
import { applyFulfillments, notApplied } from "./source-fulfillments";

/** What became of an order of a platform. */
export interface IngestedOrder {
  /** `outdated`: a newer state is stored. `unpaid`: it is not created before it is paid. */
  outcome: "created" | "updated" | "unchanged" | "outdated" | "unpaid";
  orderId: number | null;
  /** What could not be applied, without values of the order. Null: nothing. */
  note: string | null;
}

/** A cancellation on the platform cancels an order in these statuses. */
const CANCELLABLE: ReadonlySet<OrderStatus> = new Set(OPEN_STATUSES);

/**
 * Stores an order of a platform and applies its cancellation and its fulfillments. Every step can be repeated: a state that is already stored
 * changes nothing, and an older one neither. Throws UnmappableError for an order that ingest rejects.
 */
export async function ingestPlatformOrder(
  org: OrgDb,
  { storeId, masterSecrets }: { storeId: number; masterSecrets: MasterSecrets },
  order: MappedOrder,
): Promise<IngestedOrder> {
  const { body, state } = order;
  const updatedAt = receivedTime(order.updatedAt, org.now);
  const key = { storeId, externalId: body.external_id };
  const before = await findOrderState(org, key);
  if (before === null && state === "unpaid") return { outcome: "unpaid", orderId: null, note: null };
  if (before !== null && isNewer(org, before, updatedAt)) return { outcome: "outdated", orderId: before.id, note: null };
  const isNews = before !== null && before.source_status !== body.source_status;
  // A cancellation of an order that has left needs a person.
  const audits = isNews && state === "cancelled" && (before.status === "Shipped" || before.status === "Complete");
  const reasons = audits ? [shopReason(body.source_status)] : [];
  const outcome = await ingest(org, { ...body, store: String(storeId) }, { updatedAt, reasons, masterSecrets });
  const after = await findOrderState(org, key);
  if (after === null) return { outcome, orderId: null, note: null };
  if (isNewer(org, after, updatedAt)) return { outcome: "outdated", orderId: after.id, note: null };
  const applied = await applyFulfillments(org, after.id, order.fulfillments);
  const unmapped = order.unmappedFulfillment === null ? null : notApplied(order.unmappedFulfillment);
  const note = applied === null || unmapped === null ? (applied ?? unmapped) : `${unmapped}; ${applied}`;
  if (state === "cancelled") await cancelOrder(org, key);
  return { outcome, orderId: after.id, note };
}

/** Whether a shop cancelled or refunded an order. Shopify lists several statuses. WooCommerce names an order in the trash "trash". */
function shopReason(sourceStatus: string | null | undefined): AuditReason {
  const words = (sourceStatus ?? "").split(", ");
  return words.includes("refunded") && !words.includes("cancelled") ? "shop_refunded" : "shop_cancelled";
}

function isNewer({ now }: OrgDb, { source_updated_at }: OrderState, updatedAt: number): boolean {
  const stored = trustedTime(source_updated_at, now);
  return stored !== null && stored > updatedAt;
}

async function ingest(
  org: OrgDb,
  body: object,
  { masterSecrets, ...context }: { updatedAt: number; reasons: readonly AuditReason[]; masterSecrets: MasterSecrets },
): Promise<"created" | "updated" | "unchanged"> {
  const { element } = parseIncoming(body, true);
  if ("error" in element) throw rejection(element.error);
  // What a shop says is a fact, also if it is implausible (docs/spec/orders.md#implausible-values).
  const fact = { ...element, isFact: true, sourceUpdatedAt: context.updatedAt, reasons: context.reasons };
  const options = {
    onConflict: "update",
    onError: "reject_all",
    dryRun: false,
    returnsOrder: false,
    path: () => "",
    masterSecrets,
  } as const;
  try {
    const { results } = await ingestOrders(org, [fact], options);
    const outcome = results[0]?.outcome;
    return outcome === "created" || outcome === "updated" ? outcome : "unchanged";
  } catch (error) {
    throw error instanceof ApiError && error.status < 500 ? rejection(error) : error;
  }
}

/** The fields and codes of a rejected order, without its values. */
function rejection({ code, details }: ApiError): UnmappableError {
  const reasons = details.map((detail) => `${detail.path ?? ""} ${detail.code}`.trim());
  return new UnmappableError(`The order was rejected: ${[...new Set(reasons)].slice(0, 5).join(", ") || code}.`);
}

const MAX_TRIES = 5;

/** Cancels an order that was cancelled or deleted on the platform, unless it was shipped or is already cancelled. Returns its id; null if there is none. */
export async function cancelOrder(org: OrgDb, key: { storeId: number; externalId: string }): Promise<number | null> {
  for (let tries = 1; ; tries += 1) {
    const order = await findOrderState(org, key);
    if (order === null || !CANCELLABLE.has(order.status)) return order?.id ?? null;
    try {
      await setOrderStatus(org, order.id, { status: "Cancelled", reason: "platform", versions: [order.version] });
      return order.id;
    } catch (error) {
      // The order was changed since it was read, so its status may have changed too.
      if (!(error instanceof ApiError) || error.code !== "precondition_failed" || tries === MAX_TRIES) throw error;
    }
  }
}
