import * as z from "zod";
import type { Context } from "hono";
import type { HttpEnv } from "../platform/http/context";
import { notFound } from "../platform/api-error";

const Names = z.object({ style: z.string(), script: z.string(), import: z.string() });

/** File names, with a hash of their bytes in them, of what the pages load (cli/docs.ts builds them). */
export type AssetNames = z.output<typeof Names>;

let names: AssetNames | null = null;

/** The names of this release's files, read once per isolate. */
export async function assetNames(env: Env): Promise<AssetNames> {
  if (names === null) {
    const response = await env.ASSETS.fetch("https://assets.local/console/names.json");
    names = Names.parse(await response.json());
  }
  return names;
}

/** A stylesheet or script of the console: under its name, which has a hash of its bytes in it, it never changes. */
export async function consoleAsset(c: Context<HttpEnv>): Promise<Response> {
  c.get("state").route = "/console/assets/:file";
  // The list of names is not for browsers: its own name never changes.
  if (!/-[0-9A-Za-z]+\.(?:css|js)$/.test(c.req.param("file") ?? "")) throw notFound();
  const response = await c.env.ASSETS.fetch(`https://assets.local/console/${encodeURIComponent(c.req.param("file") ?? "")}`);
  if (!response.ok) {
    await response.body?.cancel();
    throw notFound();
  }
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  return new Response(response.body, { headers: { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" } });
}
