/** Whether a text is an address of the web, and not, for example, a script. */
export function isWebUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}

/** What `isPlainWebUrl` expects, for errors. */
export const PLAIN_WEB_URL = "an http or https URL without a user name";

/** Whether a text is an address of the web without a user name, which people would take for its host: `https://carrier.example@evil.example`. */
export function isPlainWebUrl(text: string): boolean {
  return isWebUrl(text) && new URL(text).username === "" && new URL(text).password === "";
}
