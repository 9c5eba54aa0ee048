import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import * as lucide from "lucide-static";
import { ICONS } from "../../src/console/icons.ts";
import { bundle } from "./bundled.ts";

type Use = "style" | "public" | "script" | "import" | "upload" | "icons" | "logo";

/** Builds the console's stylesheet, scripts, icons and logo. */
export async function consoleAssets(root: string): Promise<Record<Use, { name: string; text: string }>> {
  const folder = join(root, "src/entrypoints/browser");
  // The stylesheets of all pages come first, in the order of the cascade. Each of the others belongs to the section in its name.
  const common = ["tokens", "base", "layout", "page", "form", "table", "parts", "phone"].map((name) => `${name}.css`);
  const sheets = readdirSync(folder).filter((file) => file.endsWith(".css") && !common.includes(file) && file !== "public.css");
  const [style, publicStyle, script, importing, upload] = await Promise.all([
    stylesheet(folder, [...common, ...sheets.toSorted()]),
    // Public pages look like the console, and have a stylesheet of their own.
    stylesheet(folder, ["tokens.css", "base.css", "public.css"]),
    bundle(join(folder, "console.ts"), "esm"),
    bundle(join(folder, "import.ts"), "esm"),
    bundle(join(folder, "upload.ts"), "esm"),
  ]);
  const logo = readFileSync(join(folder, "logo.svg"), "utf8");
  return {
    style: { name: "console.css", text: style },
    public: { name: "public.css", text: publicStyle },
    script: { name: "console.js", text: script },
    import: { name: "import.js", text: importing },
    upload: { name: "upload.js", text: upload },
    icons: { name: "icons.svg", text: iconSprite(logo) },
    logo: { name: "logo.svg", text: logo },
  };
}

/** Joins stylesheets, and writes them shorter. Nothing is rewritten for older browsers. */
async function stylesheet(folder: string, names: readonly string[]): Promise<string> {
  const text = names.map((name) => readFileSync(join(folder, name), "utf8")).join("");
  return (
    await transform(text, {
      loader: "css",
      minifyWhitespace: true,
      minifySyntax: true,
      target: "esnext",
      legalComments: "none",
      charset: "utf8",
    })
  ).code;
}

const lines = (text: string): string[] => text.split("\n").map((line) => line.trim());

/** One file with the logo and all icons, each a symbol with its name. */
function iconSprite(logo: string): string {
  const symbol = (id: string, svg: string, size: number) => {
    const content = svg.slice(svg.indexOf(">", svg.indexOf("<svg")) + 1, svg.lastIndexOf("</svg>"));
    return `<symbol id="${id}" viewBox="0 0 ${size} ${size}">${lines(content).join("")}</symbol>`;
  };
  const drawings = new Map<string, string>(Object.entries(lucide));
  const symbols = Object.entries(ICONS).map(([name, source]) => symbol(name, drawings.get(source) ?? "", 24));
  return `<!-- Icons from Lucide, ISC license. --><svg xmlns="http://www.w3.org/2000/svg">${symbol("logo", logo, 32)}${symbols.join("")}</svg>`;
}
