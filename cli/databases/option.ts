/** The most databases of a service. Cron visits all of them, and a deployment starts wrangler twice for each. */
export const MAX_DATABASES = 50;

/** Reads the value of `--databases`. Throws if it is invalid. */
export function readDatabases(text: string): number {
  const databases = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (databases < 1 || databases > MAX_DATABASES)
    throw new Error(`--databases must be a whole number from 1 to ${MAX_DATABASES}, not "${text}".`);
  return databases;
}
