import type { CredentialRecord } from "../db/credentials";
import type { Meter } from "../db/meter";
import type { Member } from "../db/sessions";
import type { Verdict } from "../gate/verdict";
import type { Refusal, RefusalCode, RefusalDetail } from "../refusal";

/** What travels with one request through the middleware. */
export interface RequestState {
  requestId: string;
  clientRequestId: string | null;
  /** ms since 1970. */
  now: number;
  meter: Meter;
  /** Calls of the gate so far. */
  gateCalls: number;
  /** What the gate said, or the isolate in its stead; null where nobody was asked. */
  verdict: Verdict["outcome"] | null;
  /** The code of the refusal that was answered. */
  refusal: RefusalCode | null;
  credential: {
    record: CredentialRecord;
    /** Read anew because the gate said that it had changed. */
    anew: boolean;
  } | null;
  /** The person at the console who asks, once they are known. */
  member: { personId: number; organizationId: number | null } | null;
  /** The first refusal met before the gate was asked; the gate's verdict comes first (decisions A9). */
  deferred: Refusal | null;
  /** The body is no JSON: there are no fields to validate. */
  unreadable: boolean;
  /** Faults of the input, all of them. */
  faults: RefusalDetail[];
  warnings: string[];
  body: Uint8Array;
  /** The body, parsed; undefined where the endpoint takes no JSON. */
  json: unknown;
  headers: Record<string, string>;
  route: string | null;
}

export type HttpEnv = { Bindings: Env; Variables: { state: RequestState; asker?: Member } };
