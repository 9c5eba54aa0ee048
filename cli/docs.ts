/**
 * Builds the documentation's site into dist/docs: `npm run docs`. wrangler runs it before it serves or deploys the Worker, and so do
 * the tests; the Worker serves the files under /docs (src/api/site.ts).
 */
import { resolve } from "node:path";
import { siteFiles } from "./docs/site.ts";
import { writeFiles } from "./docs/write-files.ts";

const root = resolve(import.meta.dirname, "..");
writeFiles(resolve(root, "dist/docs"), await siteFiles(root));
