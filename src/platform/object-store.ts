import { conflict } from "./api-error";
import { logError } from "./log";

/** The bucket for files. Throws 409 Conflict if this installation has none (docs/runbook.md#files). */
export function filesBucket({ FILES }: Env): R2Bucket {
  if (FILES !== undefined) return FILES;
  throw conflict(
    "files_not_configured",
    "This installation stores no files, because it has no R2 bucket. Whoever runs it can add one with `npm run deploy -- --files`. URLs of designs work without it.",
  );
}

/** A key without a meaning: 128 random bits, which nobody can guess, so that a row can't name somebody else's object. */
export function newObjectKey(): string {
  return crypto.getRandomValues(new Uint8Array(16)).toHex();
}

/** How many objects R2 removes in one call. */
const MAX_REMOVED = 1000;

/** Removes objects from the bucket, if there is one. Throws if the bucket does not respond. */
export async function removeObjects({ FILES: bucket }: Env, keys: readonly (string | null)[]): Promise<void> {
  if (bucket === undefined) return;
  const present = keys.filter((key) => key !== null);
  for (let from = 0; from < present.length; from += MAX_REMOVED) {
    await bucket.delete(present.slice(from, from + MAX_REMOVED));
  }
}

/** Removes objects that no row names. If that fails, the job for such objects removes them later (tenants/objects/remove-orphans.ts). */
export async function tryRemoveObjects(env: Env, keys: readonly (string | null)[]): Promise<void> {
  await removeObjects(env, keys).catch((error: unknown) => logError("files.not_removed", error));
}
