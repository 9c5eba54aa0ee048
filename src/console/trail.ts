/**
 * Where somebody came from who works through a list: `list` is the query of the list, `at` the place of the entry in it, and `queue` the ids of the
 * selected entries that are next, with the number of those that are `shipped`. They are parameters of the pages of one entry, so that they work in every tab.
 */
const TRAIL = ["list", "at", "queue", "shipped"] as const;

/** The pages of one entry begin with such a path, relative to the organization's pages. */
const ENTRY = /^\/orders\/\d{1,15}(?=\/|$)/;

/** The path of the entry that a page is about. Null for any other page. */
function entryOf(path: string): string | null {
  return ENTRY.exec(path)?.[0] ?? null;
}

/** Adds the trail of a page to a path, if both are about the same entry. `from` and `to` are relative to the organization's pages. */
export function withTrail(from: string, to: string): string {
  const [path = "", query = ""] = from.split("?");
  const entry = entryOf(path);
  if (query === "" || entry === null || entryOf(splitPath(to).path) !== entry) return to;
  const parameters = new URLSearchParams(query);
  const trail = TRAIL.flatMap((name): [string, string][] => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value]];
  });
  return withParameters(to, trail);
}

/** Adds parameters to a path that lacks them. */
export function withParameters(to: string, parameters: readonly (readonly [name: string, value: string])[]): string {
  const { path, query, hash } = splitPath(to);
  const search = new URLSearchParams(query);
  for (const [name, value] of parameters) if (!search.has(name)) search.set(name, value);
  return path + (search.size === 0 ? "" : `?${search.toString()}`) + hash;
}

function splitPath(to: string): { path: string; query: string; hash: string } {
  const [rest = "", hash] = to.split("#");
  const [path = "", query = ""] = rest.split("?");
  return { path, query, hash: hash === undefined ? "" : `#${hash}` };
}
