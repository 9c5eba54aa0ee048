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
  [["--port", "http"], '--port must be a number from 1 to 65535, not "http".'],
  [["--port=0"], '--port must be a number from 1 to 65535, not "0".'],
  [["--port=70000"], '--port must be a number from 1 to 65535, not "70000".'],
  [["--port"], "--port requires a value."],
  [["--state="], "--state requires a value."],
  [["--databases=0"], '--databases must be a whole number from 1 to 50, not "0".'],
  [["--databases", "51"], '--databases must be a whole number from 1 to 50, not "51".'],
  [["--databases"], "--databases requires a value."],
])("rejects %o with the reason", (args, reason) => {
  expect(() => readDevArguments(args)).toThrow(new Error(reason));
});

it("replaces default options with the caller's", () => {
  expect(withDefaults(["--log-level", "debug"], { ip: "127.0.0.1", "log-level": "error" })).toEqual([
    "--ip=127.0.0.1",
    "--log-level",
    "debug",
  ]);
  expect(withDefaults(["--log-level=debug"], { "log-level": "error" })).toEqual(["--log-level=debug"]);
});
