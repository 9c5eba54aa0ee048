import { sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../platform/db/database";
import { NOT_HALTED } from "../../platform/db/halted.sql.ts";
import { isConnectionSql } from "./connection-endpoints.sql.ts";
import { WriteStatement } from "../../platform/db/statement";

export interface EncryptedSecrets {
  id: string;
  secret: string;
  previous_secret: string | null;
}

/**
 * Up to `limit` random endpoints with a secret that does not begin with `prefix`, and how many there are in total. Random ones, so that those that
 * can't be decrypted do not keep the others out. The secrets of connections are in their own table.
 */
export async function secretsToReencrypt(
  db: OrganizationsDb,
  prefix: string,
  limit: number,
): Promise<{ endpoints: EncryptedSecrets[]; count: number }> {
  const isOutdated = sql`deleted_at is null and not ${isConnectionSql(sql`id`)}
    and (substr(secret, 1, ${prefix.length}) <> ${prefix} or substr(previous_secret, 1, ${prefix.length}) <> ${prefix})`;
  const endpoints = await db.rows<EncryptedSecrets & { count: number }>(
    sql`select id, secret, previous_secret, count(*) over () as count from webhook_endpoints where ${isOutdated} order by random() limit ${limit}`,
  );
  return { endpoints, count: endpoints[0]?.count ?? 0 };
}

/** Replaces the secrets of endpoints by their re-encrypted form, unless they were rotated since they were read. */
export async function replaceSecrets(
  db: OrganizationsDb,
  pairs: readonly { read: EncryptedSecrets; encrypted: EncryptedSecrets }[],
): Promise<void> {
  const writes = pairs.map(
    ({ read, encrypted }) =>
      new WriteStatement(sql`update webhook_endpoints set secret = ${encrypted.secret}, previous_secret = ${encrypted.previous_secret}
        where id = ${read.id} and secret = ${read.secret} and previous_secret is ${read.previous_secret} and organization_id ${NOT_HALTED}`),
  );
  await db.run(writes);
}
