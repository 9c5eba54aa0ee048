import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../platform/db/database";
import { WriteStatement } from "../platform/db/statement";

/** The sealed secrets of one webhook endpoint. */
export interface SealedSecrets {
  id: string;
  secret: string;
  previous_secret: string | null;
}

/** At most `most` live endpoints, any of them, with a secret that does not begin with `mark`; and how many there are. */
export async function secretsToReencrypt(
  db: OrganizationsDb,
  mark: string,
  most: number,
): Promise<{ endpoints: SealedSecrets[]; count: number }> {
  const otherwise = sql`deleted_at is null
    and (substr(secret, 1, ${mark.length}) <> ${mark} or substr(previous_secret, 1, ${mark.length}) <> ${mark})`;
  const endpoints = await db.rows<SealedSecrets & { count: number }>(
    sql`select id, secret, previous_secret, count(*) over () as count from webhook_endpoints where ${otherwise} order by random() limit ${most}`,
  );
  return { endpoints, count: endpoints[0]?.count ?? 0 };
}

/** Puts the same secrets in, sealed anew, where they are still as they were read: one that was rotated meanwhile stays. */
export async function replaceSecrets(db: OrganizationsDb, changes: readonly { read: SealedSecrets; sealed: SealedSecrets }[]): Promise<void> {
  const writes = changes.map(
    ({ read, sealed }) =>
      new WriteStatement(sql`update webhook_endpoints set secret = ${sealed.secret}, previous_secret = ${sealed.previous_secret}
        where id = ${read.id} and secret = ${read.secret} and previous_secret is ${read.previous_secret}`),
  );
  await db.run(...writes);
}
