/**
 * wrangler's build step (`[build]` in wrangler.toml). Builds the files that the Worker serves from dist/docs. Before `wrangler dev`,
 * also creates `.dev.vars` if it is missing, and migrates the local databases.
 */
import { resolve } from "node:path";
import { devVarsWarnings, writeMissingDevVars } from "./dev/dev-vars.ts";
import { applyMigrations } from "./dev/local-database.ts";
import { localState, STATE_VARIABLE } from "./dev/local-state.ts";
import { siteFiles } from "./docs/site.ts";
import { writeFiles } from "./docs/write-files.ts";

const root = resolve(import.meta.dirname, "..");

if (process.env["WRANGLER_COMMAND"] === "dev") {
  // wrangler reads `.dev.vars` after this step.
  if (writeMissingDevVars(root)) process.stdout.write("Wrote .dev.vars with random secrets for this machine.\n");
  // The warnings do not apply to `npm run dev`, which passes the missing variables itself.
  if (process.env[STATE_VARIABLE] === undefined) for (const warning of devVarsWarnings(root)) process.stdout.write(`${warning}\n`);
  await applyMigrations(localState(root), null);
}
writeFiles(resolve(root, "dist/docs"), await siteFiles(root));
