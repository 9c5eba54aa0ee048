import { retryOnConflict } from "../../platform/db/change";
import {
  itemsByExternalKey,
  type NamedOrder,
  ordersByExternalKey,
  fulfillmentsByExternalKey,
  findStoresByRef,
  type TrackedFulfillment,
} from "./read.sql.ts";
import { assertIndexable, createdOrderId, INGEST_CONFLICTS, ingestWrites, ingestMarker, updatePayloadHashes } from "./write.sql.ts";
import type { OrgDb } from "../../platform/db/org-db";
import { itemsOfOrders, orderById } from "../select.sql.ts";
import { fittingCount, PAGE_LIMIT } from "../../platform/db/list/page-limit";
import type { OrderParts } from "../rows.sql.ts";
import { selectId } from "../../platform/db/sql-values";
import { ApiError, type ErrorDetail } from "../../platform/api-error";
import { assemble } from "../list/list-orders";
import { refuseTooManyWords } from "./ingest-values";
import { addedFields, hasLaterFields, type LaterField } from "./payload-hash";
import { type Element, type Known, type OnConflict, planIngest, type Step } from "./ingest-plan";

/** What became of one order of a request. */
export interface IngestResult {
  index: number;
  outcome: "created" | "updated" | "unchanged" | "skipped" | "failed";
  /** Null where nothing was written for it. */
  id: number | null;
  external_id: string | null;
  error: { code: string; message: string; details: ErrorDetail[] } | null;
}

export interface IngestOptions {
  onConflict: OnConflict;
  /** What one bad order does to the others. */
  onError: "reject_all" | "skip";
  /** Decide and answer, write nothing. */
  dryRun: boolean;
  /** Whether the first order that was written is answered whole: it may be as large as the request. */
  returnsOrder: boolean;
  /** Where the order at `index` stands in the request, for the paths of violations. */
  path: (index: number) => string;
}

/** Takes orders in: reads what is there, decides, writes all of it in one batch (docs/spec/orders.md#ingest). Two trips. */
export async function ingestOrders(
  org: OrgDb,
  elements: readonly Element[],
  options: IngestOptions,
): Promise<{ results: IngestResult[]; warnings: string[]; written: OrderParts | null }> {
  refuseTooManyWords(elements.flatMap((element) => ("order" in element ? [element.order] : [])));
  return await retryOnConflict(
    async () => {
      const steps = planIngest(org, elements, { known: await lookUp(org, elements, options.onConflict), onConflict: options.onConflict });
      if (options.onError === "reject_all") refuseAny(steps, options.path);
      const warnings = steps.flatMap((step, index) =>
        "warnings" in step ? step.warnings.map((warning) => named(options.path(index), warning)) : [],
      );
      const { firstId, written } = await write(org, steps, elements, options);
      return { results: resultsOf(steps, elements, firstId), warnings, written };
    },
    () => new ApiError("conflict", [{ code: "too_much_contention", message: "These orders are being changed by many requests at once." }]),
  );
}

async function lookUp(org: OrgDb, elements: readonly Element[], onConflict: OnConflict): Promise<Known> {
  const keys = elements.map((element) =>
    "order" in element
      ? { store: element.order.store, external_id: element.order.external_id ?? null, hash: element.hash }
      : { store: "", external_id: null, hash: null },
  );
  const mayUpdate = elements.some(
    (element) => "order" in element && ((element.onConflict ?? onConflict) === "update" || hasLaterFields(element.order)),
  );
  const refs = [...new Set(keys.map(({ store }) => store))];
  const looked = [findStoresByRef(org, refs), ordersByExternalKey(org, keys)] as const;
  const [stores, orders, items, fulfillments] = mayUpdate
    ? await org.read(...looked, itemsByExternalKey(org, keys), fulfillmentsByExternalKey(org, keys))
    : [...(await org.read(...looked)), [], []];
  if (mayUpdate) assertStoredFits(elements, orders, fulfillments);
  const found = new Map(orders.map((order) => [order.ordinal, order]));
  return {
    stores: new Map(stores.map((store) => [store.ref, store])),
    orders: found,
    items: Map.groupBy(items, (item) => item.order_id),
    fulfillments: Map.groupBy(fulfillments, (fulfillment) => fulfillment.order_id),
    added: await addedByPlace(elements, found),
  };
}

/** Throws 413 if the items or the fulfillments of the stored orders that a request may change do not fit in a page. */
function assertStoredFits(elements: readonly Element[], orders: readonly NamedOrder[], fulfillments: readonly TrackedFulfillment[]): void {
  const changed = orders.filter(({ ordinal, source_hash }) => {
    const element = elements[ordinal];
    return element !== undefined && "order" in element && element.hash !== source_hash;
  });
  const distinct = new Map(changed.map(({ id, item_count, page_bytes }) => [id, { page_items: item_count, page_bytes }]));
  const fits = distinct.size <= 1 || fittingCount([...distinct.values()], PAGE_LIMIT) === distinct.size;
  if (fits && fulfillments.length <= PAGE_LIMIT.items) return;
  const message = `The stored orders that this request may change have more than ${PAGE_LIMIT.items} items, or too much text. Send fewer orders.`;
  throw new ApiError("payload_too_large", [{ code: "stored_items_limit", message, limit: PAGE_LIMIT.items }]);
}

