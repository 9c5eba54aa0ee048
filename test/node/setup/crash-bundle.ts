import { join } from "node:path";
import { build } from "esbuild";

/** Writes test/kit/crash-entry.ts into `folder`, where it imports the built Worker as worker.js. */
export async function bundleCrashEntry(folder: string): Promise<string> {
  const outfile = join(folder, "crash-entry.js");
  await build({
    entryPoints: ["test/kit/crash-entry.ts"],
    outfile,
    bundle: true,
    format: "esm",
    target: "es2024",
    external: ["cloudflare:*"],
    plugins: [
      {
        name: "built-worker",
        setup: (bundling) => bundling.onResolve({ filter: /\/src\/entrypoints\/worker$/ }, () => ({ path: "./worker.js", external: true })),
      },
    ],
  });
  return outfile;
}
