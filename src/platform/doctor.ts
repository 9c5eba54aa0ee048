import { createHmac } from "node:crypto";

/** What `npm run doctor` and the service must agree on (docs/spec/operator.md#doctor). */

/** The names of its organizations begin with this. The time follows until which it may need them (ISO 8601). */
export const DOCTOR_NAME = "npm run doctor until ";

/** The address to which it lets a webhook be delivered, followed by a token. */
export const DOCTOR_PATH = "/in/doctor/";

/** How long a run may take, and so how far in the future a token may end, ms. */
export const MAX_DOCTOR_MS = 900_000;

/** A token of the address, valid until `until` (ms since 1970). */
export function doctorToken(operatorToken: string, until: number): string {
  return `${until}-${createHmac("sha256", operatorToken).update(`doctor ${until}`).digest("hex")}`;
}

/** Has the operator token, in a request of any surface that is to be measured. */
export const OPERATOR_TOKEN_HEADER = "X-Operator-Token";

/** Has the measurements as JSON, in its response. */
export const MEASUREMENTS_HEADER = "X-Measurements";

export interface Measurements {
  worker_ms: number;
  /** Whether the isolate has served no request before. */
  is_first_of_isolate: boolean;
  /** Where the Worker runs: an airport's code. Null locally. */
  place: string | null;
  d1_trips: number;
  d1_ms: number;
  /** The part of `d1_ms` in which statements ran. */
  sql_ms: number;
  rows_read: number;
  rows_written: number;
  /** Where the database of the last trip runs, and whether that is the primary. Null locally. */
  region: string | null;
  is_primary: boolean | null;
  /** Null if the credential does not read from the nearest replica. */
  read_from: "replica" | "primary" | null;
  gate_calls: number;
  gate_ms: number;
}
