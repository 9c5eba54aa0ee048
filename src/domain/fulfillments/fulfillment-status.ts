/** What a parcel's status says (decisions C16, G). */
interface Meaning {
  /** How far it has come. A report of less is late: recorded, not applied. Null: it applies whenever it comes. */
  rank: number | null;
  /** It has left the house. */
  shipped: boolean;
  delivered: boolean;
  /** Its quantities are spoken for; of one that is lost, returned or cancelled they can be sent again. */
  holds: boolean;
}

const ahead = { rank: 0, shipped: false, delivered: false, holds: true } as const;
const underWay = { rank: 2, shipped: true, delivered: false, holds: true } as const;

const MEANINGS = {
  label_created: ahead,
  in_transit: { ...underWay, rank: 1 },
  out_for_delivery: underWay,
  available_for_pickup: underWay,
  delivered: { ...underWay, rank: 3, delivered: true },
  delivery_attempted: underWay,
  exception: { ...underWay, rank: null },
  returned_to_sender: { ...underWay, rank: null, holds: false },
  lost: { ...underWay, rank: null, holds: false },
  cancelled: { ...ahead, rank: null, holds: false },
  unknown: ahead,
} as const satisfies Record<string, Meaning>;

export type FulfillmentStatus = keyof typeof MEANINGS;

/** The states of a parcel (decisions C16). */
export const FULFILLMENT_STATUSES = Object.keys(MEANINGS) as [FulfillmentStatus, ...FulfillmentStatus[]];

export function meaningOf(status: FulfillmentStatus): Meaning {
  return MEANINGS[status];
}

/** Whether a report of `to` comes too late for a parcel that is at `from` (decisions D: machine facts only go forward). */
export function isLate(from: FulfillmentStatus, to: FulfillmentStatus): boolean {
  const [at, reported] = [MEANINGS[from].rank, MEANINGS[to].rank];
  return at !== null && reported !== null && reported < at;
}

/** The status that a text names, without regard to case, spaces or `-` for `_`; or null. */
export function readFulfillmentStatus(text: string): FulfillmentStatus | null {
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return FULFILLMENT_STATUSES.find((status) => status === folded) ?? null;
}
