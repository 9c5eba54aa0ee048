import type { ComparedOrder, NamedStore, TrackedFulfillment } from "./read.sql.ts";
import type { OrderToCreate, OrderToUpdate } from "./write.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { notFound, ApiError } from "../../../platform/api-error";
import type { AuditReason } from "../audit-reasons";
import { type FulfilledOf, type FulfilledQuantities, NOT_FULFILLED } from "../items/fulfilled-quantities";
import { amendOrder } from "../amend-order";
import { trustedTime } from "../../../platform/values/outside-clock";
import type { Catalog } from "../../products/catalog";
import { planWithCatalog } from "./catalog-fields";
import type { IncomingOrder } from "./incoming-order";
import { addedPatches } from "./later-fields";
import { isKeyed } from "./payload-hash";
import { planCreate, type PlannedUpdate, planUpdate, type FulfilledParts } from "./ingest-changes";

export type OnConflict = "error" | "update" | "skip";

interface ValidOrder {
  order: IncomingOrder;
  /** The hash of the payload (payload-hash.ts). */
  hash: string;
  /** When the order last changed at its source. Undefined if the source does not say. */
  sourceUpdatedAt?: number;
  /** The order's own on_conflict, which takes precedence over the request's. */
  onConflict: OnConflict | undefined;
  /** Whether implausible values are stored and audited instead of rejected. */
  isFact?: boolean;
  /** Why the order needs an audit, besides its values. */
  reasons?: readonly AuditReason[];
}

export type OrderInput = ValidOrder | { error: ApiError };

export type Step =
  | { outcome: "created"; create: OrderToCreate; warnings: string[] }
  | { outcome: "updated"; id: number; update: OrderToUpdate; warnings: string[] }
  /** `hash` is set if the payload or its time differs from the last one, but no stored value changes. */
  | { outcome: "unchanged" | "skipped"; id: number; version: number; hash: string | null; sourceUpdatedAt: number | null }
  /** The same order as an earlier one of the request. */
  | { outcome: "unchanged"; sameAs: number }
  | { outcome: "failed"; error: ApiError };

export interface StoredData {
  stores: ReadonlyMap<string, NamedStore>;
  /** By the index of the order in the request. */
  orders: ReadonlyMap<number, ComparedOrder>;
  /** The whole orders whose payload has changed, by id. */
  changed: ReadonlyMap<number, StoredOrder>;
  /** By the id of the order. */
  items: ReadonlyMap<number, StoredItem[]>;
  fulfillments: ReadonlyMap<number, TrackedFulfillment[]>;
  /** Items that are in fulfillments, by their ids. */
  fulfilled: ReadonlyMap<number, FulfilledQuantities>;
  /** By the index of the order in the request: the later fields that its payload adds to the last one. */
  added: ReadonlyMap<number, readonly string[]>;
  /** What the products with the SKUs of the request supply. */
  catalog: Catalog;
}

