import { describe, expect, it } from "vitest";

declare global {
  interface ImportMeta {
    /** Vite's: each file's text under its path. */
    glob: <Text>(patterns: string | string[], options: { query: "?raw"; import: "default"; eager: true }) => Record<string, Text>;
  }
}

const documents = import.meta.glob<string>("./README.md", { query: "?raw", import: "default", eager: true });
const files = import.meta.glob<string>(["./*.test.ts", "!./traceability.test.ts"], { query: "?raw", import: "default", eager: true });

/** `file.test.ts: title` of every test of the suite. */
const tests = Object.entries(files).flatMap(([path, source]) =>
  [...source.matchAll(/^ +it\("((?:[^"\\]|\\.)+)"/gm)].map(([, title]) => `${path.slice(2)}: ${title}`),
);

interface Rule {
  id: string;
  tests: string[];
  /** Where the rule is defined. */
  specification: string[];
}

/** The rows of the README's tables: | ID | Rule | Tests | Specification |, each test as `file` and title, between them a line break. */
const rules: Rule[] = (documents["./README.md"] ?? "").split("\n").flatMap((line) => {
  const [, id, , cell, places = ""] = line.split(/(?<!\\)\|/).map((part) => part.trim());
  if (id === undefined || !/^[A-Z]+-\d+$/.test(id)) return [];
  const named = (cell ?? "").split("<br>").map((entry) => /^`(\S+\.test\.ts)` (.+)$/.exec(entry.trim()));
  const specification = [...places.matchAll(/\]\(\.\.\/\.\.\/(docs\/spec\/[\w-]+\.md#[\w-]+)\)/g)].map(([, place = ""]) => place);
  return [{ id, tests: named.map((match) => (match === null ? "" : `${match[1]}: ${match[2]?.replaceAll("\\|", "|")}`)), specification }];
});

describe("the table of README.md", () => {
  it("is compared with rules and titles that were really found", () => {
    expect(rules.length).toBeGreaterThan(100);
    expect(tests.length).toBeGreaterThan(100);
    for (const [path, source] of Object.entries(files)) {
      const written = source.match(/\bit(?:\.\w+)?\(/g) ?? [];
      expect(written.length, path).toBe(tests.filter((test) => test.startsWith(`${path.slice(2)}: `)).length);
    }
  });

  it("names each rule once", () => {
    const ids = rules.map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it("has a test for every rule, and each of them exists", () => {
    for (const { id, tests: named } of rules) {
      expect(named.length, id).toBeGreaterThan(0);
      expect(
        named.filter((test) => !tests.includes(test)),
        id,
      ).toEqual([]);
    }
  });

  it("has a place in the specification for every rule, which npm run check -- docs looks up", () => {
    expect(rules.filter(({ specification }) => specification.length === 0).map(({ id }) => id)).toEqual([]);
  });

  it("names every test of the suite", () => {
    const named = new Set(rules.flatMap((rule) => rule.tests));
    expect(tests.filter((test) => !named.has(test))).toEqual([]);
  });

  it("is not misled by two tests of one title in a file", () => {
    expect(tests.filter((test, index) => tests.indexOf(test) !== index)).toEqual([]);
  });
});
