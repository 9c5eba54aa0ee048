/**
 * Runs the checks: `npm run check` all of them, `npm run check -- NAME …` some of them. Two run at once, and each is shown when it has ended, in the
 * order of the list. Stops at the first one that fails.
 */
import { CHECKS } from "./check/checks.ts";
import { namedScript } from "./scripts/named-script.ts";
import { exitWith, runCommands } from "./scripts/run-commands.ts";

const AT_ONCE = 2;

const given = process.argv.slice(2);
const all = Object.keys(CHECKS).filter((name) => CHECKS[name]?.isOnRequest !== true);

await exitWith(async () => {
  const [first = "", ...others] = given;
  // By itself, a check is shown while it runs.
  if (first !== "" && others.length === 0) return await runCommands(namedScript(CHECKS, first, "check").commands);
  const checks = (given.length > 0 ? given : all).map((name) => ({
    name,
    ...namedScript(CHECKS, name, "check"),
    ended: Promise.withResolvers<{ code: number; output: string }>(),
  }));
  const stop = new AbortController();
  const waiting = checks.values();
  const runWaiting = async (): Promise<void> => {
    for (const { commands, ended } of waiting) {
      let output = "";
      const code = await runCommands(commands, { show: (text) => (output += text), stop: stop.signal });
      ended.resolve({ code, output });
      // A check that waits comes later in the list, so it would not be shown.
      if (code !== 0) return;
    }
  };
  for (let n = 0; n < AT_ONCE; n += 1) void runWaiting();
  for (const { name, ended } of checks) {
    const { code, output } = await ended.promise;
    process.stdout.write(`\n> ${name}\n${output}`);
    if (code !== 0) {
      stop.abort();
      return code;
    }
  }
  return 0;
});
