import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { CARRIER_STATUSES } from "../../../src/resources/connections/carriers/services/statuses";

const SERVICES = ["easypost", "shippo", "aftership", "17track"] as const;

/** The statuses in a cell of the table. */
const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

it("the table of docs/spec/carriers.md has the statuses of carrier services, and no others", () => {
  const page = readFileSync("docs/spec/carriers.md", "utf8");
  const [, table = ""] = page.split("## Statuses of carrier services");
  const documented: Record<string, Record<string, string>> = Object.fromEntries(SERVICES.map((service) => [service, {}]));
  for (const line of table.split("\n").filter((each) => each.startsWith("| `"))) {
    const [ours = "", ...theirs] = line.split("|").slice(1, -1);
    theirs.forEach((cell, column) => {
      for (const name of named(cell)) Object.assign(documented[SERVICES[column] ?? ""] ?? {}, { [name]: named(ours)[0] });
    });
  }
  expect(documented).toEqual(CARRIER_STATUSES);
});
