import { waitUntil } from "cloudflare:workers";
import { ApiError } from "../api-error";

/**
 * Who has a password checked or hashed. A browser that has signed in before, a session, the holder of a link and the operator are known. They have
 * places of their own, so that sign-ins from new browsers cannot keep them out.
 */
export interface PasswordClient {
  /** The network, the device or whatever else may take one place at a time. Null for the operator, who may take several. */
  key: string | null;
  isKnown: boolean;
}

/** How many requests of each kind, from known clients and from others, have a place in this isolate: one runs and the others wait. */
const MAX_PLACES = 5;

const POLL_MS = 25;

/** A place is lost after this time, because the platform may end a request at any time. Waiting for all places takes about 10 s. */
const MAX_HOLD_MS = 30_000;

interface Place extends PasswordClient {
  isRunning: boolean;
  until: number;
}

let places: readonly Place[] = [];

function dropExpired(): void {
  const now = Date.now();
  // A place that ends too late was taken before the clock was set back.
  places = places.filter(({ until }) => until > now && until <= now + MAX_HOLD_MS);
}

function rejection(code: "rate_limited" | "service_unavailable", seconds: number, message: string): ApiError {
  return new ApiError(code, [], { headers: { "Retry-After": String(seconds) }, message });
}

const queueFull = () => rejection("service_unavailable", 5, "Too many people are signing in. Try again in a few seconds.");

/** Takes a place, which costs nothing. 429 if the client has one already, 503 if there is none. */
function takePlace({ key, isKnown }: PasswordClient): Place {
  dropExpired();
  if (places.some((place) => key !== null && place.key === key))
    throw rejection("rate_limited", 1, "Another password from here is being checked. Try again in a second.");
  if (places.filter((place) => place.isKnown === isKnown).length >= MAX_PLACES) throw queueFull();
  const place = { key, isKnown, isRunning: false, until: Date.now() + MAX_HOLD_MS };
  places = [...places, place];
  return place;
}

/** Whether it is the turn of a place: nothing runs, and it is the first of a known client, or the first if there is none. */
function isNext(place: Place): boolean {
  dropExpired();
  if (!places.includes(place)) throw queueFull();
  return !places.some(({ isRunning }) => isRunning) && (places.find(({ isKnown }) => isKnown) ?? places[0]) === place;
}

/** Waits for the turn of a place. It polls, because a promise that another request settles may never settle if the platform ends that request. */
async function waitForTurn(place: Place): Promise<void> {
  while (!isNext(place)) await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  place.isRunning = true;
  place.until = Date.now() + MAX_HOLD_MS;
}

const noop = (): void => undefined;

/**
 * Runs work that derives keys from passwords (platform/crypto/password.ts). An isolate does it for one request at a time, because a derivation
 * blocks its only thread. Throws 429 or 503 before any work. If the caller closes the connection, the work is still completed.
 */
export async function withPasswordPlace<T>(client: PasswordClient, run: () => Promise<T>): Promise<T> {
  const place = takePlace(client);
  const work = async () => {
    await waitForTurn(place);
    return await run();
  };
  const done = work().finally(() => void (places = places.filter((each) => each !== place)));
  waitUntil(done.then(noop, noop));
  return await done;
}
