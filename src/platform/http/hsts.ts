/** One year. We do not set `includeSubDomains`, because other hosts of the domain may not be ours. */
const HSTS = "max-age=31536000";

/** Sets HSTS on the response to a request over https. Browsers ignore the header over plain HTTP. */
export function setHsts({ url }: Request, headers: Headers): void {
  if (url.startsWith("https:")) headers.set("Strict-Transport-Security", HSTS);
}
