import { randomBase62 } from "../crypto/random";

/** `req_` and 22 base62 characters (docs/spec/requests.md#request-ids). */
export function newRequestId(): string {
  return `req_${randomBase62(22)}`;
}

/** The caller's X-Request-Id; null if it is missing or not safe to log and send back. It never replaces our own request id. */
export function clientRequestId(headers: Headers): string | null {
  const id = headers.get("X-Request-Id");
  return id !== null && /^[\x21-\x7e]{1,128}$/.test(id) ? id : null;
}

/** One year. We do not set `includeSubDomains`, because other hosts of the domain may not be ours. */
const HSTS = "max-age=31536000";

/** Sets HSTS on the response to a request over https. Browsers ignore the header over plain HTTP. */
export function setHsts({ url }: Request, headers: Headers): void {
  if (url.startsWith("https:")) headers.set("Strict-Transport-Security", HSTS);
}
