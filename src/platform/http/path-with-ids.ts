const ID = /^\d{1,16}$/;
/** A part of a path such as `v2`, `order-items` or `orders.csv`. */
const WORD = /^(?:v\d|[A-Za-z]+(?:[-_.][A-Za-z]+)*)$/;
const MAX_LENGTH = 30;
const MAX_SEGMENTS = 12;

/**
 * The path of a request as a developer may see it: its route with the ids in it, which are numbers. Other parameters keep their names, because
 * their values may be tokens. Without a route, only numbers and words are shown.
 */
export function pathWithIds(path: string, route: string | null): string {
  const segments = path.split("/");
  if (route === null) {
    const isShown = (segment: string) => segment.length <= MAX_LENGTH && (segment === "" || ID.test(segment) || WORD.test(segment));
    const shown = segments.slice(0, MAX_SEGMENTS).map((segment) => (isShown(segment) ? segment : "…"));
    return shown.join("/");
  }
  const names = route.split("/");
  return names.map((name, index) => (name.startsWith(":") && ID.test(segments[index] ?? "") ? segments[index] : name)).join("/");
}
