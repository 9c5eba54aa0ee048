/** Every path that the documents name in backticks exists, so that they can't rot in silence. */
import { existsSync, readdirSync, readFileSync } from "node:fs";

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CHANGELOG.md",
  "packages/client/README.md",
  ...["docs", "docs/decisions", "docs/guide"].flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`)),
];
const PATH = /`((?:src|test|cli|bench|docs|migrations|openapi|packages|collections|\.ci)\/[\w./-]*)`/g;

for (const document of documents.filter((name) => name.endsWith(".md"))) {
  for (const [, path = ""] of readFileSync(document, "utf8").matchAll(PATH)) {
    if (existsSync(path)) continue;
    console.error(`${document} names ${path}, which does not exist.`);
    process.exitCode = 1;
  }
}
