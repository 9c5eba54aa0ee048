import { execFileSync } from "node:child_process";

/** Creates the files that the Worker serves under /docs, which must exist when workerd starts. */
export function setup(): void {
  execFileSync(process.execPath, ["cli/docs.ts"], { stdio: "inherit" });
}
