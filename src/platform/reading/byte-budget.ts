import { ApiError } from "../api-error";

/** How long work waits for memory, and how often it checks. */
const MAX_WAIT_MS = 5_000;
const POLL_MS = 25;

/** A reservation ends after this time even if it was not released, because the platform may end a request at any time. */
export const MAX_HOLD_MS = 60_000;

/** Gives reserved bytes back. */
export type Release = () => void;

/** What one holder may reserve of a budget, for example an organization, so that no holder blocks the others. */
export interface Share {
  holder: string;
  limit: number;
}

interface Reservation {
  bytes: number;
  holders: readonly string[];
  until: number;
}

/** Bytes of the isolate's memory that work in progress has reserved, up to a limit. */
export class ByteBudget {
  #reservations: Reservation[] = [];

  constructor(readonly limit: number) {}

  /** Reserves bytes if there is room for them now. Any number of bytes fits if nothing else is reserved, also in a share. */
  tryReserve(bytes: number, shares: readonly Share[] = []): Release | null {
    const now = Date.now();
    this.#reservations = this.#reservations.filter(({ until }) => until > now);
    const isFull = (all: readonly Reservation[], limit: number) =>
      all.length > 0 && all.reduce((sum, each) => sum + each.bytes, bytes) > limit;
    if (isFull(this.#reservations, this.limit)) return null;
    for (const { holder, limit } of shares) {
      const own = this.#reservations.filter(({ holders }) => holders.includes(holder));
      if (isFull(own, limit)) return null;
    }
    const reservation = { bytes, holders: shares.map(({ holder }) => holder), until: now + MAX_HOLD_MS };
    this.#reservations.push(reservation);
    return () => void (this.#reservations = this.#reservations.filter((each) => each !== reservation));
  }

  /**
   * Reserves bytes once there is room for them. Throws 503 Service Unavailable after 5 seconds. It polls instead of waiting for a promise of
   * another request, because the platform may end that request before the promise settles.
   */
  async reserve(bytes: number, shares: readonly Share[] = []): Promise<Release> {
    const end = Date.now() + MAX_WAIT_MS;
    // Both are checked, because on a busy machine a pause takes longer than POLL_MS.
    for (let waited = 0; waited <= MAX_WAIT_MS && Date.now() <= end; waited += POLL_MS) {
      const release = this.tryReserve(bytes, shares);
      if (release !== null) return release;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    const message = "Other large bodies or pages are being processed. Retry, or make smaller requests.";
    throw new ApiError("service_unavailable", [], { headers: { "Retry-After": "1" }, message });
  }
}
