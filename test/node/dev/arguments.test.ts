import { expect, it } from "vitest";
import { readDevArguments, withDefaults } from "../../../cli/dev/arguments.ts";

it("parses its own options, and passes the others on", () => {
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
])("rejects %o", (args) => {
  expect(() => readDevArguments(args)).toThrow(/^--(port|state|databases) /);
});

it("replaces default options with the caller's", () => {
  expect(withDefaults(["--log-level", "debug"], { ip: "127.0.0.1", "log-level": "error" })).toEqual([
    "--ip=127.0.0.1",
    "--log-level",
    "debug",
  ]);
  expect(withDefaults(["--log-level=debug"], { "log-level": "error" })).toEqual(["--log-level=debug"]);
});
