import { recordSourceId } from "../orders/fulfillments/source.sql.ts";
import { createFulfillment, updateFulfillment } from "../orders/fulfillments/write-fulfillment";
import { readOrder } from "../orders/read-order";
import type { FulfillmentRow } from "../orders/rows.sql.ts";
import { ApiError } from "../platform/api-error";
import { sha256Hex } from "../platform/crypto/digest";
import { base62 } from "../platform/crypto/random";
import type { OrgDb } from "../platform/db/org-db";
import { parseTracking } from "./outgoing/tracking";
import type { SourceFulfillment } from "./platforms/adapter";
import { isSameShipment } from "./platforms/same-shipment";
import { parseStored } from "../platform/reading/json";

const MAX_FULFILLMENTS = 50;

/** The fulfillments of an order here, and the ids of its items by their ids on the platform. */
interface Stored {
  fulfillments: readonly FulfillmentRow[];
  itemIds: ReadonlyMap<string, string>;
}

/**
 * Creates and updates the fulfillments that were made on the platform. The id of each follows from its id there, so a repeated payload
 * creates no second one. One that was made here and sent there is recognized, and its tracking stays as it is here. Returns why some could not
 * be applied; null if all were.
 */
export async function applyFulfillments(org: OrgDb, orderId: number, fulfillments: readonly SourceFulfillment[]): Promise<string | null> {
  if (fulfillments.length === 0) return null;
  const { items, fulfillments: rows } = await readOrder(org, orderId, true);
  const itemIds = new Map(items.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, String(id)] as const])));
  let note: string | null = null;
  for (const fulfillment of fulfillments.slice(0, MAX_FULFILLMENTS)) {
    try {
      const stored: Stored = { fulfillments: rows, itemIds };
      if (!(await applyFulfillment(org, orderId, { fulfillment, stored }))) note = "fulfillment without known items";
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      note = `fulfillment not applied: ${error.details[0]?.code ?? error.code}`;
    }
  }
  return note;
}

/** Applies one fulfillment. Returns false if none of its items is known. */
async function applyFulfillment(
  org: OrgDb,
  orderId: number,
  { fulfillment, stored }: { fulfillment: SourceFulfillment; stored: Stored },
): Promise<boolean> {
  const { status, trackingNumber, carrier, trackingUrl, externalId } = fulfillment;
  const values = {
    ...(trackingNumber !== null && { tracking_number: trackingNumber }),
    ...(carrier !== null && { carrier }),
    ...(trackingUrl !== null && { tracking_url: trackingUrl }),
  };
  const id = await fulfillmentId(orderId, fulfillment);
  const known = stored.fulfillments.find((row) => row.id === id) ?? ourFulfillment(fulfillment, stored);
  if (known !== undefined) {
    const wasMadeHere = known.id !== id;
    if (wasMadeHere && known.source_id === null) await adopt(org, known, externalId);
    const isCancelled = status === "cancelled" && known.status !== "cancelled";
    // A carrier's reports may be ahead of the platform. An outdated status is not applied, but would be recorded in the history each time.
    const changes = { ...(!wasMadeHere && values), ...((isCancelled || isAhead(known.status, status)) && { status }) };
    await updateFulfillment(org, known.id, changes);
    return true;
  }
  if (status === "cancelled") return true;
  const lines = fulfillment.items.flatMap((item) => {
    const itemId = stored.itemIds.get(item.externalId);
    return itemId === undefined ? [] : [{ order_item_id: itemId, quantity: item.quantity }];
  });
  if (lines.length === 0) return false;
  await createFulfillment(org, orderId, { ...values, status, items: lines }, { id, sourceId: externalId });
  return true;
}

/** The fulfillment that was made here and became this one on the platform. */
function ourFulfillment(fulfillment: SourceFulfillment, { fulfillments, itemIds }: Stored): FulfillmentRow | undefined {
  const externalIds = new Map([...itemIds].map(([externalId, id]) => [Number(id), externalId]));
  return fulfillments.find((row) => {
    if (row.sending_tracking === null) return false;
    const attempted = parseTracking(row.sending_tracking);
    const lines = parseStored<{ order_item_id: number; quantity: number }[]>(row.items);
    // The platform was sent only the items that it knows.
    const items = lines.flatMap(({ order_item_id, quantity }) => {
      const externalId = externalIds.get(order_item_id);
      return externalId === undefined ? [] : [{ externalId, quantity }];
    });
    const otherSourceIds = fulfillments.flatMap((other) => (other.id === row.id ? [] : (other.source_id ?? [])));
    return isSameShipment(fulfillment, { sourceId: row.source_id, otherSourceIds, items, attempted, tracking: attempted });
  });
}

/** Records the platform's id of a fulfillment that was sent there. The attempt that sent it may not have been able to. */
async function adopt(org: OrgDb, row: FulfillmentRow, sourceId: string): Promise<void> {
  await org.commit({ writes: [recordSourceId(org, row.id, sourceId)], events: [], markerResult: "{}", returning: [] });
  row.source_id = sourceId;
}

const PROGRESS = ["label_created", "in_transit", "out_for_delivery", "delivered"];

function isAhead(stored: string, reported: string): boolean {
  const [from, to] = [PROGRESS.indexOf(stored), PROGRESS.indexOf(reported)];
  return from !== -1 && to > from;
}

/** The id of a fulfillment here: it sorts by its creation on the platform, like all ids of fulfillments. */
async function fulfillmentId(orderId: number, { externalId, createdAt }: SourceFulfillment): Promise<string> {
  const digest = sha256Hex(`${orderId}/${externalId}`);
  return `ful_${base62(createdAt, 8)}${digest.slice(0, 14)}`;
}
