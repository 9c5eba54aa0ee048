/** Checks how much a browser loads for /docs: first the list of operations, and the interactive reference when an operation is opened. */
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { siteFiles } from "../docs/site.ts";

const MAX_KIB = { page: 16, reference: 1450 };

const files = await siteFiles(resolve(import.meta.dirname, "../.."));
const page = String(files.get("reference.html"));
const loaded = [...page.matchAll(/ (?:src|href)="\/docs\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name);
const reference = / data-reference="\/docs\/(assets\/[^"]+)"/.exec(page)?.[1] ?? "";
const kibOf = (names: readonly string[]) =>
  names.reduce((sum, name) => {
    const text = files.get(name);
    if (text === undefined) throw new Error(`/docs refers to ${name || "no reference script"}, which was not built.`);
    return sum + gzipSync(text).length / 1024;
  }, 0);

const sizes = { page: kibOf(["reference.html", ...loaded]), reference: kibOf([reference]) };
for (const name of ["page", "reference"] as const) {
  console.log(`The ${name} of /docs is ${sizes[name].toFixed(1)} KiB gzipped; at most ${MAX_KIB[name]}.`);
  if (sizes[name] > MAX_KIB[name]) process.exitCode = 1;
}
