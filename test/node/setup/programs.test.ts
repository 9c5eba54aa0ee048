import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Program, PROGRAMS } from "./programs.ts";

it(".ci/run installs every program that is required in CI", () => {
  const [, named = ""] = /^for program in (.*?); do/m.exec(readFileSync(".ci/run", "utf8")) ?? [];
  const required = Object.entries(PROGRAMS).flatMap(([name, program]: [string, Program]) =>
    program.requiredInCi ? [(program.names ?? [name])[0]] : [],
  );
  expect(named.split(" ").toSorted()).toEqual(required.toSorted());
});
