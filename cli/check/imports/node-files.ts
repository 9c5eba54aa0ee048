import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { importsIn } from "./statements.ts";

/** What Node runs as it is: the commands and the benchmarks. */
const ENTRIES = ["cli/**/*.ts", "bench/*.ts"];

/** The imports that Node can't load from what it runs, because they have no ending or one of a file that must be built. */
export function importsThatNodeCannotLoad(root: string): string[] {
  const files = globSync(ENTRIES, { cwd: root });
  const known = new Set(files);
  const problems: string[] = [];
  for (let file = files.pop(); file !== undefined; file = files.pop()) {
    for (const { name, isErased } of importsIn(readFileSync(join(root, file), "utf8"))) {
      if (isErased || !name.startsWith(".")) continue;
      const path = normalize(join(dirname(file), name));
      if (!/\.(?:ts|js|json)$/.test(path)) problems.push(`${file} imports ${name}: Node can't load it.`);
      else if (path.endsWith(".ts") && !known.has(path) && existsSync(join(root, path))) {
        known.add(path);
        files.push(path);
      }
    }
  }
  return problems;
}
