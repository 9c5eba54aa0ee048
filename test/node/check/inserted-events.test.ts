import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const INSERTS = /\binto\s+["`]?events\b|\binsert\(\s*events\b/i;

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));

it("events are inserted only in src/resources/events/write.sql.ts, so that no other statement inserts one without its deliveries", () => {
  expect(INSERTS.test("insert or ignore into events (id)")).toBe(true);
  expect(INSERTS.test("org.insert(events, row)")).toBe(true);
  expect(files.filter((name) => INSERTS.test(readFileSync(`src/${name}`, "utf8")))).toEqual(["resources/events/write.sql.ts"]);
});
