/**
 * Compares the OpenAPI documents with those of the last release (`openapi/released/`). Breaking changes within a version are not allowed
 * (docs/spec/versioning.md#additions-only). Before the first release there is nothing to compare with.
 */
import { existsSync, readFileSync } from "node:fs";
import { breakingChanges, type Document } from "./openapi/document-breaks.ts";

const read = (path: string) => JSON.parse(readFileSync(path, "utf8")) as Document;

const names = existsSync("openapi/released") ? ["v1", "v2"] : [];
for (const name of names) {
  const breaks = breakingChanges(read(`openapi/released/${name}.json`), read(`openapi/${name}.json`));
  for (const line of breaks) console.error(`${name}: ${line}`);
  console.log(`${name}: ${breaks.length} breaking changes since the last release.`);
  if (breaks.length > 0) process.exitCode = 1;
}
