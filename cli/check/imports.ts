/**
 * Checks what the files of src import. The floor of a file is its first folder; a new folder has the rules of the floor that it lies on.
 * Prints each import that breaks a rule, and each exception that nothing needs.
 *
 *     node cli/check/imports.ts [FOLDER]
 */
import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { EXCEPTIONS, type Import, RULES } from "./imports/rules.ts";

const root = resolve(process.argv[2] ?? "src");
const files = globSync("**/*.{ts,tsx}", { cwd: root });
const known = new Set(files);

/** The file of src that a relative import means, without its ending where it has none; a package by its name. */
function targetOf(file: string, name: string): string {
  if (!name.startsWith(".")) return name;
  const path = relative(root, resolve(root, dirname(file), name));
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate)) ?? path;
}

const STATEMENT = /(?:^|\n)(?:import|export)\s(type\s)?([^;"]*?from\s)?"([^"]+)"/g;
const DYNAMIC = /\bimport\("([^"]+)"\)/g;

/** Whether an import names types alone, so that nothing of it is left when the program runs. */
function isOfTypes(keyword: string | undefined, names: string | undefined): boolean {
  if (keyword !== undefined) return true;
  const list = /\{([^{}]*)\}/.exec(names ?? "")?.[1];
  return list !== undefined && list.split(",").every((name) => name.trim() === "" || name.trim().startsWith("type "));
}

function importsOf(from: string): Import[] {
  const text = readFileSync(join(root, from), "utf8");
  return [
    ...[...text.matchAll(STATEMENT)].map(([, keyword, names, name = ""]) => ({
      from,
      to: targetOf(from, name),
      isType: isOfTypes(keyword, names),
    })),
    ...[...text.matchAll(DYNAMIC)].map(([, name = ""]) => ({ from, to: targetOf(from, name), isType: false })),
  ];
}

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
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.stdout.write(`${files.length} files, ${RULES.length} rules, ${EXCEPTIONS.length} exceptions, ${problems.length} problems.\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
