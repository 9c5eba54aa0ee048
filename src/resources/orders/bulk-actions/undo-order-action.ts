import { findMarker } from "../../../platform/db/markers";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { changeOrders, decisionOf } from "../change-order";
import { ingestWrites } from "../ingest/write.sql.ts";
import type { OrderStatus } from "../order-status";
import { readOrderSet } from "../read-order-set";
import { replaceTexts } from "../replace-texts";
import type { OrderParts } from "../rows.sql.ts";
import { setStatuses } from "../status-change.sql.ts";
import type { OrderToSet } from "./read.sql.ts";
import { ordersToRestore, statusesToRestore } from "./undo.sql.ts";

/** What an order was before a bulk action, and its version after it. The marker of the action has it. */
export type FormerOrder = { id: number; version: number } & ({ status: OrderStatus } | { texts: Record<string, string | null> });

/** How many orders have their former value again, and how many were changed since, so that they keep what they have. */
export interface UndoResult {
  restored: number;
  kept: number;
  /** The query of the list that shows the result. Null: a script has sent the request and gets data. */
  back: string | null;
}

interface UndoableOrders {
  former: readonly FormerOrder[];
  statuses: readonly OrderToSet[];
  orders: readonly OrderParts[];
}

/** Reads what orders were before a bulk action, and what they are now. Nothing if its marker is no longer there. One round trip. */
async function readUndoable(org: OrgDb, operationId: string): Promise<UndoableOrders> {
  const [marker, statuses, orders] = await Promise.all([
    findMarker(org, operationId),
    org.read(statusesToRestore(org, operationId)),
    readOrderSet(org, ordersToRestore(org, operationId), { advice: "Change the orders one at a time." }),
  ]);
  const former = (marker?.result as { undo?: readonly FormerOrder[] } | undefined)?.undo ?? [];
  return { former, statuses, orders };
}

/**
 * Undoes a bulk action: gives each order the status, assignee or tags that it had before, unless anybody has changed the order since
 * (docs/spec/console.md#undo-of-a-bulk-action). Does nothing if its marker is no longer there. Two round trips.
 */
export async function undoOrderAction(org: OrgDb, operationId: string, back: string | null): Promise<UndoResult> {
  return await changeOrders(
    org,
    async () => await readUndoable(org, operationId),
    (read) => {
      const byVersion = new Map(read.former.map((former) => [`${former.id}/${former.version}`, former]));
      const formerOf = ({ id, version }: { id: number; version: number }) => byVersion.get(`${id}/${version}`);
      const writes = [...statusWrites(org, read.statuses, formerOf), ...textWrites(org, read.orders, formerOf)];
      const restored = [...read.statuses, ...read.orders.map(({ order }) => order)].filter((order) => formerOf(order) !== undefined).length;
      const undone = { restored, kept: read.former.length - restored, back };
      return decisionOf(writes, undone, undone);
    },
  );
}

type FormerOf = (order: { id: number; version: number }) => FormerOrder | undefined;

function statusWrites(org: OrgDb, orders: readonly OrderToSet[], formerOf: FormerOf): WriteStatement[] {
  const byStatus = Map.groupBy(orders, (order) => {
    const former = formerOf(order);
    return former !== undefined && "status" in former ? former.status : null;
  });
  return [...byStatus].flatMap(([status, toSet]) => (status === null ? [] : setStatuses(org, toSet, { status, reason: "Undone" })));
}

function textWrites(org: OrgDb, orders: readonly OrderParts[], formerOf: FormerOf): WriteStatement[] {
  const updates = orders.flatMap(({ order: { store_name: _name, ...order }, items, fulfillments }) => {
    const former = formerOf(order);
    if (former === undefined || !("texts" in former)) return [];
    return [replaceTexts(org, { order, items, fulfillments }, { order: former.texts, items: new Map() })];
  });
  return ingestWrites(org, [], updates);
}

export function undoResultFromMarker(marker: unknown): UndoResult {
  return marker as UndoResult;
}
