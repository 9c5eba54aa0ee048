import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const text = readFileSync("test/webhooks.md", "utf8");
const [listed = "", notRun = ""] = text.split("## Not run here");
const marksIn = (part: string) => new Set([...part.matchAll(/^\| (R?\d+) +\|/gm)].map(([, mark = ""]) => mark));

/** The marks in the titles of tests: `(R8)`, `(case 41)`, `(cases 41, 42)`. */
function provedMarks(): Set<string> {
  const tests = globSync("test/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const marks = tests.flatMap((test) => [...test.matchAll(/\((?:(R\d+)|cases? ([\d, ]+))\)(?=[^"`\n]*["`])/g)]);
  return new Set(marks.flatMap(([, requirement, cases]) => (requirement === undefined ? (cases ?? "").split(/, */) : [requirement])));
}

it("every requirement and case of test/webhooks.md is the mark of a test, or has a reason why it is not tested", () => {
  const marks = provedMarks();
  const missing = [...marksIn(listed)].filter((mark) => !marks.has(mark) && !marksIn(notRun).has(mark));
  expect(missing).toEqual([]);
  expect([...marks].filter((mark) => !marksIn(listed).has(mark))).toEqual([]);
});
