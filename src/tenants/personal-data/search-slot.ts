import { waitUntil } from "cloudflare:workers";
import { ApiError } from "../../platform/api-error";
import type { ExportLock } from "../../platform/export-lock";

/**
 * Comparing texts takes the only thread of an isolate. So an organization has one slot in it for a search, an export or an erasure that a request
 * makes, and several at once cannot keep the requests of others waiting.
 */
interface Slot {
  /** When another request may take it, in ms since 1970, because the platform may end a request at any time. */
  until: number;
}

const MAX_HOLD_MS = 60_000;

/** By organization. */
const slots = new Map<number, Slot>();

/** Takes the slot of an organization; null if it is taken. */
function tryTake(organizationId: number): ExportLock | null {
  const taken = slots.get(organizationId);
  if (taken !== undefined && taken.until > Date.now()) return null;
  const slot: Slot = { until: Date.now() + MAX_HOLD_MS };
  slots.set(organizationId, slot);
  const isHeld = () => slots.get(organizationId) === slot;
  return {
    keep: async () => {
      if (!isHeld()) throw new Error("an export has stalled for so long that another one could begin");
      slot.until = Date.now() + MAX_HOLD_MS;
    },
    end: async () => {
      if (isHeld()) slots.delete(organizationId);
    },
  };
}

/** Takes the slot of an organization. Throws 429 Too Many Requests if it is taken. */
function take(organizationId: number): ExportLock {
  const slot = tryTake(organizationId);
  if (slot !== null) return slot;
  const message = "Another search, export or erasure of this organization is running. Try again in a few seconds.";
  throw new ApiError("rate_limited", [], { headers: { "Retry-After": "5" }, message });
}

/** A lock that also has the slot of an organization. Throws as `take`. */
export function withSlotOf(organizationId: number, lock: ExportLock): ExportLock {
  const slot = take(organizationId);
  return {
    keep: async () => {
      await slot.keep();
      await lock.keep();
    },
    end: async () => {
      await slot.end();
      await lock.end();
    },
  };
}

const noop = (): void => undefined;

/** Runs work, and then gives the slot back, also if the caller has closed the connection. */
async function run<T>(slot: ExportLock, work: () => Promise<T>): Promise<T> {
  const working = async () => {
    try {
      return await work();
    } finally {
      await slot.end();
    }
  };
  const done = working();
  waitUntil(done.then(noop, noop));
  return await done;
}

/** Runs work in the slot of an organization. Throws as `take`. */
export async function inSlotOf<T>(organizationId: number, work: () => Promise<T>): Promise<T> {
  return await run(take(organizationId), work);
}

/** Runs work that a job does otherwise, if the slot of the organization is free. */
export async function ifSlotIsFree(organizationId: number, work: () => Promise<void>): Promise<void> {
  const slot = tryTake(organizationId);
  if (slot !== null) await run(slot, work);
}
