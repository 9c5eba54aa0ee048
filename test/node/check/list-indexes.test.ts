import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** The tables that most writes change. Each of their indexes costs a written row for each row of the table. */
const TABLES = ["orders", "order_items", "deliveries"];

const INDEX = /^((?:-- .*\n)*)CREATE (?:UNIQUE )?INDEX `(\w+)` ON `(\w+)`/gm;

/** The indexes of the tables, with the use that the comments before them state. */
function indexesOf(schema: string): [table: string, index: string, use: string][] {
  return [...schema.matchAll(INDEX)]
    .map(([, comment = "", index = "", table = ""]): [string, string, string] => [table, index, comment.replaceAll(/^-- /gm, "").trim()])
    .filter(([table]) => TABLES.includes(table));
}

it("docs/design/lists.md states the use of each index of orders, items and deliveries, as the schema does", () => {
  const indexes = indexesOf(readFileSync("migrations/0000_baseline.sql", "utf8"));
  expect(new Set(indexes.map(([table]) => table))).toEqual(new Set(TABLES));
  const cells = readFileSync("docs/design/lists.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) => line.split("|").map((cell) => cell.trim()));
  const documented = cells.map(([, table, index, use]) => [table, index, use]);
  expect(documented).toEqual(indexes.map(([table, index, use]) => [`\`${table}\``, `\`${index}\``, use.replaceAll("\n", " ")]));
  expect(indexes.filter(([, , use]) => use === "")).toEqual([]);
});
