/**
 * Checks what the files of src import. The floor of a file is its first folder; a new folder has the rules of the floor that it lies on.
 * Prints each import that breaks a rule, each exception that nothing needs, and each import that Node can't load from a command or a benchmark.
 *
 *     node cli/check/imports.ts [FOLDER]
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { importsThatNodeCannotLoad } from "./imports/node-files.ts";
import { EXCEPTIONS, type Import, RULES } from "./imports/rules.ts";
import { importsIn } from "./imports/statements.ts";

const root = resolve(process.argv[2] ?? "src");
const files = globSync("**/*.{ts,tsx}", { cwd: root });
const known = new Set(files);

/** The file of src that a relative import means, without its ending where it has none; a package by its name. */
function targetOf(file: string, name: string): string {
  if (!name.startsWith(".")) return name;
  const path = relative(root, resolve(root, dirname(file), name));
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? path;
}

const importsOf = (from: string): Import[] =>
  importsIn(readFileSync(join(root, from), "utf8")).map(({ name, isType }) => ({ from, to: targetOf(from, name), isType }));

const needed = new Set<(typeof EXCEPTIONS)[number]>();
const problems: string[] = [];
for (const one of files.flatMap(importsOf)) {
  for (const rule of RULES.filter(({ breaks }) => breaks(one))) {
    const exception = EXCEPTIONS.find(({ from, to }) => one.from.startsWith(from) && one.to.startsWith(to));
    if (exception === undefined) problems.push(`${one.from} imports ${one.to}: ${rule.message}`);
    else needed.add(exception);
  }
}
problems.push(
  ...EXCEPTIONS.filter((exception) => !needed.has(exception)).map(({ from, to }) => `No rule is broken by the exception ${from} → ${to}.`),
);
if (process.argv[2] === undefined) problems.push(...importsThatNodeCannotLoad("."));
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${files.length} files, ${RULES.length} rules, ${EXCEPTIONS.length} exceptions, ${problems.length} problems.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
