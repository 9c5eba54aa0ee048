import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { listPlatforms } from "../platform-list.ts";

/** The statuses in a cell of the table. */
const named = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);

const cellsOf = (line: string): string[] => line.split("|").slice(1, -1);

it("the table of docs/spec/connections.md has exactly the statuses of carrier services", async () => {
  const page = readFileSync("docs/spec/connections.md", "utf8");
  const [, section = ""] = page.split("## Statuses of carrier services");
  const [head = "", ...lines] = section.split("\n").filter((each) => each.startsWith("| "));
  const [, ...services] = cellsOf(head).map((cell) => cell.trim());
  const documented: Record<string, Record<string, string>> = Object.fromEntries(services.map((service) => [service, {}]));
  for (const line of lines.filter((each) => each.startsWith("| `"))) {
    const [ours = "", ...theirs] = cellsOf(line);
    theirs.forEach((cell, column) => {
      for (const name of named(cell)) Object.assign(documented[services[column] ?? ""] ?? {}, { [name]: named(ours)[0] });
    });
  }
  const carriers = (await listPlatforms()).filter(({ kind }) => kind === "carrier");
  expect(documented).toEqual(Object.fromEntries(carriers.map(({ name, statuses }) => [name, statuses])));
});