/** The fields that the orders of a request only add to what was ingested last, by their place. */
async function addedByPlace(elements: readonly Element[], stored: Known["orders"]): Promise<Known["added"]> {
  const added: Map<number, LaterField[]> = new Map();
  for (const [place, element] of elements.entries()) {
    const known = stored.get(place);
    if (known === undefined || !("order" in element) || known.source_hash === element.hash) continue;
    const names = await addedFields(element.order, known);
    if (names.length > 0) added.set(place, names);
  }
  return added;
}

interface Written {
  /** Of the first created order; the others follow it. */
  firstId: number | null;
  /** The first order that was written, as it now is. */
  written: OrderParts | null;
}

const NOTHING: Written = { firstId: null, written: null };

/** Writes what the steps say, in one batch; a dry run finds out whether it could. */
async function write(
  org: OrgDb,
  steps: readonly Step[],
  elements: readonly Element[],
  { dryRun, returnsOrder }: IngestOptions,
): Promise<Written> {
  const creates = steps.flatMap((step) => (step.outcome === "created" ? [step.create] : []));
  const updates = steps.flatMap((step) => (step.outcome === "updated" ? [step.update] : []));
  const rehashes = steps.flatMap((step) =>
    "hash" in step && step.hash !== null ? [{ id: step.id, version: step.version, hash: step.hash }] : [],
  );
  const firstCreated = creates.length > 0 ? createdOrderId(creates.length, 0) : null;
  const first = firstCreated ?? updates[0]?.id ?? rehashes[0]?.id;
  if (first === undefined) return NOTHING;
  if (dryRun) {
    assertIndexable(creates, updates);
    return NOTHING;
  }
  const { rows } = await org.commit({
    writes: [...ingestWrites(org, creates, updates), ...updatePayloadHashes(org, rehashes)],
    events: [...creates, ...updates].map(({ event }) => event.id),
    conflicts: INGEST_CONFLICTS,
    markerResult: ingestMarker(firstCreated, toMarkerResults(steps, resultsOf(steps, elements, null))),
    returning: [orderById(org, first), ...(returnsOrder ? [itemsOfOrders(org, selectId(first))] : [])],
  });
  const [orders, items] = rows;
  const written = returnsOrder ? (assemble(orders, items ?? [])[0] ?? null) : null;
  return { written, firstId: firstCreated === null ? null : (orders[0]?.id ?? null) };
}

/** Results in the request's order. New orders have consecutive ids from `firstId`; without it (a dry run) none. */
function resultsOf(steps: readonly Step[], elements: readonly Element[], firstId: number | null): IngestResult[] {
  let nth = 0;
  const ids = steps.map((step) => {
    if (step.outcome === "created") return firstId === null ? null : firstId + nth++;
    return "id" in step ? step.id : null;
  });
  return steps.map((step, index) => {
    const element = elements[index];
    const external_id = element !== undefined && "order" in element ? (element.order.external_id ?? null) : null;
    const id = "sameAs" in step ? (ids[step.sameAs] ?? null) : (ids[index] ?? null);
    return { index, outcome: step.outcome, id, external_id, error: step.outcome === "failed" ? errorOf(step.refusal) : null };
  });
}

function errorOf({ code, message, details }: ApiError): IngestResult["error"] {
  return { code, message, details };
}

/** The results that a marker names, with the ids that its batch gave out. */
export function resultsFromMarker(marker: unknown): IngestResult[] {
  const { first_order_id, results } = marker as { first_order_id: number | null; results: MarkerResult[] };
  let nth = 0;
  const ids = results.map(({ outcome, id }) => (outcome === "created" && first_order_id !== null ? first_order_id + nth++ : id));
  return results.map(({ same_as, ...result }, index) => ({ ...result, id: (same_as === null ? ids[index] : ids[same_as]) ?? null }));
}

/** What a marker keeps of a result: where it is the same order as an earlier one, its place. */
type MarkerResult = IngestResult & { same_as: number | null };

function toMarkerResults(steps: readonly Step[], results: readonly IngestResult[]): MarkerResult[] {
  return results.map((result, index) => {
    const step = steps[index];
    return { ...result, same_as: step !== undefined && "sameAs" in step ? step.sameAs : null };
  });
}

/** Orders whose violations one refusal names. */
export const MAX_FAILED_ORDERS = 20;

/** All or nothing: the first kind of refusal among the steps, with every violation of that kind. */
function refuseAny(steps: readonly Step[], path: (index: number) => string): void {
  const failed = steps.flatMap((step, index) => (step.outcome === "failed" ? [{ index, refusal: step.refusal }] : []));
  for (const code of ["validation_error", "not_found", "conflict"] as const) {
    const violations = failed.filter(({ refusal }) => refusal.code === code);
    if (violations.length === 0) continue;
    throw new ApiError(
      code,
      violations
        .slice(0, MAX_FAILED_ORDERS)
        .flatMap(({ index, refusal }) => refusal.details.map((detail) => ({ ...detail, path: joined(path(index), detail.path) }))),
    );
  }
}

function joined(prefix: string, path: string | undefined): string {
  if (path === undefined || path === "") return prefix;
  return prefix === "" ? path : `${prefix}.${path}`;
}

function named(path: string, warning: string): string {
  return path === "" ? warning : `${path}: ${warning}`;
}
