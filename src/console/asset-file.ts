import type { Context } from "hono";
import type { HttpEnv } from "../http/context";
import { notFound } from "../refusal";

/** A stylesheet or script of the console: under its name, which has a hash of its bytes in it, it never changes. */
export async function consoleAsset(c: Context<HttpEnv>): Promise<Response> {
  c.get("state").route = "/console/assets/:file";
  const response = await c.env.ASSETS.fetch(`https://assets.local/console/${encodeURIComponent(c.req.param("file") ?? "")}`);
  if (!response.ok) {
    await response.body?.cancel();
    throw notFound();
  }
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  return new Response(response.body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" } });
}
