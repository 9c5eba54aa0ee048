/**
 * Migrations are additive. drizzle-kit changes a column by rebuilding its table, and on D1 the DROP in that rebuild
 * fires every cascade: a green migration can empty child tables. This refuses such SQL before it ships.
 */
import { readdirSync, readFileSync } from "node:fs";

const REFUSED = /\bdrop\s+table\b|__new_|\bon\s+delete\s+cascade\b/i;

for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql"))) {
  const lines = readFileSync(`migrations/${file}`, "utf8").split("\n");
  lines.forEach((line, index) => {
    if (!REFUSED.test(line)) return;
    console.error(`migrations/${file}:${index + 1}: a table rebuild or a cascade; write an additive migration: ${line.trim()}`);
    process.exitCode = 1;
  });
}
