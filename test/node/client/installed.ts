import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
/** Packages that an installation would load from the registry. */
const FROM_HERE = ["openapi-fetch", "openapi-typescript-helpers", "@types/node", "undici-types"];
const COMPILER = resolve("node_modules/typescript/bin/tsc");

/** Packs the client as it would be published, and installs the package in an empty project. */
export async function installClient(project: string): Promise<void> {
  const modules = join(project, "node_modules");
  for (const folder of ["@order-operations/client", "@types"]) mkdirSync(join(modules, folder), { recursive: true });
  const { stdout } = await run("npm", ["pack", "--json", "--pack-destination", project], { cwd: "packages/client" });
  const [, filename = ""] = /"filename": "([^"]+)"/.exec(stdout) ?? [];
  await run("tar", ["-xzf", join(project, filename), "--strip-components=1", "-C", join(modules, "@order-operations/client")]);
  for (const name of FROM_HERE) symlinkSync(resolve("node_modules", name), join(modules, name));
  writeFileSync(join(project, "package.json"), '{"type":"module"}');
}

/** The TypeScript samples of a document, in their order. */
export function samplesOf(document: string): string[] {
  return [...readFileSync(document, "utf8").matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = ""]) => code);
}

/** Compiles the files of a project strictly, including the package's own declarations. Rejects with the compiler's messages. */
export async function compile(project: string, files: string[]): Promise<void> {
  const strict = ["--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--skipLibCheck", "false"];
  const target = ["--noEmit", "--module", "nodenext", "--target", "es2022", "--lib", "es2022", "--types", "node"];
  await run(process.execPath, [COMPILER, ...strict, ...target, ...files], { cwd: project }).catch((error: { stdout: string }) => {
    throw new Error(error.stdout);
  });
}

/** Runs files of a project one after another in one process, and returns their output. Rejects if one of them throws. */
export async function runFiles(project: string, files: string[], env: Record<string, string>): Promise<string> {
  const all = files.map((file) => `await import("./${file}");`).join("\n");
  writeFileSync(join(project, "all.js"), all);
  const { stdout } = await run(process.execPath, ["all.js"], { cwd: project, env: { ...process.env, ...env } });
  return stdout;
}
