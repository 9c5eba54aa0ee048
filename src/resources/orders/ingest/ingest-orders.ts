import { Catalog } from "../../products/catalog";
import type { ExternalKey, ComparedOrder, TrackedFulfillment } from "./read.sql.ts";
import { readStored } from "./read-stored";
import { assertIndexable, createdOrderId, INGEST_CONFLICTS, ingestWrites, ingestMarker, updatePayloadHashes } from "./write.sql.ts";
import type { MasterSecrets } from "../../../platform/crypto/master-key";
import type { OrgDb } from "../../../platform/db/org-db";
import { itemsOfOrders, orderById } from "../select.sql.ts";
import { fittingCount } from "../../../platform/db/list/page-fit";
import { LargePage } from "../../../platform/db/list/page-limit";
import type { OrderParts } from "../rows.sql.ts";
import { selectId } from "../../../platform/db/sql-values";
import { ApiError, type ErrorDetail } from "../../../platform/api-error";
import type { RowsOf } from "../../../platform/db/statement";
import { changeOrders } from "../change-order";
import { assemble } from "../list/list-orders";
import { assertSearchTextFits } from "./search-words";
import { laterFieldsOf } from "./later-fields";
import { addedFields, comparableHash } from "./payload-hash";
import { type OrderInput, type StoredData, type OnConflict, planIngest, type Step } from "./ingest-plan";

export interface IngestResult {
  index: number;
  outcome: "created" | "updated" | "unchanged" | "skipped" | "failed";
  /** Null for a failed order, and for a new order in a dry run. */
  id: number | null;
  external_id: string | null;
  error: { code: string; message: string; details: ErrorDetail[] } | null;
}

export interface IngestOptions {
  onConflict: OnConflict;
  /** Whether an invalid order rejects the whole request. */
  onError: "reject_all" | "skip";
  /** Return the results without writing anything. */
  dryRun: boolean;
  /** Whether the first order that is written is returned as `written`. That is null if nothing is written. */
  returnsOrder: boolean;
  /** The path of the order at `index` in the request body, for violations. Empty if the body is the order. */
  path: (index: number) => string;
  /** The key of the payload hashes of orders whose customer was erased. */
  masterSecrets: MasterSecrets;
}

/**
 * Creates and updates orders: reads the stored ones, plans, and writes all of them in one batch (docs/spec/orders.md#ingest). Two round
 * trips.
 */
export async function ingestOrders(
  org: OrgDb,
  elements: readonly OrderInput[],
  options: IngestOptions,
): Promise<{ results: IngestResult[]; warnings: string[]; written: OrderParts | null }> {
  assertSearchTextFits(elements.flatMap((element) => ("order" in element ? [element.order] : [])));
  return await changeOrders(
    org,
    async () => await loadStored(org, elements, options),
    ({ known, compared }) => {
      const steps = planIngest(org, compared, { known, onConflict: options.onConflict });
      if (options.onError === "reject_all") throwIfAnyFailed(steps, options.path);
      const warnings = steps.flatMap((step, index) =>
        "warnings" in step ? step.warnings.map((warning) => withPath(options.path(index), warning)) : [],
      );
      return decideWrite(org, { steps, results: resultsOf(steps, elements), warnings }, options);
    },
  );
}

/** Reads what is stored of the orders of a request. `compared` are these orders with the hashes that stored ones are compared with. */
async function loadStored(
  org: OrgDb,
  elements: readonly OrderInput[],
  { onConflict, masterSecrets }: Pick<IngestOptions, "onConflict" | "masterSecrets">,
): Promise<{ known: StoredData; compared: OrderInput[] }> {
  // An invalid order has a key that finds nothing, so that the others keep their index.
  const keys = elements.map((element) =>
    "order" in element
      ? { store: element.order.store, external_id: element.order.external_id ?? null, hash: element.hash }
      : { store: "", external_id: null, hash: null },
  );
  // A payload that adds later fields may change its order whatever `onConflict` says.
  const mayUpdate = elements.some(
    (element) => "order" in element && ((element.onConflict ?? onConflict) === "update" || laterFieldsOf(element.order).length > 0),
  );
  const refs = [...new Set(keys.map(({ store }) => store))];
  const { stores, orders, changed, items, fulfillments, fulfilled, entries } = await readStored(org, { refs, keys, elements, mayUpdate });
  const found = new Map(orders.map((order) => [order.ordinal, order]));
  const compared = await Promise.all(
    elements.map(async (element, index) => {
      const stored = found.get(index)?.source_hash;
      if (!("order" in element) || stored === undefined) return element;
      return { ...element, hash: await comparableHash(masterSecrets, element.hash, stored) };
    }),
  );
  if (mayUpdate) assertStoredFits(org, { keys, orders, fulfillments });
  const changedById = new Map(changed.map((order) => [order.id, order]));
  const known = {
    stores: new Map(stores.map((store) => [store.ref, store])),
    orders: found,
    changed: changedById,
    items: Map.groupBy(items, (item) => item.order_id),
    fulfillments: Map.groupBy(fulfillments, (fulfillment) => fulfillment.order_id),
    fulfilled: new Map(fulfilled.map((item) => [item.order_item_id, item])),
    added: await addedFieldsByIndex(masterSecrets, compared, { orders: found, changed: changedById }),
    catalog: new Catalog(entries),
  };
  return { known, compared };
}

/**
 * Throws 413 Content Too Large if the items or the fulfillments of the stored orders that a request may change do not fit in a page, and LargePage
 * if memory must be reserved first, so that they are read again with the next limit.
 */
