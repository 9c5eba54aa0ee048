import type { Context } from "hono";
import type { ControlDb } from "../db/control-db";
import { controlDb } from "../db/database";
import type { Meter } from "../db/statement";
import type { AdmissionResult } from "../gate/admission";
import type { WorkMemory } from "../reading/memory";
import type { AnyErrorCode } from "../api-error";
import type { Principal } from "./principal";

/** The ids of the caller for the log: a credential, or a person at the console. */
interface Caller {
  organizationId: number | null;
  credentialId: number | null;
  personId: number | null;
}

export interface RequestState {
  requestId: string;
  /** The caller's own id of the request, for the log (common-headers.ts). */
  clientRequestId: string | null;
  /** ms since 1970. */
  now: number;
  meter: Meter;
  gateCalls: number;
  /** How long the request has waited for them, ms. */
  gateMs: number;
  /** The outcome of admission by the gate, or by the isolate's cache in its place. Null if the request was not checked by either. */
  admission: AdmissionResult["outcome"] | null;
  /** Where the read of a credential that reads from the nearest replica got its rows. Null for all other requests. */
  readFrom: "replica" | "primary" | null;
  /** The code of the error response; null for a success. */
  errorCode: AnyErrorCode | null;
  /** The caller, as far as it is known yet. */
  caller: Caller;
  /** What the request has reserved for a large body and large pages, until its response is ready. Null if it has not needed any yet. */
  memory: WorkMemory | null;
  /** Headers for the response, also for that of an error. */
  headers: Record<string, string>;
  /** The path of the endpoint or page with the names of its parameters, for the log. Null: not known yet, or there is none. */
  route: string | null;
}

export function controlOf(c: Context<HttpEnv>): ControlDb {
  return controlDb(c.env, c.get("state"));
}

export type HttpEnv = { Bindings: Env; Variables: { state: RequestState; principal?: Principal } };
