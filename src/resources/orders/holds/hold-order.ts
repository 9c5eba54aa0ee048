import { invalid, orNotFound } from "../../../platform/api-error";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { readMoment } from "../../../platform/values/zone";
import { assertOrderVersion, changeOrder, returnItem, returnOrder } from "../change-order";
import { ingestWrites, type OrderToUpdate } from "../ingest/write.sql.ts";
import { replaceTexts } from "../replace-texts";
import type { ItemRow, OrderParts } from "../rows.sql.ts";
import { orderOfItem } from "../select.sql.ts";
import type { StoredHold } from "./hold";

/** A hold as a caller sends it. A time without an offset, and a date, are read in the organization's time zone. */
export interface IncomingHold {
  reason: string;
  until?: string | null | undefined;
}

/** The columns of a hold; null releases it. Throws 400 Bad Request for an end that is not in the future. */
export function holdColumns(org: OrgReader, hold: IncomingHold | null): StoredHold {
  if (hold === null) return { hold_reason: null, hold_until: null };
  if ((hold.until ?? null) === null) return { hold_reason: hold.reason, hold_until: null };
  const until = readMoment(hold.until ?? "", org.organization.timezone);
  if (until === null || until <= org.now) throw invalid("until", "not_in_future", "Expected a time in the future.");
  return { hold_reason: hold.reason, hold_until: until };
}

/**
 * The update that gives an order, or one of its items, a hold or releases it, with its history and order.updated. Null if it changes nothing.
 * Throws 404 Not Found if the order has no such item.
 */
export function holdUpdate(
  org: OrgReader,
  { order: row, items, fulfillments }: OrderParts,
  { itemId, hold }: { itemId: number | null; hold: StoredHold },
): OrderToUpdate | null {
  const before = itemId === null ? row : orNotFound(items.find(({ id }) => id === itemId));
  if (before.hold_reason === hold.hold_reason && before.hold_until === hold.hold_until) return null;
  // The name of the store is no column of the order.
  const { store_name: _name, ...order } = row;
  // A copy, because an interface is not assignable to a record of texts.
  const columns = { ...hold };
  const texts = itemId === null ? { order: columns, items: new Map() } : { order: {}, items: new Map([[itemId, columns]]) };
  const update = replaceTexts(org, { order, items, fulfillments }, texts);
  return { ...update, history: update.history.map((entry) => ({ ...entry, reason: hold.hold_reason })) };
}

interface OrderHold {
  hold: IncomingHold | null;
  versions: readonly number[] | null;
}

/**
 * Puts an order on hold, or releases it (null), and sends order.updated, unless nothing changes. Throws 404 Not Found, 400 Bad Request for an end
 * that is past, or 412 Precondition Failed for another version. Two round trips.
 */
export async function holdOrder(org: OrgDb, id: number, { hold, versions }: OrderHold): Promise<OrderParts> {
  const columns = holdColumns(org, hold);
  return await changeOrder(org, id, (parts) => {
    assertOrderVersion(parts.order.version, versions);
    const update = holdUpdate(org, parts, { itemId: null, hold: columns });
    if (update === null) return { unchanged: parts };
    return { writes: ingestWrites(org, [], [update]), ...returnOrder(org, id, (changed) => changed) };
  });
}

/** The same for one item. */
export async function holdItem(org: OrgDb, itemId: number, hold: IncomingHold | null): Promise<ItemRow> {
  const columns = holdColumns(org, hold);
  return await changeOrder(org, orderOfItem(org, itemId), (parts) => {
    const update = holdUpdate(org, parts, { itemId, hold: columns });
    if (update === null) return { unchanged: orNotFound(parts.items.find(({ id }) => id === itemId)) };
    return { writes: ingestWrites(org, [], [update]), ...returnItem(org, itemId) };
  });
}
