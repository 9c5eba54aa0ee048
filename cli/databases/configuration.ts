import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { Unstable_RawConfig } from "wrangler";
import { bindingOf } from "../../src/platform/db/binding.ts";

/** The name of database `number` of a service whose first database has the name `first`. */
export function databaseName(first: string, number: number): string {
  return number === 0 ? first : `${first}-${number}`;
}

/** Reads wrangler.toml. */
export function readConfiguration(folder: string): Unstable_RawConfig {
  return parse(readFileSync(join(folder, "wrangler.toml"), "utf8"));
}

/**
 * The configuration with this many databases: a file that is written here, with the content of wrangler.toml and the other databases. It is
 * in the same folder, because wrangler resolves paths from there and reads `.dev.vars` there. Null for one database, where wrangler.toml is
 * enough.
 */
export function configurationFor(folder: string, databases: number): string | null {
  if (databases === 1) return null;
  const config = readConfiguration(folder);
  const [first] = config.d1_databases ?? [];
  if (first?.database_name === undefined) throw new Error("wrangler.toml must name a database.");
  const { database_id: _id, preview_database_id: _previewId, database_name: name, ...shared } = first;
  const others = Array.from({ length: databases - 1 }, (_, at) => ({
    ...shared,
    binding: bindingOf(at + 1),
    database_name: databaseName(name, at + 1),
  }));
  const file = `.wrangler-${databases}-databases.json`;
  writeIfChanged(join(folder, file), `${JSON.stringify({ ...config, d1_databases: [first, ...others] }, null, 2)}\n`);
  return file;
}

/** A running `wrangler dev` watches the file, so it must neither be written without a change nor be read half-written. */
function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  const temporary = path.replace(/json$/, `${process.pid}.json`);
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
