import { ApiError } from "./api-error";

/** How long a request waits for memory, and how often it checks. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 25;

/** A reservation ends after this time even if it was not released, because the platform may end a request at any time. */
const MAX_HOLD_MS = 60_000;

/** A request that has not checked for this long has ended, so nobody waits for it. */
const MAX_SILENCE_MS = 2_000;

/** Bytes that are reserved. Null stands for no organization, which has no share of its own. */
export interface Reservation {
  bytes: number;
  organizationId: number | null;
  until: number;
}

/** A request that waits for bytes. */
interface Waiter {
  bytes: number;
  organizationId: number | null;
  /** What it has reserved already, and gives back for the new reservation. */
  held: Reservation | null;
  /** When it checked last. */
  at: number;
}

/** Bytes that requests have reserved, up to a limit. */
export class ByteBudget {
  #reservations: Reservation[] = [];
  /** In the order in which they came. */
  #waiters: Waiter[] = [];

  constructor(readonly limit: number) {}

  /**
   * Reserves bytes once there is room for them. An organization may reserve half of the limit. If nothing else is reserved, any number of bytes is
   * accepted. A request does not overtake one that has waited longer, except one that waits for its own organization. Throws 503 Service
   * Unavailable after `maxWaitMs`. It polls instead of waiting for a promise of another request, because the platform may end that request before
   * the promise settles. `held` is a reservation of the same request that the new one replaces.
   */
  async reserve(
    bytes: number,
    organizationId: number | null = null,
    { held = null, maxWaitMs = MAX_WAIT_MS }: { held?: Reservation | null; maxWaitMs?: number } = {},
  ): Promise<Reservation> {
    const waiter = { bytes, organizationId, held, at: 0 };
    const end = Date.now() + maxWaitMs;
    try {
      // Both are checked, because on a busy machine a pause takes longer than POLL_MS.
      for (let waited = 0; waited <= maxWaitMs && Date.now() <= end; waited += POLL_MS) {
        if (this.#isNext(waiter, Date.now())) return this.#replace(waiter);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    } finally {
      this.#waiters = this.#waiters.filter((each) => each !== waiter);
    }
    const message = "Other large bodies or pages are being processed. Retry, or make smaller requests.";
    throw new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" }, message });
  }

  release(reservation: Reservation | null): void {
    this.#reservations = this.#reservations.filter((each) => each !== reservation);
  }

  /** Keeps a reservation for another minute. */
  renew(reservation: Reservation | null): void {
    if (reservation !== null) reservation.until = Date.now() + MAX_HOLD_MS;
  }

  /** Whether a request may reserve its bytes now. If not, it is among those that wait. */
  #isNext(waiter: Waiter, now: number): boolean {
    waiter.at = now;
    this.#reservations = this.#reservations.filter(({ until }) => until > now);
    this.#waiters = this.#waiters.filter(({ at }) => at > now - MAX_SILENCE_MS);
    if (!this.#waiters.includes(waiter)) this.#waiters.push(waiter);
    if (!this.#hasShare(waiter) || isFull(this.#reservations, waiter, this.limit)) return false;
    const earlier = this.#waiters.slice(0, this.#waiters.indexOf(waiter));
    return !earlier.some((each) => this.#hasShare(each));
  }

  /** Whether the organization's own half has room. */
  #hasShare(waiter: Waiter): boolean {
    const own = this.#reservations.filter((each) => each.organizationId !== null && each.organizationId === waiter.organizationId);
    return !isFull(own, waiter, this.limit / 2);
  }

  #replace({ bytes, organizationId, held }: Waiter): Reservation {
    this.release(held);
    const reservation = { bytes, organizationId, until: Date.now() + MAX_HOLD_MS };
    this.#reservations.push(reservation);
    return reservation;
  }
}

function isFull(reservations: readonly Reservation[], { bytes, held }: Waiter, limit: number): boolean {
  const others = reservations.filter((each) => each !== held);
  return others.length > 0 && others.reduce((sum, each) => sum + each.bytes, bytes) > limit;
}

/**
 * The memory of the isolate for what requests process: large bodies and large pages. An isolate has 128 MB for all of its requests, of which the
 * Worker itself takes about 30. What is processed takes several times its size, so it is counted with a factor.
 */
export const MAX_WORKING_BYTES = 64 * 1024 * 1024;
const budget = new ByteBudget(MAX_WORKING_BYTES);

/** The working memory of one request or job, which may need more of it as it goes on. */
export class WorkingMemory {
  #bytes = 0;
  #reservation: Reservation | null = null;

  /** Reserves more bytes, as `ByteBudget.reserve`. */
  async add(bytes: number, organizationId: number | null, maxWaitMs?: number): Promise<void> {
    const total = this.#bytes + bytes;
    const options = { held: this.#reservation, ...(maxWaitMs !== undefined && { maxWaitMs }) };
    this.#reservation = await budget.reserve(Math.min(total, budget.limit), organizationId, options);
    this.#bytes = total;
  }

  release(): void {
    budget.release(this.#reservation);
    this.#reservation = null;
    this.#bytes = 0;
  }
}
