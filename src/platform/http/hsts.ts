/** Browsers remember for a year that this host is https only. Other hosts of the domain may be somebody else's: no `includeSubDomains`. */
const HSTS = "max-age=31536000";

/** Sets HSTS on the response to a request over https. Browsers ignore the header over plain HTTP. */
export function setHsts({ url }: Request, headers: Headers): void {
  if (url.startsWith("https:")) headers.set("Strict-Transport-Security", HSTS);
}
