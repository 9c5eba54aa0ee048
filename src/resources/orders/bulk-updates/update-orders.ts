import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { ApiError, conflict, type ErrorDetail, notFound } from "../../../platform/api-error";
import { amendOrder } from "../amend-order";
import { changeOrders, decisionOf } from "../change-order";
import { assertIndexable, ingestWrites, type OrderToUpdate } from "../ingest/write.sql.ts";
import type { OnConflict } from "../ingest/ingest-plan";
import { fulfilledParts } from "../items/fulfilled-quantities";
import { assertItemPatch } from "../items/item-edit";
import { readOrderParts } from "../read-order-set";
import type { OrderParts } from "../rows.sql.ts";
import { type OrderChanges, orderChanges, type OrderUpdate } from "./order-changes";

/** An order of the request, or the error that makes it invalid. */
export type UpdateInput = OrderUpdate | { error: ApiError };

export interface UpdateResult {
  /** The place of the order in the request, from 0. */
  index: number;
  /** Null if the order was invalid. */
  id: number | null;
  /** `skipped`: the order has changed since the version of the update, which `onConflict` leaves out then. */
  outcome: "updated" | "unchanged" | "skipped" | "failed";
  error: { code: string; message: string; details: ErrorDetail[] } | null;
}

interface Options {
  /** What happens to an order that has changed since the version of an update. */
  onConflict: OnConflict;
  /** Return the results without writing anything. */
  dryRun: boolean;
}

type Step = { outcome: "unchanged" | "skipped" } | { outcome: "updated"; update: OrderToUpdate } | { outcome: "failed"; error: ApiError };

/**
 * Updates orders and their items by their ids, each with values of its own, and writes those that change in one batch
 * (docs/spec/orders.md#bulk-updates). One that fails does not stop the others. Throws 413 Content Too Large if the stored orders are too
 * large together. Two round trips.
 */
export async function updateOrders(org: OrgDb, inputs: readonly UpdateInput[], options: Options): Promise<UpdateResult[]> {
  const ids = [...new Set(inputs.flatMap((input) => ("error" in input ? [] : [input.id])))];
  return await changeOrders(
    org,
    async () => await readOrderParts(org, ids),
    (orders) => {
      const parts = new Map(orders.map((found) => [found.order.id, found]));
      const steps = inputs.map((input, index) => planInput(org, input, { parts, earlier: inputs.slice(0, index), ...options }));
      const results = steps.map((step, index) => resultOf(step, inputs[index], index));
      const updates = steps.flatMap((step) => (step.outcome === "updated" ? [step.update] : []));
      // Otherwise `ingestWrites` throws this error.
      if (options.dryRun) assertIndexable([], updates);
      return decisionOf(options.dryRun ? [] : ingestWrites(org, [], updates), results, { results });
    },
  );
}

export function resultsFromMarker(marker: unknown): UpdateResult[] {
  return (marker as { results: UpdateResult[] }).results;
}

interface PlanContext extends Options {
  parts: ReadonlyMap<number, OrderParts>;
  earlier: readonly UpdateInput[];
}

function planInput(org: OrgReader, input: UpdateInput, { parts, earlier, onConflict }: PlanContext): Step {
  try {
    if ("error" in input) throw input.error;
    if (earlier.some((other) => !("error" in other) && other.id === input.id)) throw repeatedError();
    const found = parts.get(input.id);
    if (found === undefined) throw notFound("id", `There is no order ${input.id} in this organization.`);
    return planUpdate(org, found, { update: input, onConflict });
  } catch (error) {
    if (error instanceof ApiError) return { outcome: "failed", error };
    throw error;
  }
}

function planUpdate(org: OrgReader, parts: OrderParts, { update, onConflict }: { update: OrderUpdate; onConflict: OnConflict }): Step {
  const changes = orderChanges(org, parts, update);
  const { isOutdated } = changes;
  // In values of an older version, they may be what the order had then.
  if (!isOutdated && changes.readOnly.length > 0) throw new ApiError("validation_error", changes.readOnly);
  if (changes.names.length === 0) return { outcome: "unchanged" };
  if (isOutdated && onConflict === "skip") return { outcome: "skipped" };
  if (isOutdated && onConflict === "error") throw outdatedError(update.version, parts.order.version, changes);
  const fulfilled = fulfilledParts(parts);
  for (const item of parts.items) assertItemPatch(item, changes.items.get(item.id) ?? {}, fulfilled.fulfilledOf);
  const amended = amendOrder(org, fulfilled, changes);
  return amended === null ? { outcome: "unchanged" } : { outcome: "updated", update: amended.update };
}

function resultOf(step: Step, input: UpdateInput | undefined, index: number): UpdateResult {
  const id = input === undefined || "error" in input ? null : input.id;
  const { code, message, details } = step.outcome === "failed" ? step.error : {};
  const error = code === undefined ? null : { code, message: message ?? "", details: details ?? [] };
  return { index, id, outcome: step.outcome, error };
}

function repeatedError(): ApiError {
  return conflict("id_repeated", "This order occurs twice in the request.", { path: "id" });
}

/** Fields that an error names. */
const MAX_NAMES = 5;

function outdatedError(sent: number | undefined, version: number, { names }: Pick<OrderChanges, "names">): ApiError {
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : "";
  const fields = `${names.slice(0, MAX_NAMES).join(", ")}${more}`;
  const message = `The order has changed since version ${sent} and is at version ${version}. Different: ${fields}. Read it again, or send on_conflict "update" or "skip".`;
  return conflict("version_changed", message, { path: "version", version });
}
