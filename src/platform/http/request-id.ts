import { randomBase62 } from "../crypto/random";

/** `req_` and 22 base62 characters (docs/spec/requests.md#request-ids). */
export function newRequestId(): string {
  return `req_${randomBase62(22)}`;
}

/** A caller's own X-Request-Id, cut to what is safe to send back and to log; never trusted as ours. */
export function clientRequestId(headers: Headers): string | null {
  const given = headers.get("X-Request-Id");
  return given !== null && /^[\x21-\x7e]{1,128}$/.test(given) ? given : null;
}
