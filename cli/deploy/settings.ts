import type { Plan } from "../../src/platform/db/database-size.ts";
import type { Jurisdiction } from "./jurisdiction.ts";
import type { NewSecret } from "./secrets.ts";

interface InstallationSettings {
  jurisdiction: Jurisdiction | null;
  plan: Plan;
  /** The name of its bucket for files. Null: it has none. */
  bucket: string | null;
}

/** The settings of an installation that the Worker does not have yet. `existing` are the names of its secrets. */
export function installationSettings(existing: ReadonlySet<string>, { jurisdiction, plan, bucket }: InstallationSettings): NewSecret[] {
  const settings: NewSecret[] = [];
  if (jurisdiction !== null) settings.push({ name: "JURISDICTION", value: jurisdiction, isGenerated: false });
  if (plan === "free") settings.push({ name: "WORKERS_PLAN", value: plan, isGenerated: false });
  if (bucket !== null) settings.push({ name: "FILES_BUCKET", value: bucket, isGenerated: false });
  return settings.filter(({ name }) => !existing.has(name));
}
