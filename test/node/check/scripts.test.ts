import { describe, expect, it } from "vitest";
import { brokenCalls, missingCalls, type Scripts } from "../../../cli/check/docs/scripts.ts";

const SCRIPTS: Scripts = { dev: null, test: ["crash", "jobs"], "test:long": null, check: ["types"], bench: ["webhooks"] };

const brokenIn = (text: string): string[] => brokenCalls([{ path: "docs/a.md", text }], SCRIPTS);

describe("calls of npm scripts in documents", () => {
  it.each([
    "`npm run dev`, `npm run dev -- --port 9000` and `npm run test:long test/node`",
    "`npm test`, `npm test -- crash`, `SEED=7 npm test -- crash --bail=1`",
    "`npm test -- test/worker/orders`, `npm test -- a.test.ts -u`, `npm test -- -t name`",
    "`npm run check -- types`, `npm run bench -- --orders=1000`, `npm run --silent bench -- webhooks --json`",
    "Name one: `npm test -- SUITE`.",
    "Run npm test -- jobs, or npm run check -- types.",
    "    npm run bench -- [--seconds=5]",
  ])("may name existing scripts: %s", (text) => {
    expect(brokenIn(text)).toEqual([]);
  });

  it.each([
    ["`npm run test:crash`", "npm run test:crash"],
    ["`npm run client -- --check`", "npm run client -- --check"],
    ["`npm run --silent report`", "npm run report"],
    ["`npm test -- crsh`", "npm test -- crsh"],
    ["`SEED=7 npm test -- types --bail=1`", "npm test -- types"],
    ["`npm run check -- crash`", "npm run check -- crash"],
    ["Run npm run bench -- webhook, then wait.", "npm run bench -- webhook"],
    ["Run npm test -- constructor.", "npm test -- constructor"],
    ["/**\n * Checked by `npm run\n * check -- type`.\n */", "npm run check -- type"],
    ["Measured with `npm run bench --\nlatency`", "npm run bench -- latency"],
  ])("may not name missing scripts: %s", (text, call) => {
    expect(brokenIn(text)).toEqual([`docs/a.md names \`${call}\`, which does not exist.`]);
  });
});

it("the document with the table of scripts must list all scripts and names", () => {
  const all =
    "`npm run dev` `npm test` `npm test -- crash` `npm test -- jobs` `npm run test:long` `npm run check` `npm run check -- types`";
  expect(missingCalls({ path: "C.md", text: `${all} \`npm run bench\` \`npm run bench -- webhooks\`` }, SCRIPTS)).toEqual([]);
  expect(missingCalls({ path: "C.md", text: all.replace("`npm test -- jobs` ", "") }, SCRIPTS)).toEqual([
    "C.md does not list `npm test -- jobs`.",
    "C.md does not list `npm run bench`.",
    "C.md does not list `npm run bench -- webhooks`.",
  ]);
});
