import { normalizeTrackingNumber } from "../../../platform/values/tracking-number";
import type { OutgoingFulfillment, SourceFulfillment } from "./adapter";

type Item = SourceFulfillment["items"][number];

/** Whether two fulfillments have the same quantities of the same items. */
function hasSameItems(some: readonly Item[], others: readonly Item[]): boolean {
  const quantities = new Map(some.map(({ externalId, quantity }) => [externalId, quantity]));
  return some.length === others.length && others.every(({ externalId, quantity }) => quantities.get(externalId) === quantity);
}

/** What identifies one of our fulfillments on its platform. */
type OurShipment = Pick<OutgoingFulfillment, "sourceId" | "otherSourceIds" | "items" | "attempted"> & {
  tracking: { number: string | null };
};

/**
 * Whether a fulfillment on the platform is ours. With a recorded id, the ids must be equal. Without one, it must have our items and our tracking
 * number, and none of our other fulfillments may have its id. If neither has a tracking number, only an earlier attempt of ours can have made it.
 */
export function isSameShipment(
  there: Pick<SourceFulfillment, "externalId" | "items" | "status" | "trackingNumber">,
  ours: OurShipment,
): boolean {
  if (ours.sourceId !== null) return ours.sourceId === there.externalId;
  if (there.status === "cancelled" || ours.otherSourceIds.includes(there.externalId) || !hasSameItems(there.items, ours.items))
    return false;
  const number = there.trackingNumber === null ? null : normalizeTrackingNumber(there.trackingNumber);
  const isSameNumber = (other: string | null) => (other === null ? null : normalizeTrackingNumber(other)) === number;
  return (number !== null && isSameNumber(ours.tracking.number)) || (ours.attempted !== null && isSameNumber(ours.attempted.number));
}
