import { ApiError, conflictError, orNotFound } from "../../platform/api-error";
import { type Change, retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { selectId } from "../../platform/db/sql-values";
import type { RowsOf, Statement, Statements, WriteStatement } from "../../platform/db/statement";
import { assemble } from "./list/list-orders";
import { type OrderId, readOrder } from "./read-order";
import type { OrderParts } from "./rows.sql.ts";
import { itemById, itemsOfOrders, orderById, orderMarker } from "./select.sql.ts";

type Returning = Statements<Statement<unknown>>;

/** What to do about orders that were read: nothing, or a change with its result. */
type Decision<Result, S extends Returning> = { unchanged: Result } | (Change<S> & { result: (rows: RowsOf<S>) => Result });

/**
 * Changes orders: reads, decides, and commits what was decided with its marker, events and deliveries. The writes check that the orders still
 * have the versions that were read. If not, it starts again from the read, and in the end throws the 409 Conflict of `conflictWith`.
 */
export async function changeOrders<Read, Result, S extends Returning = null>(
  org: OrgDb,
  read: () => Promise<Read>,
  decide: (current: Read) => Decision<Result, S> | Promise<Decision<Result, S>>,
  conflictWith = "these orders",
): Promise<Result> {
  return await retryOnConflict(
    async () => {
      const decision = await decide(await read());
      return "unchanged" in decision ? decision.unchanged : decision.result(await org.commit(decision));
    },
    () => conflictError(conflictWith),
  );
}

/** Changes one order, which is read with its items and fulfillments. Throws 404 Not Found for an unknown order. Two round trips. */
export async function changeOrder<Result, S extends Returning = null>(
  org: OrgDb,
  id: OrderId,
  decide: (current: OrderParts) => Decision<Result, S>,
  { fulfillments = true }: { fulfillments?: boolean } = {},
): Promise<Result> {
  return await changeOrders(org, async () => await readOrder(org, id, fulfillments), decide, "this order");
}

/** A decision whose result is known before it is written. A repeated request answers from the marker, so it has the result if the reply needs it. */
export function decisionOf<Result>(writes: readonly WriteStatement[], result: Result, marker: object): Decision<Result, null> {
  return writes.length === 0 ? { unchanged: result } : { writes, marker, result: () => result };
}

/** The part of a decision that returns the order as it was written. */
export function returnOrder<Result>(org: OrgDb, id: OrderId, result: (parts: OrderParts) => Result) {
  const returning = { orders: orderById(org, id), items: itemsOfOrders(org, selectId(id)) };
  return {
    marker: orderMarker(id),
    returning,
    result: (rows: RowsOf<typeof returning>) => result(orNotFound(assemble(rows)[0])),
  };
}

/** The part of a decision that returns an item as it was written. */
export function returnItem(org: OrgDb, id: number) {
  const returning = itemById(org, id);
  return { marker: { order_item_id: id }, returning, result: ([item]: RowsOf<typeof returning>) => orNotFound(item) };
}

/** Throws 412 Precondition Failed if the order is at none of the caller's `versions` (If-Match). Null accepts any version. */
export function assertOrderVersion(version: number, versions: readonly number[] | null): void {
  if (versions === null || versions.includes(version)) return;
  throw new ApiError("precondition_failed", [
    { path: "If-Match", code: "version_changed", message: `The order is at version ${version} now: read it again.`, version },
  ]);
}
