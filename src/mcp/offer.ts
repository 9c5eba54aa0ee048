import { invalid } from "../platform/api-error";
import type { Tool } from "./tool";
import { TOOLS } from "./tools";

const STANDARD = "default";
const ALL = "all";

function toolsFor(word: string): readonly Tool[] {
  if (word === ALL) return TOOLS;
  if (word === STANDARD) return TOOLS.filter(({ onRequest }) => !onRequest);
  const tool = TOOLS.find(({ name }) => name === word);
  if (tool === undefined) throw invalid("tools", "unknown_tool", `Expected ${STANDARD}, ${ALL} or names of tools, separated by commas.`);
  return [tool];
}

/**
 * The tools that the server's URL selects (`?tools=default,update_fulfillment`, `?tools=all`, `?read_only=true`), in the order of TOOLS.
 * Without parameters, these are the standard tools. Throws 400 for an unknown tool.
 */
export function selectTools(query: URLSearchParams): readonly Tool[] {
  const words = (query.get("tools") ?? STANDARD).split(",").map((word) => word.trim());
  const requested = new Set(words.flatMap(toolsFor));
  const readOnly = query.get("read_only") ?? "false";
  if (readOnly !== "true" && readOnly !== "false") throw invalid("read_only", "invalid_boolean", "Expected true or false.");
  return TOOLS.filter((tool) => requested.has(tool) && (readOnly === "false" || !tool.writes));
}
