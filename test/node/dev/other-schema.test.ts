import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { applyMigrations } from "../../../cli/dev/local-database.ts";
import { temporaryFolder } from "../server/worker.ts";

it("local data with another schema is not migrated, and the error says how to start without it", async () => {
  using folder = temporaryFolder();
  mkdirSync(join(folder.path, "v3/d1"), { recursive: true });
  const applied = "1 databases\n0000_baseline.sql of-another-version\n";
  writeFileSync(join(folder.path, "v3/d1/applied-migrations.txt"), applied);
  await expect(applyMigrations(folder.path, null)).rejects.toThrow(
    /^The local data in \S+ has another database schema than this version\. To start again without it, run: rm -rf \S+$/,
  );
  expect(readdirSync(join(folder.path, "v3/d1"))).toEqual(["applied-migrations.txt"]);
  expect(readFileSync(join(folder.path, "v3/d1/applied-migrations.txt"), "utf8")).toBe(applied);
});
