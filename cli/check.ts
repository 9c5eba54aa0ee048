/** Runs the checks: `npm run check` all of them, `npm run check -- NAME …` some of them. Stops at the first one that fails. */
import { CHECKS } from "./check/checks.ts";
import { namedScript } from "./scripts/named-script.ts";
import { exitWith, runCommands } from "./scripts/run-commands.ts";

const given = process.argv.slice(2);
const all = Object.keys(CHECKS).filter((name) => CHECKS[name]?.isOnRequest !== true);

await exitWith(async () => {
  const checks = (given.length > 0 ? given : all).map((name) => ({ name, ...namedScript(CHECKS, name, "check") }));
  for (const { name, commands } of checks) {
    process.stdout.write(`\n> ${name}\n`);
    const code = await runCommands(commands);
    if (code !== 0) return code;
  }
  return 0;
});
