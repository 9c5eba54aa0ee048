import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryFiles } from "./copy.ts";
import { type Mutation, MUTATIONS as FAULTS } from "./mutations.ts";
import { PROPERTY_MUTATIONS } from "./property-mutations.ts";

export type { Mutation } from "./mutations.ts";

export const MUTATIONS: readonly Mutation[] = [...FAULTS, ...PROPERTY_MUTATIONS];

function occurrences(text: string, search: string): number {
  return text.split(search).length - 1;
}

/** The errors in the list, which must match the source and the tests of the repository at `root`. */
export function problemsOf(root: string): string[] {
  const testFiles = repositoryFiles(root).filter((name) => name.endsWith(".test.ts"));
  const names = MUTATIONS.map(({ name }) => name);
  return MUTATIONS.flatMap(({ name, file, search, replace, tests, property }, index) => {
    const count = occurrences(readFileSync(join(root, file), "utf8"), search);
    const absent = tests.filter((prefix) => !testFiles.some((test) => test.startsWith(prefix)));
    const named = testFiles.filter((test) => tests.some((prefix) => test.startsWith(prefix)));
    const isUnknown = property !== undefined && !named.some((test) => readFileSync(join(root, test), "utf8").includes(`"${property}"`));
    return [
      ...(names.indexOf(name) === index ? [] : [`${name}: another mutation has this name`]),
      ...(count === 1 ? [] : [`${name}: ${file} contains the search text ${count} times instead of once`]),
      ...(search === replace ? [`${name}: the replacement equals the search text`] : []),
      ...(tests.length > 0 ? [] : [`${name}: names no test file`]),
      ...absent.map((prefix) => `${name}: no test file begins with ${prefix}`),
      ...(isUnknown ? [`${name}: none of its tests has the title ${property}`] : []),
    ];
  });
}
