import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { bundle } from "./bundled.ts";

/** Builds the console's stylesheet and scripts. */
export async function consoleAssets(root: string): Promise<Record<"style" | "script" | "import", { name: string; text: string }>> {
  const folder = join(root, "src/console/browser");
  // The stylesheet of all pages comes first. Each of the others belongs to the section in its name.
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".css") && file !== "console.css");
  const styles = ["console.css", ...sheets.toSorted()].map((file) => readFileSync(join(folder, file), "utf8"));
  // Only comments and whitespace are removed. Nothing is rewritten for older browsers.
  const style = transform(styles.join(""), { loader: "css", minifyWhitespace: true, legalComments: "none", charset: "utf8" });
  const [{ code }, script, page] = await Promise.all([
    style,
    bundle(join(folder, "console.ts"), "esm"),
    bundle(join(folder, "import.ts"), "esm"),
  ]);
  return {
    style: { name: "console.css", text: code },
    script: { name: "console.js", text: script },
    import: { name: "import.js", text: page },
  };
}
