/**
 * Runs tests: `npm test` all but the long ones, `npm test -- SUITE` one suite in its full form, and `npm test -- PATH` the files in one place, also
 * the long ones.
 * Further arguments are options of Vitest, or of the suite's program.
 */
import { isName, namedScript, withArguments } from "./scripts/named-script.ts";
import { exitWith, runCommands } from "./scripts/run-commands.ts";
import { SUITES } from "./test/suites.ts";

const args = process.argv.slice(2);
const [first = "", ...rest] = args;

await exitWith(async () => {
  const isAll = first === "" || first.startsWith("-");
  if (!isName(first)) return await runCommands([["vitest", "run", ...(isAll ? [] : ["--mode", "named"]), ...args]]);
  return await runCommands(withArguments(namedScript(SUITES, first, "suite").commands, rest));
});
