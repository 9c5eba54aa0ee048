/**
 * Builds the documentation site into dist/docs for the tests. The build step (build.ts) builds it too. The Worker serves the files under /docs
 * (src/entrypoints/api/site.ts).
 */
import { resolve } from "node:path";
import { siteFiles } from "./docs/site.ts";
import { writeFiles } from "./docs/write-files.ts";

const root = resolve(import.meta.dirname, "..");
writeFiles(resolve(root, "dist/docs"), await siteFiles(root));
