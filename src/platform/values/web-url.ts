/** Whether a text is an address of the web, and not, for example, a script. */
export function isWebUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text);
}
