/** A path of the console to go on to, as an address names it; the console's first page for anything else, another site above all. */
export function ownPath(text: string | null | undefined): string {
  const base = "https://console.local";
  if (text === null || text === undefined || !URL.canParse(text, base)) return "/console";
  const { origin, pathname, search } = new URL(text, base);
  // A browser takes `//host` and `/\host` for another site; what is made of the parsed parts is neither.
  return origin === base && /^\/console(?:\/[^/\\]|$)/.test(pathname) ? pathname + search : "/console";
}

/** The token in the path of a link to join an organization; null for any other path. */
export function tokenOfJoinPath(path: string): string | null {
  return /^\/console\/join\/([0-9A-Za-z]+)$/.exec(path)?.[1] ?? null;
}
