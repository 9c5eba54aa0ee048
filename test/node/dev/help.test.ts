import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";

it.each(["dev", "deploy", "demo-shop"])("`npm run %s -- --help` prints its options and exits", (command) => {
  const help = execFileSync(process.execPath, [`cli/${command}.ts`, "--help"], { encoding: "utf8" });
  expect(help.split("\n")[0]).toBe(`npm run ${command} -- [options]`);
  expect(help).toMatch(/^ {2}--help {2,}prints this text$/m);
  // One line for each option, and --help is not the only one.
  expect(help.match(/^ {2}--\S+/gm)?.length).toBeGreaterThan(1);
});
