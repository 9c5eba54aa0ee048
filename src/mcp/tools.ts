import type { JsonSchema } from "./json-schema";
import { type Tool, toolOf } from "./tool";
import { fulfillmentTools } from "../orders/fulfillments/mcp";
import { orderTools } from "../orders/mcp";
import { organizationTools } from "../accounts/mcp";
import { ticketTools } from "../tickets/mcp";

/** Every tool there is. No tool takes or answers a secret, and none deletes. */
export const TOOLS: readonly Tool[] = [...organizationTools, ...orderTools, ...fulfillmentTools, ...ticketTools].map(toolOf);

/** What clients are told of how a tool behaves; most ask their user before they call one that is not read-only. */
export interface Annotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

/** A tool as tools/list names it. */
export interface ListedTool {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema: JsonSchema & { type: "object" };
  annotations: Annotations;
}

/** A tool for tools/list. */
export function listed({ name, title, description, inputSchema, outputSchema, writes, overwrites }: Tool): ListedTool {
  return {
    name,
    title,
    description,
    inputSchema: { ...inputSchema, type: "object" },
    outputSchema: { ...outputSchema, type: "object" },
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
