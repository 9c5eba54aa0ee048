import { type Tool, buildTool } from "./tool";
import { fulfillmentTools } from "../../resources/orders/fulfillments/mcp";
import { fileTools } from "../../resources/files/mcp";
import { orderTools } from "../../resources/orders/mcp";
import { refundTools } from "../../resources/orders/refunds/mcp";
import { organizationTools } from "./organization-tools";
import { proofTools } from "../../resources/proofs/mcp";
import { supplierOrderTools } from "../../resources/supplier-orders/mcp";
import { supplierTools } from "../../resources/suppliers/mcp";
import { ticketTools } from "../../resources/tickets/mcp";
import { invalid } from "../../platform/api-error";

/** All tools. No tool accepts or returns a secret, and none deletes. */
export const TOOLS: readonly Tool[] = [
  ...organizationTools,
  ...orderTools,
  ...fulfillmentTools,
  ...refundTools,
  ...fileTools,
  ...supplierTools,
  ...supplierOrderTools,
  ...proofTools,
  ...ticketTools,
].map(buildTool);

/** A tool as an entry of tools/list. Most clients ask their user before they call a tool that is not read-only. */
export function toolEntry({ name, title, description, inputSchema, outputSchema, writes, overwrites }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" as const },
    outputSchema: { ...outputSchema, type: "object" as const },
    annotations: {
      title,
      readOnlyHint: !writes,
      destructiveHint: overwrites,
      // A repeated write has no effect, because its arguments include the idempotency key.
      idempotentHint: true,
      // Tools only use the organization's own records.
      openWorldHint: false,
    },
  };
}

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
 * Without parameters, these are the standard tools. Throws 400 Bad Request for an unknown tool.
 */
export function selectTools(query: URLSearchParams): readonly Tool[] {
  const words = (query.get("tools") ?? STANDARD).split(",").map((word) => word.trim());
  const requested = new Set(words.flatMap(toolsFor));
  const readOnly = query.get("read_only") ?? "false";
  if (readOnly !== "true" && readOnly !== "false") throw invalid("read_only", "invalid_boolean", "Expected true or false.");
  return TOOLS.filter((tool) => requested.has(tool) && (readOnly === "false" || !tool.writes));
}
