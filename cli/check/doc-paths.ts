/** Checks the references in documents and comments: paths and anchors must exist, and no document outside the repository may be cited. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { brokenReferences } from "./docs/references.ts";

/** Migrations are excluded, because applied ones must not change. */
const PATTERNS = ["*.{md,toml}", "{docs,src,test,cli,bench,packages}/**/*.{md,ts,tsx,css}"];

/** The test of this check has broken references on purpose. */
const EXCLUDED = ["**/node_modules/**", "test/node/check/references.test.ts"];

const files = globSync(PATTERNS, { exclude: EXCLUDED }).map((path) => ({ path, text: readFileSync(path, "utf8") }));
const broken = brokenReferences(files, existsSync);
for (const line of broken) console.error(line);
if (broken.length > 0) process.exitCode = 1;
