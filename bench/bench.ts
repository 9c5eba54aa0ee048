/** Runs a benchmark: `npm run bench -- [NAME] [options]`. Without a name, it compares routes with a bare Worker (bench/compare-routes.ts). */
import { isName, listOf, namedScript, withArguments } from "../cli/scripts/named-script.ts";
import { exitWith, runCommands } from "../cli/scripts/run-commands.ts";
import { BENCHMARKS } from "./benchmarks.ts";

const args = process.argv.slice(2);
const [first = "", ...rest] = args;

await exitWith(async () => {
  if (first === "--help") {
    process.stdout.write(`npm run bench -- [NAME] [options]. Without a name: routes.\n\n${listOf(BENCHMARKS)}\n`);
    return 0;
  }
  if (!isName(first)) return await runCommands(withArguments(BENCHMARKS.routes.commands, args));
  return await runCommands(withArguments(namedScript(BENCHMARKS, first, "benchmark").commands, rest));
});
