import type { Endpoint } from "./endpoint";
import type { Surface } from "./surface";

type Mounted = readonly (readonly [Surface, readonly Endpoint[]])[];

/** The methods that a path has, for 405 and its Allow header; empty where nothing is there. HEAD comes with GET (A15). */
export function allowedMethods(mounted: Mounted, path: string): string[] {
  const methods = new Set<string>();
  for (const [surface, endpoints] of mounted) {
    // The operator API does not exist for those who do not know it (decisions M).
    if (surface.name === "operator") continue;
    for (const endpoint of endpoints) {
      const literal = (surface.base + endpoint.path).replaceAll(".", "\\.");
      const pattern = new RegExp(`^${literal.replaceAll(/:[a-zA-Z_]+/g, "[^/]+")}/?$`);
      if (!pattern.test(path)) continue;
      methods.add(endpoint.method.toUpperCase());
      if (endpoint.method === "get") methods.add("HEAD");
    }
  }
  return [...methods];
}
