import * as z from "zod";

const Names = z.object({ style: z.string(), script: z.string(), import: z.string() });

/** File names, with a hash of their bytes in them, of what the pages load (cli/docs.ts builds them). */
export type AssetNames = z.output<typeof Names>;

let names: AssetNames | null = null;

/** The names of this release's files; asked once in an isolate's life. */
export async function assetNames(env: Env): Promise<AssetNames> {
  if (names === null) {
    const response = await env.ASSETS.fetch("https://assets.local/console/names.json");
    names = Names.parse(await response.json());
  }
  return names;
}
