import type { Actor, Organization } from "../db/org-db";
import type { Reads } from "../db/session";
import type { Assertion } from "../db/statement";
import { type ClaimRequest, type LimitStates, NO_CLAIM, type Settlement } from "../gate/admission";
import type { Rendered } from "./rendered";

/** Identifies a write under an idempotency key, so that it commits only once. */
export interface Operation {
  /** Primary key of its write marker. */
  id: string;
  /** Whether there was an earlier execution, as in a Lease; "unknown" if executions are not counted. */
  resumed: "no" | "yes" | "unknown";
  /** Whether an earlier execution succeeded and its response was erased. This one must not write. */
  erased?: boolean;
  /** When another execution may start, ms since 1970. */
  until: number;
}

/** The result of admitting a request. The limits are missing if the principal does not know them. */
export interface Admission extends Partial<LimitStates> {
  /** Null for a request without a key. */
  operation: Operation | null;
  /** The stored response to an earlier request with the same key, to be sent without executing anything; null if there is none. */
  replay: Rendered | null;
  /** The bookmark that a read from the nearest replica needs. Null or missing if only the primary will do. */
  lastWrite?: string | null;
  /** Reports how the execution ended, and the bookmark of what it wrote. Never throws. Null if nobody needs to know. */
  settle: ((settlement: Settlement<Rendered>, bookmark: string | null) => Promise<void>) | null;
}

/** The caller that a request acts for: a credential, a member at the console, or whoever has a link. Each kind of caller has its own implementation. */
export interface Principal {
  readonly organization: Organization;
  readonly actor: Actor;
  readonly reads: Reads;
  /** What must hold when a change of it commits, if its access may end during a request. */
  readonly stillAllowed?: Assertion;
  /** The supplier that it is limited to: it may call only endpoints that are open to suppliers. Absent or null: it is not limited. */
  readonly supplierId?: string | null;
  /** Whether it has a scope or a permission. */
  can(scope: string): boolean;
  /**
   * Counts the request against the principal's limits (only in the first call), and claims its key and its write. Throws 429 over a limit,
   * 409 and 422 for the key, 503, and PrincipalChanged.
   */
  admit(claim: ClaimRequest): Promise<Admission>;
}

/** Thrown if the principal's cached data is out of date. The request is then served again with the principal that `loadCurrent` returns. */
export class PrincipalChanged extends Error {
  override readonly name = "PrincipalChanged";

  /** `loadCurrent` returns the current principal, or throws if it no longer exists. */
  constructor(readonly loadCurrent: () => Promise<Principal>) {
    super();
  }
}

/** Serves a request, and once more with the current principal if it has changed. There is no third attempt. */
export async function withCurrentPrincipal<P extends Principal, T>(principal: P, serve: (principal: P) => Promise<T>): Promise<T> {
  try {
    return await serve(principal);
  } catch (error) {
    if (!(error instanceof PrincipalChanged)) throw error;
    // The current principal is of the same kind.
    return await serve((await error.loadCurrent()) as P);
  }
}

/** Counts a request, and returns its current principal. */
export async function admitPrincipal<P extends Principal>(principal: P): Promise<P> {
  return await withCurrentPrincipal(principal, async (current) => {
    await current.admit(NO_CLAIM);
    return current;
  });
}
