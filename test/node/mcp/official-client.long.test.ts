import { randomUUID } from "node:crypto";
import { Client, StreamableHTTPClientTransport, type VersionNegotiationMode } from "@modelcontextprotocol/client";
import { beforeAll, expect, it } from "vitest";
import { openShop, type Shop } from "../server/shop.ts";
import { sharedWorker } from "../server/built-worker.ts";
import type { RunningWorker } from "../server/worker.ts";

let worker: RunningWorker;
let shop: Shop;

beforeAll(async () => {
  worker = await sharedWorker();
  shop = await openShop(worker.url);
});

/** A connected client with the shop's token, like that of an agent. */
async function connectClient(mode: VersionNegotiationMode): Promise<Client> {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${shop.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${worker.url}/api/v2/mcp`), { requestInit: { headers } }));
  return client;
}

it.each([
  ["2025-11-25", "legacy"],
  ["2026-07-28", "auto"],
] as const)("finds an order and changes an item exactly once, by MCP %s", async (version, mode) => {
  const order = await shop.order({ external_id: version, customer_name: `Ann ${version}` });
  const client = await connectClient(mode);
  expect(client.getNegotiatedProtocolVersion()).toBe(version);
  expect(client.getInstructions()).toContain("idempotency_key");
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["find_orders", "set_order_item_status"]));

  // The client checks each response against the tool's output schema, and throws.
  const found = await client.callTool({ name: "find_orders", arguments: { q: "ann", external_id: version } });
  expect(found.structuredContent).toMatchObject({ data: [{ id: order.id, items: [{ status: "New" }] }], has_more: false });
  const change = (status: string) => ({
    name: "set_order_item_status",
    arguments: { order_item_id: order.items[0].id, status, idempotency_key: randomUUID() },
  });
  const once = change("In Production");
  const first = await client.callTool(once);
  expect(first.structuredContent).toMatchObject({ result: { status: "In Production" }, replayed: false });
  await client.callTool(change("On Hold"));
  // A late repetition would change the item back if it were executed again.
  const again = await client.callTool(once);
  expect(again.structuredContent).toEqual({ ...(first.structuredContent as object), replayed: true });

  const history = await client.callTool({ name: "get_order_history", arguments: { order_id: order.id } });
  const { data } = history.structuredContent as { data: { change: string; to?: string }[] };
  expect(data.filter(({ change: kind }) => kind === "item_status").map(({ to }) => to)).toEqual(["In Production", "On Hold"]);
  const [item] = await worker.rows("select status from order_items where id = ?", order.items[0].id);
  expect(item).toEqual({ status: "On Hold" });
  const rejected = await client.callTool({ name: "get_order", arguments: { order_id: 999_999 } });
  expect(rejected).toMatchObject({ isError: true, content: [{ type: "text", text: expect.stringContaining('"not_found"') }] });
  await client.close();
});
