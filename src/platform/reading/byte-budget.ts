import { ApiError } from "../api-error";

/** How long work waits for memory, unless it says otherwise, and how often it checks. */
export const MAX_WAIT_MS = 5_000;
const POLL_MS = 25;

/** A reservation ends after this time even if it was not released, because the platform may end a request at any time. */
export const MAX_HOLD_MS = 60_000;

/** Work that has not checked for this long has ended, so nobody waits for it. */
const MAX_SILENCE_MS = 2_000;

/**
 * Other reservations may take this fraction of a limit without keeping anybody waiting: otherwise, many small ones would keep out the largest one, even
 * those of its own request.
 */
const IGNORED_FRACTION = 1 / 16;

/** What one holder may reserve of a budget, for example an organization, so that no holder blocks the others. */
export interface Share {
  holder: string;
  limit: number;
}

export class Reservation {
  bytes = 0;
  /** When it ends by itself, ms since 1970. */
  until = 0;

  constructor(readonly shares: readonly Share[] = []) {}
}

/** Work that waits until its reservation may grow by so many bytes. */
interface Waiter {
  reservation: Reservation;
  bytes: number;
  /** When it last checked, ms since 1970. */
  at: number;
}

/** 503 Service Unavailable: there is no memory for more work now. */
export function noMemoryError(): ApiError {
  const message = "Other large bodies or pages are being processed. Retry, or make smaller requests.";
  return new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" }, message });
}

/** Bytes of the isolate's memory that work in progress has reserved, up to a limit. */
export class ByteBudget {
  readonly #reservations = new Set<Reservation>();
  /** In the order in which they came. */
  #waiters: Waiter[] = [];

  constructor(readonly limit: number) {}

  /** Reserves bytes if there is room for them now. Any number of bytes fits if nothing else is reserved, also in a share. */
  tryAdd(reservation: Reservation, bytes: number): boolean {
    return this.#tryAdmit({ reservation, bytes, at: 0 });
  }

  /**
   * Reserves bytes once there is room for them. Nobody overtakes work that has waited longer, unless that waits for its own share. Throws 503
   * Service Unavailable after `maxWaitMs`. It polls instead of waiting for a promise of another request, because the platform may end that
   * request before the promise settles.
   */
  async add(reservation: Reservation, bytes: number, maxWaitMs = MAX_WAIT_MS): Promise<void> {
    const waiter = { reservation, bytes, at: 0 };
    const end = Date.now() + maxWaitMs;
    try {
      // Both are checked, because on a busy machine a pause takes longer than POLL_MS.
      for (let waited = 0; waited <= maxWaitMs && Date.now() <= end; waited += POLL_MS) {
        if (this.#tryAdmit(waiter)) return;
        waiter.at = Date.now();
        if (!this.#waiters.includes(waiter)) this.#waiters.push(waiter);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    } finally {
      this.#waiters = this.#waiters.filter((each) => each !== waiter);
    }
    throw noMemoryError();
  }

  /** Gives bytes back, by default all of them. */
  remove(reservation: Reservation, bytes = reservation.bytes): void {
    reservation.bytes -= bytes;
    if (reservation.bytes <= 0) this.#reservations.delete(reservation);
  }

  /** Keeps a reservation for another minute. */
  renew(reservation: Reservation): void {
    reservation.until = Date.now() + MAX_HOLD_MS;
  }

  #tryAdmit(waiter: Waiter): boolean {
    const now = Date.now();
    for (const each of this.#reservations) if (each.until <= now) this.#reservations.delete(each);
    this.#waiters = this.#waiters.filter(({ at }) => at > now - MAX_SILENCE_MS);
    if (!this.#hasShares(waiter) || this.#isFull(waiter, this.limit) || !this.#isNext(waiter)) return false;
    const { reservation, bytes } = waiter;
    reservation.bytes += bytes;
    this.renew(reservation);
    this.#reservations.add(reservation);
    return true;
  }

  #isNext(waiter: Waiter): boolean {
    // The others wait until work that already holds bytes has ended.
    if (this.#reservations.has(waiter.reservation)) return true;
    const index = this.#waiters.indexOf(waiter);
    const earlier = index === -1 ? this.#waiters : this.#waiters.slice(0, index);
    return !earlier.some((each) => this.#hasShares(each));
  }

  #hasShares(waiter: Waiter): boolean {
    return waiter.reservation.shares.every(({ holder, limit }) => !this.#isFull(waiter, limit, holder));
  }

  /** Whether a limit has no room: that of the budget, or that of one holder. */
  #isFull(waiter: Waiter, limit: number, holder: string | null = null): boolean {
    const { reservation, bytes } = waiter;
    const behind = this.#growingBehind(waiter);
    let others = 0;
    for (const each of this.#reservations) {
      if (each === reservation || behind.includes(each)) continue;
      if (holder === null || each.shares.some((share) => share.holder === holder)) others += each.bytes;
    }
    const needed = Math.min(reservation.bytes + bytes, limit * (1 - IGNORED_FRACTION));
    return others > 0 && others + needed > limit;
  }

  /**
   * Reservations that wait to grow behind one that grows too. They do not count for it: otherwise all of them would wait for one another, and none
   * would end. So they exceed the limit by what they hold, which is little: what has the most memory is alone from the beginning.
   */
  #growingBehind(waiter: Waiter): readonly Reservation[] {
    const index = this.#waiters.indexOf(waiter);
    if (index === -1 || !this.#reservations.has(waiter.reservation)) return [];
    return this.#waiters.slice(index + 1).map(({ reservation }) => reservation);
  }
}