function assertStoredFits(
  { pageLimit }: OrgDb,
  {
    keys,
    orders,
    fulfillments,
  }: { keys: readonly ExternalKey[]; orders: readonly ComparedOrder[]; fulfillments: readonly TrackedFulfillment[] },
): void {
  const changed = orders.filter(({ ordinal, source_hash }) => keys[ordinal]?.hash !== source_hash);
  const sizes = [...new Map(changed.map((order) => [order.id, order])).values()];
  const { next, items: limit } = pageLimit;
  // With the last limit, a single order is accepted whatever its size.
  const fits = (sizes.length <= 1 && next === undefined) || fittingCount(sizes, pageLimit) === sizes.length;
  if (fits && fulfillments.length <= limit) return;
  if (next !== undefined) throw new LargePage(next, sizes);
  const message = `The stored orders that this request may change have more than ${limit} items, or too much text. Send fewer orders.`;
  throw new ApiError("payload_too_large", [{ code: "stored_items_limit", message, limit }]);
}

/** The later fields that each payload of a request adds to the last one, by index. */
async function addedFieldsByIndex(
  masterSecrets: MasterSecrets,
  elements: readonly OrderInput[],
  stored: Pick<StoredData, "orders" | "changed">,
): Promise<StoredData["added"]> {
  const added: Map<number, string[]> = new Map();
  for (const [index, element] of elements.entries()) {
    const known = stored.changed.get(stored.orders.get(index)?.id ?? 0);
    if (known === undefined || !("order" in element) || known.source_hash === element.hash) continue;
    const names = await addedFields(masterSecrets, element.order, known.source_hash);
    if (names.length > 0) added.set(index, names);
  }
  return added;
}

/** The decision to write the steps in one batch. A dry run only checks the limit of search words. */
function decideWrite(
  org: OrgDb,
  { steps, results, warnings }: { steps: readonly Step[]; results: readonly MarkerResult[]; warnings: string[] },
  { dryRun, returnsOrder }: IngestOptions,
) {
  const creates = steps.flatMap((step) => (step.outcome === "created" ? [step.create] : []));
  const updates = steps.flatMap((step) => (step.outcome === "updated" ? [step.update] : []));
  const rehashes = steps.flatMap((step) =>
    "hash" in step && step.hash !== null
      ? [{ id: step.id, version: step.version, hash: step.hash, source_updated_at: step.sourceUpdatedAt }]
      : [],
  );
  const firstCreated = creates.length > 0 ? createdOrderId({ count: creates.length, ordinal: 0 }) : null;
  const first = firstCreated ?? updates[0]?.id ?? rehashes[0]?.id;
  if (dryRun) assertIndexable(creates, updates);
  if (dryRun || first === undefined) {
    return { unchanged: { results: resultsFromMarker({ first_order_id: null, results }), warnings, written: null } };
  }
  const returning = { orders: orderById(org, first), items: returnsOrder ? itemsOfOrders(org, selectId(first)) : null };
  return {
    writes: [...ingestWrites(org, creates, updates), ...updatePayloadHashes(org, rehashes)],
    conflicts: INGEST_CONFLICTS,
    marker: ingestMarker(firstCreated, results),
    returning,
    result: (rows: RowsOf<typeof returning>) => {
      const first_order_id = firstCreated === null ? null : (rows.orders[0]?.id ?? null);
      const written = returnsOrder ? (assemble(rows)[0] ?? null) : null;
      return { results: resultsFromMarker({ first_order_id, results }), warnings, written };
    },
  };
}

/** A result as a marker stores it, without the ids of new orders. `same_as` is the index of the earlier order that it repeats. */
type MarkerResult = IngestResult & { same_as: number | null };

function resultsOf(steps: readonly Step[], elements: readonly OrderInput[]): MarkerResult[] {
  return steps.map((step, index) => {
    const element = elements[index];
    const external_id = element !== undefined && "order" in element ? (element.order.external_id ?? null) : null;
    const id = "id" in step ? step.id : null;
    const same_as = "sameAs" in step ? step.sameAs : null;
    return { index, outcome: step.outcome, id, external_id, error: step.outcome === "failed" ? errorOf(step.error) : null, same_as };
  });
}

function errorOf({ code, message, details }: ApiError): IngestResult["error"] {
  return { code, message, details };
}

/** The results with the ids of the new orders, which are consecutive from `first_order_id`, or null in a dry run. */
export function resultsFromMarker(marker: unknown): IngestResult[] {
  const { first_order_id, results } = marker as { first_order_id: number | null; results: MarkerResult[] };
  let nextId = first_order_id;
  const ids = results.map(({ outcome, id }) => {
    if (outcome !== "created" || nextId === null) return id;
    nextId += 1;
    return nextId - 1;
  });
  return results.map(({ same_as, ...result }, index) => ({ ...result, id: ids[same_as ?? index] ?? null }));
}

/** How many invalid orders the error of a rejected request names. */
export const MAX_FAILED_ORDERS = 20;

/** Throws if any step failed. The error has the first of these codes that occurs, and the violations of the orders with that code. */
function throwIfAnyFailed(steps: readonly Step[], path: (index: number) => string): void {
  const failed = steps.flatMap((step, index) => (step.outcome === "failed" ? [{ index, error: step.error }] : []));
  for (const code of ["validation_error", "not_found", "conflict"] as const) {
    const orders = failed.filter(({ error }) => error.code === code).slice(0, MAX_FAILED_ORDERS);
    const details = orders.flatMap(({ index, error }) =>
      error.details.map((detail) => ({ ...detail, path: joinPath(path(index), detail.path) })),
    );
    if (orders.length > 0) throw new ApiError(code, details);
  }
}

function joinPath(prefix: string, path: string | undefined): string {
  if (path === undefined || path === "") return prefix;
  return prefix === "" ? path : `${prefix}.${path}`;
}

function withPath(path: string, warning: string): string {
  return path === "" ? warning : `${path}: ${warning}`;
}
