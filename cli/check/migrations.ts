/**
 * Checks the rules for migrations (cli/check/migrations/rules.ts): they are additive, and D1 splits them as SQLite does. The local database
 * accepts more than D1 does in production, so no other test finds a migration that a deployment would stop at.
 */
import { readdirSync, readFileSync } from "node:fs";
import { MIGRATION_RULES, violationsIn } from "./migrations/rules.ts";

for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql"))) {
  const sql = readFileSync(`migrations/${file}`, "utf8");
  for (const { line, rule } of violationsIn(sql)) {
    const { rule: instruction, reason } = MIGRATION_RULES[rule];
    const text = sql.split("\n")[line - 1]?.trim().slice(0, 100) ?? "";
    console.error(`migrations/${file}:${line}: ${instruction} ${reason}\n  ${text}`);
    process.exitCode = 1;
  }
}
