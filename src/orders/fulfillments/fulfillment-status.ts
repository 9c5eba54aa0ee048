/** What the status of a fulfillment means (docs/spec/tracking.md#late-reports). */
interface Meaning {
  /** The progress. A status with a lower rank is late: it is recorded but not applied. A status with rank null always applies. */
  rank: number | null;
  /** The goods are on their way. */
  shipped: boolean;
  delivered: boolean;
  /** Its quantities are spoken for; of one that is lost, returned or cancelled they can be sent again. */
  holds: boolean;
}

const NOT_SHIPPED = { rank: 0, shipped: false, delivered: false, holds: true } as const;
const IN_TRANSIT = { rank: 2, shipped: true, delivered: false, holds: true } as const;

const MEANINGS = {
  label_created: NOT_SHIPPED,
  in_transit: { ...IN_TRANSIT, rank: 1 },
  out_for_delivery: IN_TRANSIT,
  available_for_pickup: IN_TRANSIT,
  delivered: { ...IN_TRANSIT, rank: 3, delivered: true },
  delivery_attempted: IN_TRANSIT,
  exception: { ...IN_TRANSIT, rank: null },
  returned_to_sender: { ...IN_TRANSIT, rank: null, holds: false },
  lost: { ...IN_TRANSIT, rank: null, holds: false },
  cancelled: { ...NOT_SHIPPED, rank: null, holds: false },
  unknown: NOT_SHIPPED,
} as const satisfies Record<string, Meaning>;

export type FulfillmentStatus = keyof typeof MEANINGS;

/** The states of a fulfillment (docs/spec/tracking.md#fulfillment-statuses). */
export const FULFILLMENT_STATUSES = Object.keys(MEANINGS) as [FulfillmentStatus, ...FulfillmentStatus[]];

export function meaningOf(status: FulfillmentStatus): Meaning {
  return MEANINGS[status];
}

/** How far a fulfillment has come: its status and, if the status has no rank, its times. */
interface Progress {
  status: FulfillmentStatus;
  shipped_at: number | null;
  delivered_at: number | null;
}

/**
 * Whether the status `to` comes too late for a fulfillment (docs/spec/orders.md#automatic-changes). What is lost,
 * returned or cancelled comes back by being under way, not by a label.
 */
export function isLate({ status, shipped_at, delivered_at }: Progress, to: FulfillmentStatus): boolean {
  const reported = MEANINGS[to].rank;
  if (reported === null || to === status) return false;
  if (!MEANINGS[status].holds && reported === 0) return true;
  const passed = delivered_at !== null ? MEANINGS.delivered.rank : shipped_at !== null ? MEANINGS.in_transit.rank : 0;
  return reported < (MEANINGS[status].rank ?? passed);
}

/** The status that a text names, without regard to case, spaces or `-` for `_`; or null. */
export function readFulfillmentStatus(text: string): FulfillmentStatus | null {
  const folded = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return FULFILLMENT_STATUSES.find((status) => status === folded) ?? null;
}
