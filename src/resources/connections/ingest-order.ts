import type { AuditReason } from "../orders/audit-reasons";
import type { OrderState } from "../orders/find-order.sql.ts";
import { findOrderState } from "../orders/read-order";
import { ingestOrders } from "../orders/ingest/ingest-orders";
import { parseIncoming } from "../orders/ingest/v2/parse-incoming";
import { OPEN_STATUSES, type OrderStatus } from "../orders/order-status";
import { setOrderStatus } from "../orders/set-status";
import { recordSourceRefunds } from "../orders/refunds/source-refunds";
import { requireAudit } from "../orders/update-order";
import { ApiError, type ErrorDetail } from "../../platform/api-error";
import type { MasterSecrets } from "../../platform/crypto/master-key";
import type { OrgDb } from "../../platform/db/org-db";
import { receivedTime, trustedTime } from "../../platform/values/outside-clock";
import { type MappedOrder, type MappedOrderBody, UnmappableError } from "./platforms/adapter";
import { applyFulfillments } from "./source-fulfillments";

/** What has become of an order of a platform. */
export interface IngestedOrder {
  /** `outdated`: a newer state is stored. `unpaid`: it is not created before it is paid. */
  outcome: "created" | "updated" | "unchanged" | "outdated" | "unpaid";
  orderId: number | null;
  /** What could not be applied, without values of the order. Null: nothing. */
  note: string | null;
}

/** A cancellation on the platform cancels an order in these statuses. */
const CANCELLABLE: ReadonlySet<OrderStatus> = new Set(OPEN_STATUSES);

const isShippedOrComplete = ({ status }: OrderState): boolean => status === "Shipped" || status === "Complete";

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
  const updatedAt = order.updatedAt === null ? null : receivedTime(order.updatedAt, org.now);
  const key = { storeId, externalId: body.external_id };
  const before = await findOrderState(org, key);
  if (before === null && (state === "unpaid" || state === "cancelled_unpaid")) return { outcome: "unpaid", orderId: null, note: null };
  if (before !== null && isNewer(org, before, updatedAt)) return { outcome: "outdated", orderId: before.id, note: null };
  const isCancelled = state === "cancelled" || state === "cancelled_unpaid";
  const hasNewStatus = before !== null && before.source_status !== body.source_status;
  // A cancellation of an order that was shipped needs a person, and so does an order that is opened again after work on it had begun.
  const wasShippedBefore = hasNewStatus && isCancelled && isShippedOrComplete(before);
  const reasons = [...order.reasons, ...(wasShippedBefore ? [shopReason(body.source_status)] : [])];
  // First, because the platform may have removed the units of a cancelled fulfillment from the order.
  if (before !== null)
    await applyFulfillments(
      org,
      before.id,
      order.fulfillments.filter((fulfillment) => fulfillment.status === "cancelled"),
    );
  const { outcome, leftOut } = await ingest(org, { ...body, store: String(storeId) }, { updatedAt, reasons, masterSecrets });
  const after = await findOrderState(org, key);
  if (after === null) return { outcome, orderId: null, note: null };
  // A newer state may have been stored at the same time. It applies its own fulfillments.
  if (isNewer(org, after, updatedAt)) return { outcome: "outdated", orderId: after.id, note: null };
  const applied = await applyFulfillments(org, after.id, order.fulfillments);
  if (order.refunds !== undefined) await recordSourceRefunds(org, after.id, order.refunds);
  if (isCancelled) {
    const cancelled = await cancelIfOpen(org, key);
    // If this change has left nothing to ship, the order is Shipped now and was not cancelled, so a person has to look.
    if (hasNewStatus && !wasShippedBefore && cancelled !== null && isShippedOrComplete(cancelled))
      await requireAudit(org, after.id, [shopReason(body.source_status)]);
  }
  const reopens = after.cancelled_from !== null && (state === "open" || state === "complete");
  if (reopens && after.cancelled_from === "In Production") await requireAudit(org, after.id, ["shop_reopened"]);
  else if (reopens) await reopenOrder(org, key);
  return { outcome, orderId: after.id, note: noteOf([...order.leftOut, ...leftOut, ...(applied === null ? [] : [applied])]) };
}

/** The most characters of a note, which a person reads in the inbox. */
const MAX_NOTE_LENGTH = 280;

/** What was left out, without values of the order. Null: nothing. */
function noteOf(notes: readonly string[]): string | null {
  const text = notes.join("; ");
  if (text.length <= MAX_NOTE_LENGTH) return text === "" ? null : text;
  return `${text.slice(0, MAX_NOTE_LENGTH)} …`;
}

/** Whether a shop cancelled or refunded an order. Shopify lists several statuses. WooCommerce names an order in the trash "trash". */
function shopReason(sourceStatus: string | null | undefined): AuditReason {
  const words = (sourceStatus ?? "").split(", ");
  return words.includes("refunded") && !words.includes("cancelled") ? "shop_refunded" : "shop_cancelled";
}

/** Whether the stored state of an order is newer than one of the platform. A time that is unknown, or ahead of all clocks, decides nothing. */
function isNewer({ now }: OrgDb, { source_updated_at }: OrderState, updatedAt: number | null): boolean {
  const stored = trustedTime(source_updated_at, now);
  return stored !== null && updatedAt !== null && stored > updatedAt;
}

interface IngestResult {
  outcome: "created" | "updated" | "unchanged";
  leftOut: string[];
}

interface IngestContext {
  updatedAt: number | null;
  reasons: readonly AuditReason[];
  masterSecrets: MasterSecrets;
}

