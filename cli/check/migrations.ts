/**
 * Checks that migrations are additive. drizzle-kit changes a column by rebuilding its table, and on D1 the DROP TABLE of the rebuild fires
 * every cascade. A migration that succeeds can therefore empty child tables.
 */
import { readdirSync, readFileSync } from "node:fs";

const FORBIDDEN = /\bdrop\s+table\b|__new_|\bon\s+delete\s+cascade\b/i;

for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql"))) {
  const lines = readFileSync(`migrations/${file}`, "utf8").split("\n");
  lines.forEach((line, index) => {
    if (!FORBIDDEN.test(line)) return;
    console.error(`migrations/${file}:${index + 1}: not additive (a table rebuild or a cascade): ${line.trim()}`);
    process.exitCode = 1;
  });
}
