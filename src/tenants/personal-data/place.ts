import { waitUntil } from "cloudflare:workers";
import { ApiError } from "../../platform/api-error";
import type { ExportLock } from "../../platform/export-lock";

/**
 * Comparing texts takes the only thread of an isolate. So an organization has one place in it for a search, an export or an erasure that a request
 * makes, and several at once cannot keep the requests of others waiting.
 */
interface Place {
  /** When it is lost, in ms since 1970, because the platform may end a request at any time. */
  until: number;
}

const MAX_HOLD_MS = 60_000;

/** By organization. */
const places = new Map<number, Place>();

/** Takes the place of an organization; null if it is taken. */
function tryTake(organizationId: number): ExportLock | null {
  const taken = places.get(organizationId);
  if (taken !== undefined && taken.until > Date.now()) return null;
  const place: Place = { until: Date.now() + MAX_HOLD_MS };
  places.set(organizationId, place);
  const isHeld = () => places.get(organizationId) === place;
  return {
    keep: async () => {
      if (!isHeld()) throw new Error("an export has stalled for so long that another one could begin");
      place.until = Date.now() + MAX_HOLD_MS;
    },
    end: async () => {
      if (isHeld()) places.delete(organizationId);
    },
  };
}

/** Takes the place of an organization. Throws 429 Too Many Requests if it is taken. */
function take(organizationId: number): ExportLock {
  const place = tryTake(organizationId);
  if (place !== null) return place;
  const message = "Another search, export or erasure of this organization is running. Try again in a few seconds.";
  throw new ApiError("rate_limited", [], { headers: { "Retry-After": "5" }, message });
}

/** A lock that also has the place of an organization. Throws as `take`. */
export function withPlaceOf(organizationId: number, lock: ExportLock): ExportLock {
  const place = take(organizationId);
  return {
    keep: async () => {
      await place.keep();
      await lock.keep();
    },
    end: async () => {
      await place.end();
      await lock.end();
    },
  };
}

const noop = (): void => undefined;

/** Runs work, and then gives the place back, also if the caller has closed the connection. */
async function run<T>(place: ExportLock, work: () => Promise<T>): Promise<T> {
  const working = async () => {
    try {
      return await work();
    } finally {
      await place.end();
    }
  };
  const done = working();
  waitUntil(done.then(noop, noop));
  return await done;
}

/** Runs work in the place of an organization. Throws as `take`. */
export async function inPlaceOf<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
  return await run(take(organizationId), work);
}

/** Runs work that a job does otherwise, if the place of the organization is free. */
export async function ifPlaceIsFree(organizationId: number, work: () => Promise<void>): Promise<void> {
  const place = tryTake(organizationId);
  if (place !== null) await run(place, work);
}
