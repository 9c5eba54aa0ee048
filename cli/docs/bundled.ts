import { build } from "esbuild";

/** Bundles and minifies a script for browsers. */
export async function bundle(entry: string, format: "esm" | "iife"): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    write: false,
    format,
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
  });
  return outputFiles[0]?.text ?? "";
}
