import type { NamedStore, TrackedFulfillment } from "./read.sql.ts";
import type { OrderToCreate, OrderToUpdate } from "./write.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { StoredItem, StoredOrder } from "../rows.sql.ts";
import { notFound, ApiError } from "../../platform/api-error";
import { fillIn } from "./fill-in";
import type { IncomingOrder } from "./incoming-order";
import type { LaterField } from "./payload-hash";
import { planCreate, planUpdate } from "./ingest-changes";

export type OnConflict = "error" | "update" | "skip";

interface ValidOrder {
  order: IncomingOrder;
  /** SHA-256 of the payload. */
  hash: string;
  /** Its own answer to a taken external_id, before the request's. */
  onConflict: OnConflict | undefined;
}

/** An order of the request: well-formed, or what is wrong with it. */
export type RequestedOrder = ValidOrder | { refusal: ApiError };

/** What is to be done with one order of the request. */
export type Step =
  | { outcome: "created"; create: OrderToCreate; warnings: string[] }
  | { outcome: "updated"; id: number; update: OrderToUpdate; warnings: string[] }
  /** `hash`: the payload to remember, where it differs from the last one in nothing that is stored. */
  | { outcome: "unchanged" | "skipped"; id: number; version: number; hash: string | null }
  /** The same order again in one request. */
  | { outcome: "unchanged"; sameAs: number }
  | { outcome: "failed"; refusal: ApiError };

/** What the database says about the request's orders. */
export interface StoredData {
  stores: ReadonlyMap<string, NamedStore>;
  /** By the order's place in the request. */
  orders: ReadonlyMap<number, StoredOrder>;
  items: ReadonlyMap<number, StoredItem[]>;
  fulfillments: ReadonlyMap<number, TrackedFulfillment[]>;
  /** By the order's place in the request: the fields that it only adds to the payload that was ingested last. */
  added: ReadonlyMap<number, readonly LaterField[]>;
}

/** Decides on every order of a request; pure, so that a dry run predicts exactly what the real one does. */
export function planIngest(
  org: OrgReader,
  elements: readonly RequestedOrder[],
  options: { known: StoredData; onConflict: OnConflict },
): Step[] {
  const { known } = options;
  const seen = new Map<string, { index: number; hash: string }>();
  const steps: Step[] = [];
  for (const [index, element] of elements.entries()) steps.push(stepOf(element, index));
  return steps;

  function stepOf(element: RequestedOrder, index: number): Step {
    if ("refusal" in element) return { outcome: "failed", refusal: element.refusal };
    const { order, hash } = element;
    const store = known.stores.get(order.store);
    if (store === undefined) return { outcome: "failed", refusal: notFound("store", `No store has the id, code or name ${order.store}.`) };
    if (order.external_id !== null && order.external_id !== undefined) {
      const key = `${store.id}/${order.external_id}`;
      const first = seen.get(key);
      if (first !== undefined && first.hash !== hash) return { outcome: "failed", refusal: repeatedExternalId(order.external_id) };
      const before = first === undefined ? undefined : steps[first.index];
      if (first !== undefined && before !== undefined)
        return before.outcome === "failed" ? before : { outcome: "unchanged", sameAs: first.index };
      seen.set(key, { index, hash });
    }
    try {
      return decide({ order, hash, onConflict: element.onConflict ?? options.onConflict }, store, index);
    } catch (error) {
      if (error instanceof ApiError) return { outcome: "failed", refusal: error };
      throw error;
    }
  }

  function decide({ order, hash, onConflict }: ValidOrder & { onConflict: OnConflict }, store: NamedStore, index: number): Step {
    const stored = known.orders.get(index);
    if (stored === undefined) {
      const { create, totalsMatch } = planCreate(org, order, store, hash);
      return { outcome: "created", create, warnings: totalsMatch ? [] : [TOTALS_WARNING] };
    }
    if (stored.source_hash === hash) return { outcome: "unchanged", id: stored.id, version: stored.version, hash: null };
    const fulfillments = known.fulfillments.get(stored.id) ?? [];
    const items = known.items.get(stored.id) ?? [];
    const added = known.added.get(index);
    if (added !== undefined)
      return changeStep(fillIn(org, { order: stored, items, fulfillments }, { incoming: order, hash, added }), stored, hash);
    if (onConflict === "skip") return { outcome: "skipped", id: stored.id, version: stored.version, hash: null };
    if (onConflict === "error") return { outcome: "failed", refusal: externalIdTaken(order.external_id ?? "", stored.id) };
    const trackingNumbers = fulfillments.map(({ tracking_number }) => tracking_number);
    return changeStep(planUpdate(org, order, store, hash, { order: stored, items, trackingNumbers }), stored, hash);
  }
}

/** An update, or nothing but a payload to remember. */
function changeStep(changed: { update: OrderToUpdate; totalsMatch: boolean } | null, { id, version }: StoredOrder, hash: string): Step {
  if (changed === null) return { outcome: "unchanged", id, version, hash };
  return { outcome: "updated", id, update: changed.update, warnings: changed.totalsMatch ? [] : [TOTALS_WARNING] };
}

/** Said of amounts that are taken as given (docs/spec/amounts-and-figures.md#totals-that-disagree). */
export const TOTALS_WARNING = "The amounts do not add up; they are kept as given and the order is marked requires_audit.";

function externalIdTaken(externalId: string, id: number): ApiError {
  const message = `An order with the external_id ${externalId} exists in this store and differs. Send on_conflict "update" or "skip".`;
  return new ApiError("conflict", [{ path: "external_id", code: "external_id_taken", message, id }]);
}

function repeatedExternalId(externalId: string): ApiError {
  return new ApiError("conflict", [
    {
      path: "external_id",
      code: "external_id_repeated",
      message: `The external_id ${externalId} occurs twice in this request with different orders.`,
    },
  ]);
}