/** Plans every order of a request. It has no side effects, so a dry run returns exactly what the real request would do. */
export function planIngest(
  org: OrgReader,
  elements: readonly OrderInput[],
  options: { known: StoredData; onConflict: OnConflict },
): Step[] {
  const { known } = options;
  const firstByKey = new Map<string, { index: number; hash: string }>();
  const steps: Step[] = [];
  for (const [index, element] of elements.entries()) steps.push(planStep(element, index));
  return steps;

  function planStep(element: OrderInput, index: number): Step {
    if ("error" in element) return { outcome: "failed", error: element.error };
    const { order, hash } = element;
    const store = known.stores.get(order.store);
    if (store === undefined) return { outcome: "failed", error: notFound("store", `No store has the id, code or name ${order.store}.`) };
    if (order.external_id !== null && order.external_id !== undefined) {
      const key = `${store.id}/${order.external_id}`;
      const first = firstByKey.get(key);
      if (first !== undefined && first.hash !== hash) return { outcome: "failed", error: repeatedExternalId(order.external_id) };
      const firstStep = first === undefined ? undefined : steps[first.index];
      if (first !== undefined && firstStep !== undefined)
        return firstStep.outcome === "failed" ? firstStep : { outcome: "unchanged", sameAs: first.index };
      firstByKey.set(key, { index, hash });
    }
    try {
      return planOrder({ ...element, onConflict: element.onConflict ?? options.onConflict }, store, index);
    } catch (error) {
      if (error instanceof ApiError) return { outcome: "failed", error };
      throw error;
    }
  }

  function planOrder(input: ValidOrder & { onConflict: OnConflict }, store: NamedStore, index: number): Step {
    const { order, hash, onConflict } = input;
    const stored = known.orders.get(index);
    const storedTime = trustedTime(stored?.source_updated_at ?? null, org.now);
    const sourceUpdatedAt = input.sourceUpdatedAt ?? storedTime;
    const { isFact = false, reasons = [] } = input;
    const payload = { order, store, hash, sourceUpdatedAt, isFact, reasons };
    if (stored === undefined)
      return { outcome: "created", ...planWithCatalog(known.catalog, (catalog) => planCreate(org, { ...payload, catalog })) };
    const same = { id: stored.id, version: stored.version, sourceUpdatedAt };
    // A late payload never overwrites a newer state (docs/spec/orders.md#source-time).
    if (storedTime !== null && sourceUpdatedAt !== null && sourceUpdatedAt < storedTime)
      return { outcome: "unchanged", ...same, hash: null };
    if (stored.source_hash === hash)
      return { outcome: "unchanged", ...same, hash: sourceUpdatedAt === stored.source_updated_at ? null : hash };
    const added = known.added.get(index);
    // Its source may have sent these fields before the API knew them. The customer of a keyed hash was erased, and must not come back with them.
    if (added !== undefined && isKeyed(stored.source_hash)) return { outcome: "unchanged", ...same, hash: null };
    const patches = added === undefined ? null : addedPatches(partsOf(stored.id), order, added);
    if (patches !== null) return changeStep(amendOrder(org, partsOf(stored.id), { ...patches, hash }), same, hash);
    if (onConflict === "skip") return { outcome: "skipped", ...same, hash: null };
    if (onConflict === "error") return { outcome: "failed", error: externalIdTaken(order.external_id ?? "", stored.id) };
    return changeStep(
      planWithCatalog(known.catalog, (catalog) => planUpdate(org, partsOf(stored.id), { ...payload, catalog })),
      same,
      hash,
    );
  }

  function partsOf(id: number): FulfilledParts {
    const order = known.changed.get(id);
    if (order === undefined) throw new Error("A changed order was not read.");
    const fulfilledOf: FulfilledOf = (itemId) => known.fulfilled.get(itemId) ?? NOT_FULFILLED;
    return { order, items: known.items.get(id) ?? [], fulfillments: known.fulfillments.get(id) ?? [], fulfilledOf };
  }
}

/** The step for a change. Without a change, only the payload's hash is stored. */
function changeStep(
  changed: PlannedUpdate | null,
  same: { id: number; version: number; sourceUpdatedAt: number | null },
  hash: string,
): Step {
  if (changed === null) return { outcome: "unchanged", ...same, hash };
  return { outcome: "updated", id: same.id, ...changed };
}

function externalIdTaken(externalId: string, id: number): ApiError {
  const message = `An order with the external_id ${externalId} exists in this store and differs. Send on_conflict "update" or "skip".`;
  return new ApiError("conflict", [{ path: "external_id", code: "external_id_taken", message, id }]);
}

function repeatedExternalId(externalId: string): ApiError {
  const message = `The external_id ${externalId} occurs twice in this request with different orders.`;
  return new ApiError("conflict", [{ path: "external_id", code: "external_id_repeated", message }]);
}
