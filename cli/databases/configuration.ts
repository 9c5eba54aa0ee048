import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import type { Unstable_RawConfig } from "wrangler";
import { bindingOf } from "../../src/platform/db/binding.ts";
import type { Plan } from "../../src/platform/db/database-size.ts";
import { renameInstallation } from "../deploy/installation.ts";

/** What distinguishes an installation from the one that wrangler.toml describes. */
export interface Installation {
  /** Null: the name in wrangler.toml. */
  name: string | null;
  plan: Plan;
  /** Where its bucket for files is, or whether it has none. Default: none. */
  files?: BucketPlace | null;
}

/** The jurisdiction of a bucket. Null: none. */
export interface BucketPlace {
  jurisdiction: string | null;
}

/** The name of the bucket for files of an installation. */
export const bucketName = (worker: string): string => `${worker}-files`;

const DEFAULT: Installation = { name: null, plan: "paid" };

/** The name of database `number` of a service whose first database has the name `first`. */
export function databaseName(first: string, number: number): string {
  return number === 0 ? first : `${first}-${number}`;
}

/** Reads wrangler.toml, with the names of an installation. The Free plan accepts no limits, because it has lower ones of its own. */
export function readConfiguration(folder: string, { name, plan }: Installation = DEFAULT): Unstable_RawConfig {
  const config: Unstable_RawConfig = parse(readFileSync(join(folder, "wrangler.toml"), "utf8"));
  const { limits, ...unlimited } = name === null ? config : renameInstallation(config, name);
  return plan === "free" || limits === undefined ? unlimited : { ...unlimited, limits };
}

/**
 * The configuration with this many databases: a file that is written here, with the content of wrangler.toml, the other databases and the
 * names of the installation. It is in the same folder, because wrangler resolves paths from there and reads `.dev.vars` there. Null where
 * wrangler.toml is enough.
 */
export function configurationFor(folder: string, databases: number, installation = DEFAULT): string | null {
  const config = readConfiguration(folder, installation);
  const isRenamed = config.name !== readConfiguration(folder).name;
  const { files = null } = installation;
  if (databases === 1 && !isRenamed && installation.plan === "paid" && files === null) return null;
  const [first] = config.d1_databases ?? [];
  if (first?.database_name === undefined) throw new Error("wrangler.toml must name a database.");
  const { database_id: _id, preview_database_id: _previewId, database_name: name, ...shared } = first;
  const others = Array.from({ length: databases - 1 }, (_, at) => ({
    ...shared,
    binding: bindingOf(at + 1),
    database_name: databaseName(name, at + 1),
  }));
  const parts = [
    ...(isRenamed ? [config.name] : []),
    databases,
    "databases",
    ...(installation.plan === "free" ? ["free"] : []),
    ...(files === null ? [] : ["files"]),
  ];
  const file = `.wrangler-${parts.join("-")}.json`;
  writeIfChanged(
    join(folder, file),
    `${JSON.stringify({ ...config, d1_databases: [first, ...others], ...bucketsOf(config.name ?? name, files) }, null, 2)}\n`,
  );
  return file;
}

function bucketsOf(worker: string, files: BucketPlace | null): Pick<Unstable_RawConfig, "r2_buckets"> {
  if (files === null) return {};
  const { jurisdiction } = files;
  return { r2_buckets: [{ binding: "FILES", bucket_name: bucketName(worker), ...(jurisdiction !== null && { jurisdiction }) }] };
}

/** A running `wrangler dev` watches the file, so it must neither be written without a change nor be read half-written. */
function writeIfChanged(path: string, text: string): void {
  if (existsSync(path) && readFileSync(path, "utf8") === text) return;
  const temporary = path.replace(/json$/, `${process.pid}.json`);
  writeFileSync(temporary, text);
  renameSync(temporary, path);
}
