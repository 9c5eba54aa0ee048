import type { Actor, Organization } from "../db/org-db";
import type { KeyRequest, Measured } from "../gate/admission";
import type { Rendered } from "./rendered";

/** What a write commits under, so that it commits once. */
export interface Operation {
  /** Primary key of its write marker. */
  id: string;
  /** Whether another execution has begun before this one; "unknown" where nobody keeps count. */
  repeated: "no" | "yes" | "unknown";
  /** When another execution may begin, ms since 1970. */
  until: number;
  /** Tells whoever gave the operation out how this execution ended. Never throws. */
  settle: (ended: Ended) => Promise<void>;
}

export type Ended =
  /** 2xx: the response is stored. */
  | { outcome: "done"; response: Rendered }
  /** 4xx: nothing was committed. */
  | { outcome: "free" }
  /** 5xx or unknown: it may have committed. */
  | { outcome: "unknown" };

/** What an admitted request gets. The limits are there as far as the principal is told of them. */
export interface Admission extends Partial<Measured> {
  /** Null for a request without a key. */
  operation: Operation | null;
  /** The stored response to an earlier request with the same key: nothing is executed. */
  replay: Rendered | null;
}

/** Who a request acts for: a credential, or a member at the console. Another kind of caller is another implementation. */
export interface Principal {
  readonly organization: Organization;
  readonly actor: Actor;
  /** Whether it has a scope or a permission. */
  can(scope: string): boolean;
  /**
   * Counts the request against the principal's limits, the first time, and claims its key. Throws 429 over a limit, 409 and 422 for
   * the key, 503, and PrincipalChanged.
   */
  admit(key: KeyRequest | null): Promise<Admission>;
}

/** What was known of the principal is out of date: the request is served again with `present`. */
export class PrincipalChanged extends Error {
  override readonly name = "PrincipalChanged";

  /** `present` answers the principal as it is now, or throws where there is none any more. */
  constructor(readonly present: () => Promise<Principal>) {
    super();
  }
}

/** Serves a request, and once more with the principal as it is now where it had changed. There is no third time. */
export async function withCurrentPrincipal<P extends Principal, T>(principal: P, serve: (principal: P) => Promise<T>): Promise<T> {
  try {
    return await serve(principal);
  } catch (error) {
    if (!(error instanceof PrincipalChanged)) throw error;
    // A principal changes into one of its own kind.
    return await serve((await error.present()) as P);
  }
}

/** Counts a request, and answers its principal as it is now. */
export async function admitPrincipal<P extends Principal>(principal: P): Promise<P> {
  return await withCurrentPrincipal(principal, async (present) => {
    await present.admit(null);
    return present;
  });
}
