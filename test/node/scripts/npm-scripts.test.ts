import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BENCHMARKS } from "../../../bench/benchmarks.ts";
import { CHECKS } from "../../../cli/check/checks.ts";
import { SUITES } from "../../../cli/test/suites.ts";
import type { NamedScript } from "../../../cli/scripts/named-script.ts";

/** Every program that the scripts start. */
const PROGRAMS = new Set([SUITES, CHECKS, BENCHMARKS].flatMap((table) => commandsOf(table).map(([program]) => program)));

/** Prints its own name, its arguments and SEED. Ends with the code in FAIL if that begins with its name, and waits if requested. */
const STAND_IN = `#!/bin/sh
echo "$(basename "$0") $*\${SEED:+ with SEED=$SEED}"
case "$FAIL" in "$(basename "$0") "*) exit "\${FAIL##* }" ;; esac
if [ -n "$WAIT" ]; then echo waiting; exec sleep 300; fi
`;

let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "npm-scripts-"));
  for (const program of PROGRAMS) {
    writeFileSync(join(folder, program), STAND_IN);
    chmodSync(join(folder, program), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

function commandsOf(table: Readonly<Record<string, NamedScript>>) {
  return Object.values(table).flatMap(({ commands }) => commands);
}

/** Starts a script as npm does, with stand-ins for its programs. */
function start(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const { SEED: _seed, ...inherited } = process.env;
  return spawn(process.execPath, [script, ...args], {
    env: { ...inherited, ...env, PATH: `${folder}${delimiter}${process.env["PATH"]}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function run(script: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = start(script, args, env);
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, lines: stdout.split("\n").filter((line) => line !== ""), stderr };
}

const namesIn = (list: string): string[] => [...list.matchAll(/^ {2}(\S+) /gm)].map(([, name = ""]) => name);

describe("npm test", () => {
  it("runs vitest with all arguments, if there are none or the first one is an option", { tags: "long" }, async () => {
    for (const args of [[], ["-t", "crash"], ["--mode", "full", "test/node/crash/sending"]]) {
      expect(await run("cli/test.ts", args)).toEqual({ code: 0, lines: [["vitest", "run", ...args].join(" ")], stderr: "" });
    }
  });

  it.each([[["test/worker/orders"]], [["gate.test.ts", "-u"]]])("runs the files of a given path, also the long ones: %s", async (args) => {
    expect((await run("cli/test.ts", args)).lines).toEqual([["vitest", "run", "--mode", "named", ...args].join(" ")]);
  });

  it("runs one suite in its full form, with the given seed and further options", async () => {
    expect(await run("cli/test.ts", ["crash", "--bail=1"], { SEED: "7" })).toEqual({
      code: 0,
      lines: ["vitest run --mode full --silent=false --project node test/node/crash/ --bail=1 with SEED=7"],
      stderr: "",
    });
    expect((await run("cli/test.ts", ["mutations", "--only=a"])).lines).toEqual(["node test/mutations/run.ts --only=a"]);
  });

  it.each(["crsh", "orders", "constructor"])("lists the suites if there is none of this name: %s", async (name) => {
    const { code, lines, stderr } = await run("cli/test.ts", [name]);
    expect({ code, lines }).toEqual({ code: 2, lines: [] });
    expect(stderr).toMatch(new RegExp(`^There is no suite "${name}". There are:\n`));
    expect(namesIn(stderr)).toEqual(Object.keys(SUITES));
  });

  it("fails with the exit code of the program", async () => {
    expect((await run("cli/test.ts", ["gate"], { FAIL: "vitest 3" })).code).toBe(3);
  });

  it("ends the program if it is ended itself", async () => {
    const child = start("cli/test.ts", ["gate"], { WAIT: "1" });
    let output = "";
    for await (const chunk of child.stdout) {
      output += String(chunk);
      if (output.includes("waiting")) child.kill("SIGTERM");
    }
    // The output ends when the program has ended.
    expect(child.exitCode ?? (await once(child, "close"))[0]).toBe(128 + 15);
  });
});

describe("npm run check", () => {
  it("runs all checks in the order of the table, except those that must be named", async () => {
    const { code, lines } = await run("cli/check.ts", []);
    const names = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
    expect({ code, names }).toEqual({ code: 0, names: Object.keys(CHECKS).filter((name) => name !== "clients") });
  });

  it("runs the named checks, one after another, until one fails", async () => {
    const lint = ["> lint", "oxlint --type-aware --deny-warnings"];
    expect(await run("cli/check.ts", ["lint", "format"])).toMatchObject({ code: 0, lines: [...lint, "> format", "oxfmt --check"] });
    expect(await run("cli/check.ts", ["lint", "format"], { FAIL: "oxlint 4" })).toMatchObject({ code: 4, lines: lint });
    expect((await run("cli/check.ts", ["types"], { FAIL: "git 1" })).lines.at(-1)).toBe("git diff --exit-code worker-env.d.ts");
  });

  it("lists the checks if one of the names is unknown, and runs none", async () => {
    for (const args of [["typs"], ["lint", "--fix"]]) {
      const { code, lines, stderr } = await run("cli/check.ts", args);
      expect({ code, lines, names: namesIn(stderr) }).toEqual({ code: 2, lines: [], names: Object.keys(CHECKS) });
      expect(stderr).toContain(`There is no check "${args.at(-1)}".`);
    }
  });
});

describe("npm run bench", () => {
  it("runs the named benchmark, or by default the comparison with a bare Worker, with further options", async () => {
    expect((await run("bench/bench.ts", [])).lines).toEqual(["node bench/compare-routes.ts"]);
    expect((await run("bench/bench.ts", ["--orders=1000"])).lines).toEqual(["node bench/compare-routes.ts --orders=1000"]);
    expect((await run("bench/bench.ts", ["import", "a.csv"])).lines).toEqual(["node bench/import.ts a.csv"]);
  });

  it("lists the benchmarks if there is none of this name", async () => {
    const { code, stderr } = await run("bench/bench.ts", ["webhook"]);
    expect({ code, names: namesIn(stderr) }).toEqual({ code: 2, names: Object.keys(BENCHMARKS) });
  });
});

describe("the tables of names", () => {
  it("contain installed programs and existing files and folders", () => {
    const commands = [SUITES, CHECKS, BENCHMARKS].flatMap((table) => commandsOf(table));
    for (const [program, ...args] of commands) {
      expect(program === "git" || existsSync(`node_modules/.bin/${program}`), program).toBe(true);
      for (const path of args.filter((arg) => /[/.]\w*$/.test(arg) && arg !== ".")) expect(existsSync(path), path).toBe(true);
    }
  });

  it("belong to the scripts of package.json", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
    expect(scripts).toMatchObject({ test: "node cli/test.ts", check: "node cli/check.ts", bench: "node bench/bench.ts" });
  });
});