/** Stores an order. A detail that ingest rejects is left out. Throws UnmappableError if the order is rejected without it too. */
async function ingest(org: OrgDb, body: IngestedBody, context: IngestContext): Promise<IngestResult> {
  try {
    return await ingestReadable(org, body, context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    // Somebody here has filled the metadata, so it has no room for that of the shop.
    if (error.details[0]?.code !== "too_many_pairs") throw rejection(error);
    const { leftOut, ...ingested } = await ingestReadable(org, withoutMetadata(body), context);
    return { ...ingested, leftOut: [...leftOut, "metadata would have too many pairs"] };
  }
}

/** Parses an order of a mapper. An unknown field is an error. */
const parseStrictly = (body: IngestedBody) => parseIncoming(body, { strict: true });

/** Stores an order without the details that can't be read. Throws UnmappableError, and the errors of ingest. */
async function ingestReadable(org: OrgDb, body: IngestedBody, { masterSecrets, updatedAt, reasons }: IngestContext): Promise<IngestResult> {
  let { element } = parseStrictly(body);
  let leftOut: string[] = [];
  if ("error" in element) {
    const rest = withoutDetails(body, element.error.details);
    leftOut = rest.leftOut;
    ({ element } = parseStrictly(rest.body));
  }
  if ("error" in element) throw rejection(element.error);
  // What a shop says is a fact, also if it is implausible (docs/spec/orders.md#implausible-values).
  const fact = { ...element, isFact: true, ...(updatedAt !== null && { sourceUpdatedAt: updatedAt }), reasons };
  const options = {
    onConflict: "update",
    onError: "reject_all",
    dryRun: false,
    returnsOrder: false,
    path: () => "",
    masterSecrets,
  } as const;
  const { results } = await ingestOrders(org, [fact], options);
  const outcome = results[0]?.outcome;
  return { outcome: outcome === "created" || outcome === "updated" ? outcome : "unchanged", leftOut };
}

function withoutMetadata({ metadata: _metadata, items, ...body }: IngestedBody): IngestedBody {
  return { ...body, items: items.map(({ metadata: _ofItem, ...item }) => item) };
}

type IngestedBody = MappedOrderBody & { store: string };

/** What a line has instead of a rejected value of a field that it must have. */
const REQUIRED_VALUES: Readonly<Record<string, unknown>> = { price: 0, name: "Item" };

/**
 * An order without the details that were rejected, and the paths of these. A path is that of a field of an item, such as `items[2].price` or
 * `items[2].metadata.key`, or that of a field of the order.
 */
function withoutDetails(body: IngestedBody, details: readonly ErrorDetail[]): { body: IngestedBody; leftOut: string[] } {
  const items: Record<string, unknown>[] = body.items.map((item) => ({ ...item }));
  const rest: Record<string, unknown> = { ...body, items };
  const leftOut: string[] = [];
  for (const { path = "" } of details) {
    const [, index, itemField] = /^items\[(\d+)\]\.(\w+)/.exec(path) ?? [];
    const item = index === undefined ? undefined : items[Number(index)];
    const name = itemField ?? /^\w+/.exec(path)?.[0] ?? "";
    // Without these, it is no order that could be stored, so they stay and reject it.
    if (name === "items" || name === "store" || (item === undefined && name === "external_id")) continue;
    const holder = item ?? rest;
    if (name in REQUIRED_VALUES && item !== undefined) holder[name] = REQUIRED_VALUES[name];
    else delete holder[name];
    leftOut.push(`${path} was rejected`);
  }
  return { body: rest as IngestedBody, leftOut };
}

const MAX_REASONS = 5;

/** The fields and codes of a rejected order, without its values. */
function rejection({ code, details }: ApiError): UnmappableError {
  const reasons = details.map((detail) => `${detail.path ?? ""} ${detail.code}`.trim());
  return new UnmappableError(`The order was rejected: ${[...new Set(reasons)].slice(0, MAX_REASONS).join(", ") || code}.`);
}

const MAX_TRIES = 5;

interface SourceKey {
  storeId: number;
  externalId: string;
}

/** Cancels an order that was cancelled or deleted on the platform, unless it was shipped or is already cancelled. Returns its id; null if there is none. */
export async function cancelOrder(org: OrgDb, key: SourceKey): Promise<number | null> {
  return (await cancelIfOpen(org, key))?.id ?? null;
}

async function cancelIfOpen(org: OrgDb, key: SourceKey): Promise<OrderState | null> {
  return await changeStatus(org, key, ({ status }) => (CANCELLABLE.has(status) ? "Cancelled" : null));
}

/** Opens an order again that the platform had cancelled, and nobody here. It may have items that were shipped before or since. */
async function reopenOrder(org: OrgDb, key: SourceKey): Promise<void> {
  await changeStatus(org, key, ({ cancelled_from }) => (cancelled_from === null ? null : "New"));
}

/** Sets the status that follows from the state of an order; null: it stays. Returns its state then; null if there is no such order. */
async function changeStatus(org: OrgDb, key: SourceKey, statusOf: (order: OrderState) => OrderStatus | null): Promise<OrderState | null> {
  for (let tries = 1; ; tries += 1) {
    const order = await findOrderState(org, key);
    const status = order === null ? null : statusOf(order);
    if (order === null || status === null) return order;
    try {
      // A reopened order is New at first. If its items are further than that, it follows them.
      const set = { status, reason: "platform", versions: [order.version], followsItems: status === "New" };
      const { order: after } = await setOrderStatus(org, order.id, set);
      return { ...order, status: after.status };
    } catch (error) {
      // The order was changed since it was read, so its status may have changed too.
      if (!(error instanceof ApiError) || error.code !== "precondition_failed" || tries === MAX_TRIES) throw error;
    }
  }
}
