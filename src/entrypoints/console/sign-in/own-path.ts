/** Validates a path to redirect to. Returns `/console` for anything outside the console, especially another site. */
export function ownPath(text: string | null | undefined): string {
  const base = "https://console.local";
  if (text === null || text === undefined || !URL.canParse(text, base)) return "/console";
  const { origin, pathname, search } = new URL(text, base);
  // Browsers read `//host` and `/\host` as another site. Only parsed parts are returned, so the result is neither.
  return origin === base && /^\/console(?:\/[^/\\]|$)/.test(pathname) ? pathname + search : "/console";
}

/** The token in the path of an invitation link. Null for any other path. */
export function tokenOfJoinPath(path: string): string | null {
  return /^\/console\/join\/([0-9A-Za-z]+)$/.exec(path)?.[1] ?? null;
}

export function startPage(organizationId: number): string {
  return `/console/${organizationId}/home`;
}
