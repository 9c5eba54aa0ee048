import type { Endpoint } from "./endpoint";
import type { Surface } from "./surface";

/**
 * The methods that a path has, for 405 and its Allow header; empty where nothing is there. HEAD comes with GET
 * (docs/spec/requests.md#methods).
 */
export function allowedMethods(surface: Surface, endpoints: readonly Endpoint[], path: string): string[] {
  // The operator API does not exist for those who do not know it (docs/spec/operator.md#operator-token).
  if (surface.name === "operator") return [];
  const methods = new Set<string>();
  for (const endpoint of endpoints) {
    const literal = (surface.base + endpoint.path).replaceAll(".", "\\.");
    const pattern = new RegExp(`^${literal.replaceAll(/:[a-zA-Z_]+/g, "[^/]+")}/?$`);
    if (!pattern.test(path)) continue;
    methods.add(endpoint.method.toUpperCase());
    if (endpoint.method === "get") methods.add("HEAD");
  }
  return [...methods];
}
