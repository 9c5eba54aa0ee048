import type { Context } from "hono";
import type { ControlDb } from "../db/control-db";
import { controlDb } from "../db/database";
import type { Meter } from "../db/statement";
import type { AdmissionResult } from "../gate/admission";
import type { AnyRefusalCode } from "../api-error";
import type { Principal } from "./principal";

/** The memory of one request with a large body. */
export interface BodyMemory {
  /** Waits until a body of so many bytes, which has been read, may be parsed. Throws 503. */
  process: (bytes: number) => Promise<void>;
}

/** Who makes a request: a credential, or a person at the console. */
interface Caller {
  organizationId: number | null;
  credentialId: number | null;
  personId: number | null;
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
  /** What the gate said, or the isolate in its place. Null if the gate was not called. */
  admission: AdmissionResult["outcome"] | null;
  /** The code of the refusal that was answered. */
  refusal: AnyRefusalCode | null;
  /** Who makes the request, as far as it is known yet: for the log. */
  caller: Caller;
  /** Of a large body; null where the request has none, or its memory is counted elsewhere. */
  bodyMemory: BodyMemory | null;
  headers: Record<string, string>;
  route: string | null;
}

/** Control data, for the request at hand. */
export function controlOf(c: Context<HttpEnv>): ControlDb {
  return controlDb(c.env, c.get("state"));
}

export type HttpEnv = { Bindings: Env; Variables: { state: RequestState; principal?: Principal } };
