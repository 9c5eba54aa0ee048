import { execFileSync } from "node:child_process";

/** Makes the files that the Worker serves under /docs: they must exist when workerd starts. */
export function setup(): void {
  execFileSync(process.execPath, ["cli/docs.ts"], { stdio: "inherit" });
}
