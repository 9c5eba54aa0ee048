/**
 * Writes the client's types from the OpenAPI documents, as the last step of `npm run openapi`. With --check it writes nothing and fails where
 * the committed ones differ from what the documents give.
 */
import { readFileSync, writeFileSync } from "node:fs";
import openapiTS, { astToString } from "openapi-typescript";

const HEAD = "// Generated from the OpenAPI document by `npm run openapi`; not edited by hand.\n\n";

/**
 * The document, with an Idempotency-Key optional wherever it is required, since the client gives every write one; and without
 * its examples of whole bodies, which are longer than the types.
 */
function readDocument(file: URL): string {
  const document: unknown = JSON.parse(readFileSync(file, "utf8"), (name, value: unknown) => {
    if ((name === "example" || name === "examples") && typeof value === "object") return undefined;
    return isKeyHeader(value) ? { ...value, required: false } : value;
  });
  return JSON.stringify(document);
}

function isKeyHeader(value: unknown): value is object {
  if (typeof value !== "object" || value === null || !("in" in value) || !("name" in value)) return false;
  return value.in === "header" && value.name === "Idempotency-Key";
}

for (const surface of ["v1", "v2"]) {
  const document = readDocument(new URL(`../../openapi/${surface}.json`, import.meta.url));
  // What has a default may be left out of a request; of an answer the document says what is always there.
  const types = HEAD + astToString(await openapiTS(document, { defaultNonNullable: false }));
  const file = new URL(`src/generated/${surface}.ts`, import.meta.url);
  if (!process.argv.includes("--check")) writeFileSync(file, types);
  else if (readFileSync(file, "utf8") !== types) {
    console.error(`packages/client/src/generated/${surface}.ts is not what openapi/${surface}.json gives: run \`npm run openapi\`.`);
    process.exitCode = 1;
  }
}
