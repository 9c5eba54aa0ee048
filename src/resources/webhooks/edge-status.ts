/** Why a host could not be reached, in the terms of deliveries (docs/spec/webhooks.md#error-codes). */
export type EdgeError = "timeout" | "connection" | "tls_or_dns";

/**
 * In production, `fetch` does not throw if a host can't be reached. Cloudflare's edge answers in its place, with one of these statuses, which
 * are assigned to nothing else. The local runtime throws. The callers handle both.
 */
const EDGE_STATUSES: ReadonlyMap<number, EdgeError> = new Map([
  // An empty or invalid response, a refused connection.
  [520, "connection"],
  [521, "connection"],
  // No connection in time, no route, no response in time.
  [522, "timeout"],
  [523, "connection"],
  [524, "timeout"],
  // No TLS, and an invalid certificate.
  [525, "tls_or_dns"],
  [526, "tls_or_dns"],
  // A failed connection of Railgun, an earlier product of Cloudflare.
  [527, "connection"],
]);

/** A status of the edge whose body says what happened, such as `error code: 1016` for an unknown host. */
const CODED_STATUS = 530;
const UNKNOWN_HOST = /\berror code: 10(?:01|16)\b/i;

/** Whether only the body says which error a response of this status stands for. */
export const needsBody = (status: number): boolean => status === CODED_STATUS;

/** The error that a response stands for if Cloudflare's edge has made it. Null: the host itself has answered. */
export function edgeError(status: number, body: string | null): EdgeError | null {
  if (status === CODED_STATUS) return UNKNOWN_HOST.test(body ?? "") ? "tls_or_dns" : "connection";
  return EDGE_STATUSES.get(status) ?? null;
}
