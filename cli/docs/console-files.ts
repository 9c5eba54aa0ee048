import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";

/** The console's stylesheet and scripts, by name, as browsers get them. */
export async function consoleAssets(root: string): Promise<Record<"style" | "script" | "import", { name: string; text: string }>> {
  const folder = join(root, "src/console/browser");
  const bundled = async (entry: string): Promise<string> => {
    const { outputFiles } = await build({
      entryPoints: [join(folder, entry)],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      target: "es2022",
      charset: "utf8",
      legalComments: "none",
    });
    return outputFiles[0]?.text ?? "";
  };
  // The one that all pages share is the first; each of the others is for a section, named for it.
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".css") && file !== "console.css");
  const styles = ["console.css", ...sheets.toSorted()].map((file) => readFileSync(join(folder, file), "utf8"));
  // Without comments and superfluous spaces; nothing is rewritten for older browsers.
  const style = transform(styles.join(""), { loader: "css", minifyWhitespace: true, legalComments: "none", charset: "utf8" });
  const [{ code }, script, page] = await Promise.all([style, bundled("console.ts"), bundled("import.ts")]);
  return {
    style: { name: "console.css", text: code },
    script: { name: "console.js", text: script },
    import: { name: "import.js", text: page },
  };
}
