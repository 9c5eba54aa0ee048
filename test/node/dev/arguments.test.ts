import { expect, it } from "vitest";
import { readDevArguments, withDefaults } from "../../../cli/dev/arguments.ts";

it("reads port, state and databases, and hands on the rest", () => {
  expect(readDevArguments([])).toEqual({ port: 8787, state: ".wrangler/state", databases: null, isEmpty: false, isQuiet: false, rest: [] });
  expect(
    readDevArguments(["--port", "9000", "--var", "A:b", "--state=other", "--databases", "3", "--empty", "--quiet", "--minify"]),
  ).toEqual({
    port: 9000,
    state: "other",
    databases: 3,
    isEmpty: true,
    isQuiet: true,
    rest: ["--var", "A:b", "--minify"],
  });
});

it.each([
  [["--port", "http"]],
  [["--port=0"]],
  [["--port=70000"]],
  [["--port"]],
  [["--state="]],
  [["--databases=0"]],
  [["--databases", "51"]],
  [["--databases"]],
])("refuses %o", (args) => {
  expect(() => readDevArguments(args)).toThrow(/^--(port|state|databases) /);
});

it("puts the caller's options in place of ours", () => {
  expect(withDefaults(["--log-level", "debug"], { ip: "127.0.0.1", "log-level": "error" })).toEqual([
    "--ip=127.0.0.1",
    "--log-level",
    "debug",
  ]);
  expect(withDefaults(["--log-level=debug"], { "log-level": "error" })).toEqual(["--log-level=debug"]);
});
