import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { DEFAULT_PROPERTIES } from "../../../src/resources/orders/items/default-properties.ts";

/** The names in the table of the guide, with their fields. */
function documented(): string[] {
  const [, section = ""] = readFileSync("docs/guide/connections.md", "utf8").split("\n## Properties\n");
  const [table = ""] = section.split("\n## ");
  return table.split("\n").flatMap((line) => {
    const [, names = "", field = ""] = line.split("|");
    const target = /`([^`]+)`/.exec(field)?.[1];
    return target === undefined ? [] : [...names.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => `${name} → ${target}`);
  });
}

it("docs/guide/connections.md lists exactly the names of apps that become fields", () => {
  // Apps write designs and previews. The other fields are for options of the buyer, whose names in many languages the guide does not list.
  const ofApps = DEFAULT_PROPERTIES.filter(({ field }) => field === "design_url" || field === "metadata");
  const names = ofApps.map(({ name, field, key }) => `${name} → ${key === null ? field : `${field}[${key}]`}`);
  expect(documented().toSorted()).toEqual(names.toSorted());
});
