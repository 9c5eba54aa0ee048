import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { bundled } from "./bundled.ts";

/** The console's stylesheet and scripts, by name, as browsers get them. */
export async function consoleAssets(root: string): Promise<Record<"style" | "script" | "import", { name: string; text: string }>> {
  const folder = join(root, "src/console/browser");
  // The one that all pages share is the first; each of the others is for a section, named for it.
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".css") && file !== "console.css");
  const styles = ["console.css", ...sheets.toSorted()].map((file) => readFileSync(join(folder, file), "utf8"));
  // Without comments and superfluous spaces; nothing is rewritten for older browsers.
  const style = transform(styles.join(""), { loader: "css", minifyWhitespace: true, legalComments: "none", charset: "utf8" });
  const [{ code }, script, page] = await Promise.all([
    style,
    bundled(join(folder, "console.ts"), "esm"),
    bundled(join(folder, "import.ts"), "esm"),
  ]);
  return {
    style: { name: "console.css", text: code },
    script: { name: "console.js", text: script },
    import: { name: "import.js", text: page },
  };
}
