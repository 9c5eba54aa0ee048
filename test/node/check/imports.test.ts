import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { importsThatNodeCannotLoad } from "../../../cli/check/imports/node-files.ts";
import { FLOORS } from "../../../cli/check/imports/rules.ts";
import { temporaryFolder } from "../server/worker.ts";

/** The errors of the check for one file with its imports. */
function problemsOf(file: string, text: string): string[] {
  using folder = temporaryFolder();
  const imported = [
    "platform/db/row.ts",
    "accounts/person.sql.ts",
    "resources/orders/order.ts",
    "resources/orders/order.sql.ts",
    "resources/tickets/table.ts",
  ];
  for (const [name, content] of [...imported.map((empty) => [empty, ""] as const), [file, text] as const]) {
    const path = join(folder.path, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const { stderr } = spawnSync(process.execPath, ["cli/check/imports.ts", folder.path], { encoding: "utf8" });
  return stderr.split("\n").filter((line) => line.startsWith(file));
}

const REJECTED = [
  ["platform/http/call.ts", 'import { person } from "../../accounts/person.sql.ts";', "a lower one"],
  ["accounts/person.ts", 'export { order } from "../resources/orders/order";', "a lower one"],
  ["resources/tickets/ticket.ts", 'const tables = await import("../../tenants/tables");', "a lower one"],
  ["elsewhere/order.ts", 'import { order } from "../resources/orders/order";', "a lower one"],
  ["resources/orders/list.ts", 'import { sql } from "drizzle-orm";', "SQL is written in"],
  ["resources/orders/v2/endpoints.ts", 'import { select } from "../order.sql.ts";', "not their SQL"],
  ["resources/orders/console/list-page.tsx", 'import {\n  type Row,\n  select,\n} from "../order.sql.ts";', "not their SQL"],
  ["resources/tickets/list.ts", 'import { select } from "../orders/order.sql.ts";', "another resource's SQL"],
  ["resources/tickets/list.ts", 'import type { tickets } from "./table";', "statements alone"],
  ["resources/tickets/list.ts", 'import { Hono } from "hono";', "know no HTTP"],
  ["resources/tickets/list.sql.ts", 'import { settingsOf } from "../../platform/env.ts";', "know no HTTP"],
  ["resources/orders/v1/list.ts", 'import { list } from "../v2/list.ts";', "v1 and v2"],
  ["resources/tickets/console/page.tsx", 'import { Lines } from "../../orders/console/lines.tsx";', "the pages of resources"],
] as const;

const ACCEPTED = [
  ["resources/tickets/list.ts", 'import { order } from "../orders/order";'],
  ["resources/orders/v2/endpoints.ts", 'import type { Row } from "../order.sql.ts";\nimport { type Row } from "../order.sql.ts";'],
  ["resources/orders/order-set.sql.ts", 'import { sql } from "drizzle-orm";\nimport { select } from "./order.sql.ts";'],
  ["tenants/move/move.ts", 'import { select } from "../../resources/orders/order.sql.ts";'],
] as const;

describe("the check of imports", () => {
  it.each(REJECTED)("rejects in %s: %s", (file, text, rule) => {
    expect(problemsOf(file, text)).toEqual([expect.stringContaining(rule)]);
  });

  it.each(ACCEPTED)("accepts in %s: %s", (file, text) => {
    expect(problemsOf(file, text)).toEqual([]);
  });

  it("rejects what Node can't load, whether a benchmark imports it itself or through another file", () => {
    using folder = temporaryFolder();
    const text = {
      "bench/load.ts": 'import type { Row } from "../src/types";\nimport { search } from "../src/search.ts";',
      "bench/deep.ts": 'import { fold } from "../src/fold";',
      "src/search.ts": 'import { fold } from "./fold";',
    };
    for (const [name, content] of Object.entries(text)) {
      mkdirSync(dirname(join(folder.path, name)), { recursive: true });
      writeFileSync(join(folder.path, name), content);
    }
    expect(importsThatNodeCannotLoad(folder.path).toSorted()).toEqual([
      "bench/deep.ts imports ../src/fold: Node can't load it.",
      "src/search.ts imports ./fold: Node can't load it.",
    ]);
  });

  it("knows the floors of the drawing in ARCHITECTURE.md, from the highest one", () => {
    const drawing = readFileSync("ARCHITECTURE.md", "utf8").split("```")[1] ?? "";
    expect([...drawing.matchAll(/│ src\/(\w+)\//g)].map(([, floor]) => floor)).toEqual(FLOORS.toReversed());
  });
});
