import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { missingScope } from "../platform/http/admission";
import { v2 } from "../platform/http/surface";
import { Refusal } from "../platform/refusal";
import { INSTRUCTIONS } from "./instructions";
import type { Tool } from "./tool";
import { type Arguments, requestOf } from "./tool-request";
import { refusedBefore, resultOf } from "./tool-result";
import { listed } from "./tools";

/** One POST, as the server sees it. */
export interface Exchange {
  /** The tools that the URL offers. */
  offered: readonly Tool[];
  scopes: ReadonlySet<string>;
  outer: Request;
  requestId: string;
  /** Has v2 serve a request. */
  serve: (request: Request) => Promise<Response>;
  /** How it went: v2's answer to the request that a tool call became, if there was one. */
  served: Response | null;
  /** What a tool call broke on, if it did: no answer of the protocol, but of HTTP. */
  failure: unknown;
}

/** Runs a tool through v2. Throws 401 where the credential has ended meanwhile. */
async function callTool(exchange: Exchange, tool: Tool, args: Arguments) {
  let request: Request;
  try {
    request = requestOf(tool, args, exchange.outer, exchange.requestId);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // What the token may not do comes before what is wrong with the arguments (docs/spec/mcp.md#order-of-errors).
    const lacks = tool.scope !== null && !exchange.scopes.has(tool.scope) ? missingScope(tool.scope) : null;
    return refusedBefore(tool, lacks ?? error, exchange.requestId);
  }
  exchange.served = await exchange.serve(request);
  if (exchange.served.status === 401)
    throw new Refusal("unauthorized", [], { "WWW-Authenticate": v2.credential.challenge }, v2.credential.refused);
  return await resultOf(tool, exchange.served);
}

/** The MCP server of one exchange: no state outlives it. */
export function serverFor(exchange: Exchange): Server {
  const { offered, scopes } = exchange;
  const info = { name: "order-operations", title: "Order Operations", version: v2.version };
  const server = new Server(info, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler("tools/list", () => ({
    tools: offered.filter(({ scope }) => scope === null || scopes.has(scope)).map(listed),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = offered.find(({ name }) => name === params.name);
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "There is no such tool here.");
    try {
      return await callTool(exchange, tool, params.arguments ?? {});
    } catch (error) {
      exchange.failure = error;
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal server error.");
    }
  });
  return server;
}
