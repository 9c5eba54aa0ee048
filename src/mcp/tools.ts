import { type Tool, buildTool } from "./tool";
import { fulfillmentTools } from "../orders/fulfillments/mcp";
import { orderTools } from "../orders/mcp";
import { organizationTools } from "../accounts/mcp";
import { ticketTools } from "../tickets/mcp";

/** All tools. No tool accepts or returns a secret, and none deletes. */
export const TOOLS: readonly Tool[] = [...organizationTools, ...orderTools, ...fulfillmentTools, ...ticketTools].map(buildTool);

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
