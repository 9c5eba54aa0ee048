import { type SQL, sql } from "drizzle-orm";
import type { OrganizationsDb } from "../../platform/db/database";
import { NOT_HALTED } from "../../platform/db/halted.sql.ts";
import { WriteStatement } from "../../platform/db/statement";
import type { ConnectionRow } from "./connections.sql.ts";

export type ConnectionSecrets = Pick<ConnectionRow, "id" | "secret" | "previous_secret" | "api_credentials">;

/**
 * Up to `limit` connections with a secret that does not begin with `prefix`, and how many there are in total. They are chosen at random, so that
 * secrets that can't be decrypted do not keep out the others.
 */
export async function connectionsToReencrypt(
  db: OrganizationsDb,
  { prefix, limit }: { prefix: string; limit: number },
): Promise<{ rows: ConnectionSecrets[]; count: number }> {
  const lacksPrefix = (column: SQL) => sql`substr(${column}, 1, ${prefix.length}) <> ${prefix}`;
  const rows = await db.rows<ConnectionSecrets & { count: number }>(
    sql`select id, secret, previous_secret, api_credentials, count(*) over () as count from connections
      where deleted_at is null and (${lacksPrefix(sql`secret`)} or ${lacksPrefix(sql`previous_secret`)} or ${lacksPrefix(sql`api_credentials`)})
      order by random() limit ${limit}`,
  );
  return { rows, count: rows[0]?.count ?? 0 };
}

/** Replaces the secrets of connections by their re-encrypted form, unless they have changed since they were read. */
export async function replaceConnectionSecrets(
  db: OrganizationsDb,
  pairs: readonly { read: ConnectionSecrets; encrypted: ConnectionSecrets }[],
): Promise<void> {
  const writes = pairs.map(
    ({ read, encrypted }) =>
      new WriteStatement(sql`update connections set secret = ${encrypted.secret}, previous_secret = ${encrypted.previous_secret},
          api_credentials = ${encrypted.api_credentials}
        where id = ${read.id} and secret = ${read.secret} and previous_secret is ${read.previous_secret}
          and api_credentials is ${read.api_credentials} and organization_id ${NOT_HALTED}`),
  );
  await db.run(writes);
}
