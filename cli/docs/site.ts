import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundled.ts";
import { consoleAssets } from "./console-files.ts";
import { frontPage } from "./front-page.ts";
import { guideIndex, guidePage, type GuidePage } from "./guide-page.ts";
import { overview } from "./overview.ts";
import { referencePage } from "./reference-page.ts";
import { scalarScript } from "./scalar-script.ts";
import type { Files } from "./write-files.ts";

/** The order of the guide's pages. The first one is also served at /docs/guide. */
const ORDER = [
  "quickstart",
  "authentication",
  "idempotency",
  "pagination",
  "amounts",
  "webhooks",
  "connections",
  "production",
  "errors",
  "limits",
  "versioning",
  "client",
  "mcp",
  "files",
  "automation",
  "security",
];

/** The pages of docs/guide in the order of ORDER. Pages that are not in it come last. */
export function guidePages(root: string): GuidePage[] {
  const folder = join(root, "docs/guide");
  const names = readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.slice(0, -".md".length));
  const pages = names.map((name) => {
    const markdown = readFileSync(join(folder, `${name}.md`), "utf8");
    return { name, title: /^# (.+)$/m.exec(markdown)?.[1] ?? name, markdown };
  });
  const position = ({ name }: GuidePage) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return pages.toSorted((one, other) => position(one) - position(other));
}

/** `name-<hash>.ext`: a file with such a name never changes, so it can be cached forever. */
function hashedName(name: string, text: string): string {
  const hash = createHash("sha256").update(text).digest("base64url").replaceAll(/[-_]/g, "").slice(0, 12);
  return name.replace(/\.(\w+)$/, `-${hash}.$1`);
}

/** All static files of the Worker: the documentation site, the OpenAPI documents, and the console's stylesheet and scripts. */
export async function siteFiles(root: string): Promise<Files> {
  const files = new Map<string, string | Uint8Array>();
  const asset = (name: string, text: string): string => {
    const file = hashedName(name, text);
    files.set(`assets/${file}`, text);
    return file;
  };
  const sheet = (name: string) => readFileSync(join(root, `cli/docs/${name}.css`), "utf8");
  const [top, guide] = [sheet("top"), sheet("guide")];
  const script = async (name: string) => await bundle(join(root, `cli/docs/browser/${name}.ts`), "iife");
  const [scalar, referenceScript, guideScript] = await Promise.all([scalarScript(), script("reference"), script("guide")]);
  const names = {
    style: asset("overview.css", `${top}\n${sheet("overview")}`),
    script: asset("overview.js", referenceScript),
    reference: asset("reference.js", scalar),
  };
  files.set("reference.html", referencePage(names, overview(root)));
  const pages = guidePages(root);
  const style = asset("guide.css", `${top}\n${guide}\n${sheet("code")}\n${sheet("search")}`);
  const guideNames = { style, script: asset("guide.js", guideScript), index: asset("guide.json", JSON.stringify(guideIndex(pages))) };
  for (const [index, page] of pages.entries()) {
    const html = guidePage(page, pages, guideNames);
    files.set(`guide/${page.name}.html`, html);
    if (index === 0) files.set("guide.html", html);
  }
  for (const name of ["v1", "v2", "operator"]) {
    const document: unknown = JSON.parse(readFileSync(join(root, `openapi/${name}.json`), "utf8"));
    files.set(`openapi/${name}.json`, JSON.stringify(document));
  }
  files.set("index.html", frontPage(style));
  files.set("favicon.ico", readFileSync(join(root, "cli/docs/favicon.ico")));
  files.set("robots.txt", "User-agent: *\nAllow: /docs\nDisallow: /\n");
  const consoleNames = Object.entries(await consoleAssets(root)).map(([use, { name, text }]) => {
    const file = hashedName(name, text);
    files.set(`console/${file}`, text);
    return [use, file] as const;
  });
  // The console's pages are rendered per request, and look up the names of these files here.
  files.set("console/names.json", JSON.stringify(Object.fromEntries(consoleNames)));
  return files;
}
