/**
 * Checks how much a browser loads for /docs: first the list of operations, and the interactive reference when an operation is opened. Then the same for
 * the guide: its largest page, and the index when somebody searches.
 */
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { siteFiles } from "../docs/site.ts";

const MAX_KIB = { page: 16, reference: 1450, guide: 24, index: 48 };

const files = await siteFiles(resolve(import.meta.dirname, "../.."));
const loadedBy = (page: string) => [...page.matchAll(/ (?:src|href)="\/docs\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name);
const laterBy = (page: string) => / data-\w+="\/docs\/(assets\/[^"]+)"/.exec(page)?.[1] ?? "";
const kibOf = (names: readonly string[]) =>
  names.reduce((sum, name) => {
    const text = files.get(name);
    if (text === undefined) throw new Error(`/docs refers to ${name || "no script or index"}, which was not built.`);
    return sum + gzipSync(text).length / 1024;
  }, 0);

const reference = String(files.get("reference.html"));
const guide = [...files].filter(([name]) => name.startsWith("guide/")).map(([name, text]) => ({ name, text: String(text) }));
const sizes = {
  page: kibOf(["reference.html", ...loadedBy(reference)]),
  reference: kibOf([laterBy(reference)]),
  guide: Math.max(...guide.map(({ name, text }) => kibOf([name, ...loadedBy(text)]))),
  index: kibOf([laterBy(guide[0]?.text ?? "")]),
};
const NAMES = {
  page: "page of /docs",
  reference: "reference of /docs",
  guide: "largest page of the guide",
  index: "search index of the guide",
};
for (const part of ["page", "reference", "guide", "index"] as const) {
  console.log(`The ${NAMES[part]} is ${sizes[part].toFixed(1)} KiB gzipped; at most ${MAX_KIB[part]}.`);
  if (sizes[part] > MAX_KIB[part]) process.exitCode = 1;
}
