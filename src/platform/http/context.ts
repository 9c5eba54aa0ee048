import type { CredentialRecord } from "../../accounts/credentials/find-credential.sql.ts";
import type { Meter } from "../db/meter";
import type { Member } from "../../accounts/sign-in/sessions.sql.ts";
import type { Verdict } from "../gate/verdict";
import type { AnyRefusalCode, Refusal, RefusalDetail } from "../refusal";

/** A request body that was read. Its JSON, where it is valid, is the request's validated data. */
interface ReadBody {
  bytes: Uint8Array;
  /** What is wrong with it. */
  faults: RefusalDetail[];
}

/** The memory of one request with a large body. */
export interface BodyMemory {
  /** Waits until a body of so many bytes, which has been read, may be parsed. Throws 503. */
  process: (bytes: number) => Promise<void>;
}

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
  refusal: AnyRefusalCode | null;
  credential: {
    record: CredentialRecord;
    /** Read anew because the gate said that it had changed. */
    anew: boolean;
  } | null;
  /** The person at the console who asks, once they are known. */
  member: { personId: number; organizationId: number | null } | null;
  /** The first refusal met before the gate was asked; the gate's verdict comes first (docs/spec/requests.md#order-of-checks). */
  deferred: Refusal | null;
  /** Faults of the input but for those of its body, all of them. */
  faults: RefusalDetail[];
  warnings: string[];
  /** The body, once it was read. */
  body: ReadBody | null;
  /** Of a large body; null where the request has none, or its memory is counted elsewhere. */
  bodyMemory: BodyMemory | null;
  headers: Record<string, string>;
  route: string | null;
}

export type HttpEnv = { Bindings: Env; Variables: { state: RequestState; asker?: Member } };
