import { build } from "esbuild";

/** A script for browsers with all that it imports, minified. */
export async function bundled(entry: string, format: "esm" | "iife"): Promise<string> {
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
