import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { Contents, SurfaceRequest } from "../../kit/surface-request.ts";

/** The part of workerd's own modules that the bundle needs, which Node does not have. */
const STAND_IN = `
export const env = { ASSETS: { fetch: async () => new Response("") } };
export class DurableObject {}
export const waitUntil = () => undefined;
`;

/** A job, and the cron trigger that runs it. */
export interface Job {
  name: string;
  cron: string;
}

/** The product's own lists. */
export interface Surfaces {
  /** Makes the requests of every surface for an organization. */
  surfaceRequests: (organization: number, contents: Contents) => Promise<SurfaceRequest[]>;
  JOBS: readonly Job[];
}

/** Bundles test/kit/surfaces-entry.ts into a folder and loads it. */
export async function loadSurfaces(folder: string): Promise<Surfaces> {
  const outfile = join(folder, "surfaces.mjs");
  await build({
    entryPoints: ["test/kit/surfaces-entry.ts"],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2024",
    plugins: [
      {
        name: "workerd",
        setup: (bundling) => {
          bundling.onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: "workerd" }));
          bundling.onLoad({ filter: /.*/, namespace: "workerd" }, () => ({ contents: STAND_IN, loader: "js" }));
        },
      },
    ],
  });
  return (await import(pathToFileURL(outfile).href)) as Surfaces;
}
