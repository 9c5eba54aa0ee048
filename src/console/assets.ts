import * as z from "zod";
import type { Context } from "hono";
import type { HttpEnv } from "../platform/http/context";
import { notFound } from "../platform/api-error";
import { discard, readJson, streamOf } from "../platform/reading/response-body";

const Names = z.object({
  style: z.string(),
  public: z.string(),
  script: z.string(),
  import: z.string(),
  upload: z.string(),
  icons: z.string(),
  logo: z.string(),
});

/**
 * The names of the files that the pages load. Each contains a hash of the file's bytes (cli/docs/console-files.ts builds the files). `public` is the
 * stylesheet of the pages behind links, and `import` and `upload` are scripts that only some pages load.
 */
export type AssetNames = z.output<typeof Names>;

const NAMES_LIMITS = { maxBytes: 64 * 1024, ms: 10_000 };

let names: AssetNames | null = null;

/** Returns the names of this release's files. They are read once per isolate. */
export async function assetNames(env: Env): Promise<AssetNames> {
  if (names === null) {
    const response = await env.ASSETS.fetch("https://assets.local/console/names.json");
    names = Names.parse(await readJson(response, NAMES_LIMITS));
  }
  return names;
}

/** Serves a stylesheet, a script or an image of the console. It is immutable because its name contains a hash of its bytes. */
export async function consoleAsset(c: Context<HttpEnv>): Promise<Response> {
  c.get("state").route = "/console/assets/:file";
  // The list of names must not be served as immutable, because its name has no hash.
  if (!/-[0-9A-Za-z]+\.(?:css|js|svg)$/.test(c.req.param("file") ?? "")) throw notFound();
  const response = await c.env.ASSETS.fetch(`https://assets.local/console/${encodeURIComponent(c.req.param("file") ?? "")}`);
  if (!response.ok) {
    await discard(response);
    throw notFound();
  }
  const type = response.headers.get("Content-Type") ?? "application/octet-stream";
  return new Response(streamOf(response), { headers: { "Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable" } });
}
