import { createFulfillment, updateFulfillment } from "../orders/fulfillments/write-fulfillment";
import { readOrder } from "../orders/read-order";
import { ApiError } from "../platform/api-error";
import { sha256Hex } from "../platform/crypto/digest";
import { base62 } from "../platform/crypto/random";
import type { OrgDb } from "../platform/db/org-db";
import type { SourceFulfillment } from "./platforms/adapter";

const MAX_FULFILLMENTS = 50;

/**
 * Creates and updates the fulfillments that were made on the platform. The id of each follows from its id there, so a repeated payload
 * creates no second one. Returns why some could not be applied; null if all were.
 */
export async function applyFulfillments(org: OrgDb, orderId: number, fulfillments: readonly SourceFulfillment[]): Promise<string | null> {
  if (fulfillments.length === 0) return null;
  const { items, fulfillments: stored } = await readOrder(org, orderId, true);
  const itemIds = new Map(items.flatMap(({ id, external_id }) => (external_id === null ? [] : [[external_id, String(id)] as const])));
  const storedById = new Map(stored.map((row) => [row.id, row]));
  let note: string | null = null;
  for (const fulfillment of fulfillments.slice(0, MAX_FULFILLMENTS)) {
    const id = await fulfillmentId(orderId, fulfillment);
    const known = storedById.get(id);
    const { status, trackingNumber, carrier, trackingUrl } = fulfillment;
    const values = {
      ...(trackingNumber !== null && { tracking_number: trackingNumber }),
      ...(carrier !== null && { carrier }),
      ...(trackingUrl !== null && { tracking_url: trackingUrl }),
    };
    // A carrier's reports may be ahead of the platform. An outdated status is not applied, but would be recorded in the history each time.
    if (known === undefined && status === "cancelled") continue;
    try {
      if (known !== undefined) {
        const isCancelled = status === "cancelled" && known.status !== "cancelled";
        await updateFulfillment(org, id, { ...values, ...((isCancelled || isAhead(known.status, status)) && { status }) });
        continue;
      }
      const lines = fulfillment.items.flatMap(({ externalId, quantity }) => {
        const itemId = itemIds.get(externalId);
        return itemId === undefined ? [] : [{ order_item_id: itemId, quantity }];
      });
      if (lines.length === 0) note = "fulfillment without known items";
      else await createFulfillment(org, orderId, { ...values, status, items: lines }, id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      note = `fulfillment not applied: ${error.details[0]?.code ?? error.code}`;
    }
  }
  return note;
}

const PROGRESS = ["label_created", "in_transit", "out_for_delivery", "delivered"];

function isAhead(stored: string, reported: string): boolean {
  const [from, to] = [PROGRESS.indexOf(stored), PROGRESS.indexOf(reported)];
  return from !== -1 && to > from;
}

/** The id of a fulfillment here: it sorts by its creation on the platform, like all ids of fulfillments. */
async function fulfillmentId(orderId: number, { externalId, createdAt }: SourceFulfillment): Promise<string> {
  const digest = await sha256Hex(`${orderId}/${externalId}`);
  return `ful_${base62(createdAt, 8)}${digest.slice(0, 14)}`;
}
