/** The meaning of a fulfillment status (docs/spec/tracking.md#outdated-reports). */
interface Meaning {
  /** The progress. A status with a lower rank is outdated: it is recorded but not applied. A status with rank null always applies. */
  rank: number | null;
  /** The goods have left the sender. */
  shipped: boolean;
  delivered: boolean;
  /** Whether its quantities are allocated to it. If not (lost, returned or cancelled), other fulfillments can contain them again. */
  allocates: boolean;
}

const NOT_SHIPPED = { rank: 0, shipped: false, delivered: false, allocates: true } as const;
const IN_TRANSIT = { rank: 2, shipped: true, delivered: false, allocates: true } as const;

const MEANINGS = {
  label_created: NOT_SHIPPED,
  in_transit: { ...IN_TRANSIT, rank: 1 },
  out_for_delivery: IN_TRANSIT,
  available_for_pickup: IN_TRANSIT,
  delivered: { ...IN_TRANSIT, rank: 3, delivered: true },
  delivery_attempted: IN_TRANSIT,
  exception: { ...IN_TRANSIT, rank: null },
  returned_to_sender: { ...IN_TRANSIT, rank: null, allocates: false },
  lost: { ...IN_TRANSIT, rank: null, allocates: false },
  cancelled: { ...NOT_SHIPPED, rank: null, allocates: false },
  unknown: NOT_SHIPPED,
} as const satisfies Record<string, Meaning>;

export type FulfillmentStatus = keyof typeof MEANINGS;

/** The statuses of a fulfillment (docs/spec/tracking.md#fulfillment-statuses). */
export const FULFILLMENT_STATUSES = Object.keys(MEANINGS) as [FulfillmentStatus, ...FulfillmentStatus[]];

/** The statuses whose quantities other fulfillments can contain again. */
export const RELEASING_STATUSES = FULFILLMENT_STATUSES.filter((status) => !MEANINGS[status].allocates);

export function meaningOf(status: FulfillmentStatus): Meaning {
  return MEANINGS[status];
}

/** The progress of a fulfillment: its status or, if the status has no rank, its times. */
interface Progress {
  status: FulfillmentStatus;
  shipped_at: number | null;
  delivered_at: number | null;
}

/**
 * Whether the status `to` is outdated: behind the fulfillment's progress (docs/spec/orders.md#automatic-changes). A fulfillment that is lost,
 * returned or cancelled becomes active again with a status in transit, not with a label.
 */
export function isOutdated({ status, shipped_at, delivered_at }: Progress, to: FulfillmentStatus): boolean {
  const reported = MEANINGS[to].rank;
  if (reported === null || to === status) return false;
  if (!MEANINGS[status].allocates && reported === 0) return true;
  return reported < (MEANINGS[status].rank ?? rankOfTimes(shipped_at, delivered_at));
}

function rankOfTimes(shippedAt: number | null, deliveredAt: number | null): number {
  if (deliveredAt !== null) return MEANINGS.delivered.rank;
  return shippedAt === null ? 0 : MEANINGS.in_transit.rank;
}

/** Parses a status, ignoring case, with spaces or `-` for `_`. Returns null if there is no such status. */
export function readFulfillmentStatus(text: string): FulfillmentStatus | null {
  const normalized = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");
  return FULFILLMENT_STATUSES.find((status) => status === normalized) ?? null;
}
