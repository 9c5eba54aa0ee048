import type { Hono } from "hono";
import { ApiError, notFound } from "../../platform/api-error";
import type { HttpEnv } from "../../platform/http/context";
import { assertMayDeliver, countRejection } from "./delivery-limits";
import { receive } from "./receive";
import { parseToken } from "./token";

/** Registers the address to which shops and carrier services deliver (docs/spec/connections.md#receiving). */
export function mountReceiver(router: Hono<HttpEnv>): void {
  router.post("/in/:token", async (c) => {
    c.get("state").route = "/in/:token";
    const token = parseToken(c.req.param("token"));
    if (token === null) throw await countRejection(c, notFound(), null);
    assertMayDeliver(c, token);
    return c.json({ received: await receive(c, token) });
  });
  router.all("/in/*", () => {
    throw new ApiError("method_not_allowed", [], { headers: { Allow: "POST" } });
  });
}
