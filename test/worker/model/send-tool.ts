import type { Change } from "../../model/change.ts";
import type { Agent, ToolResult } from "../mcp/agent";
import { fulfillmentBody, type Ids, type Key, orderBody, type Outcome, patchBody, resultOf } from "./send";

/** Sends changes of the model as calls of MCP tools. */

/** A change as a tool makes it, without costs and refunds; null if no tool does. */
export function asTool(change: Change): Change | null {
  switch (change.kind) {
    case "update": {
      const [only, ...others] = change.items;
      if (only === undefined) return { ...change, amounts: { requiresAudit: change.amounts.requiresAudit === true } };
      if (others.length > 0) return null;
      const [index, { quantity, price }] = only;
      const patch = { ...(quantity !== undefined && { quantity }), ...(price !== undefined && { price }) };
      return Object.keys(patch).length === 0 ? null : { kind: "update", amounts: {}, items: new Map([[index, patch]]) };
    }
    case "ingest": {
      const { refund: _refund, refundTax: _tax, onImplausible: _audit, items, ...order } = change.order;
      return { kind: "ingest", order: { ...order, items: items.map(({ cost: _cost, ...item }) => item) } };
    }
    case "item_status":
      return change.items.length === 1 ? change : null;
    case "order_status":
    case "fulfillment":
    case "fulfillment_status":
      return change;
    case "add_item":
    case "remove_item":
    case "order_supplier":
    case "item_supplier":
    case "carrier_report":
    case "match":
    case "erasure":
      return null;
  }
}

type Call = [tool: string, args: Record<string, unknown>];

function callOf(change: Change, ids: Ids, key: Key): Call {
  const order = { order_id: ids.order };
  const item = (index = 0) => ({ order_item_id: ids.items[index] });
  switch (change.kind) {
    case "update": {
      const [only] = change.items;
      if (only === undefined) return ["update_order", { ...order, requires_audit: change.amounts.requiresAudit }];
      return ["update_order_item", { ...item(only[0]), ...patchBody(only[1]) }];
    }
    case "ingest": {
      const { on_conflict, ...body } = orderBody(change.order, key);
      return ["import_orders", { orders: [body], on_conflict, on_error: "skip", dry_run: false }];
    }
    case "item_status":
      return ["set_order_item_status", { ...item(change.items[0]), status: change.status }];
    case "order_status":
      return ["set_order_status", { ...order, status: change.status, ...(change.hasReason && { reason: "a reason" }) }];
    case "fulfillment":
      return ["create_fulfillment", { ...order, ...fulfillmentBody(change, ids, key) }];
    case "fulfillment_status":
      return ["update_fulfillment", { fulfillment_id: ids.fulfillments[change.fulfillment], status: change.status }];
    case "add_item":
    case "remove_item":
    case "order_supplier":
    case "item_supplier":
    case "carrier_report":
    case "match":
    case "erasure":
      throw new Error(`No tool makes the change ${change.kind}.`);
  }
}

function outcomeOf({ isError, data }: ToolResult): Outcome {
  if (isError) return resultOf({ outcome: "failed", error: data.error });
  const [result] = data.result.results ?? [];
  return result === undefined ? null : resultOf(result);
}

export async function sendTool(agent: Agent, change: Change, { ids, key }: { ids: Ids; key: Key }): Promise<Outcome> {
  const [tool, args] = callOf(change, ids, key);
  return outcomeOf(await agent.call(tool, { ...args, idempotency_key: crypto.randomUUID() }));
}
