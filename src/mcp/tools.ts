import { type Tool, toolOf } from "./tool";
import { fulfillmentTools } from "../orders/fulfillments/mcp";
import { orderTools } from "../orders/mcp";
import { organizationTools } from "../accounts/mcp";
import { ticketTools } from "../tickets/mcp";

/** Every tool there is. No tool takes or answers a secret, and none deletes. */
export const TOOLS: readonly Tool[] = [...organizationTools, ...orderTools, ...fulfillmentTools, ...ticketTools].map(toolOf);

/** A tool for tools/list. Most clients ask their user before they call one that is not read-only. */
export function listed({ name, title, description, inputSchema, outputSchema, writes, overwrites }: Tool) {
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
      // A write is repeated under its key without effect; the key is one of its arguments.
      idempotentHint: true,
      // It all happens in one organization's own records.
      openWorldHint: false,
    },
  };
}
