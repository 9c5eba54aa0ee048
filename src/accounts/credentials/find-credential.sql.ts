import { sql } from "drizzle-orm";
import type { CredentialKind } from "../../platform/crypto/credential-secret";
import type { Organization } from "../../platform/db/org-db";
import type { ControlDb } from "../../platform/db/control-db";
import { ControlStatement } from "../../platform/db/statement";

/** A live credential, as a guard needs it. */
export interface CredentialRecord {
  id: number;
  kind: CredentialKind;
  name: string;
  version: number;
  /** The last four characters of its secret. */
  hint: string;
  scopes: ReadonlySet<string>;
  /** CIDR ranges; empty: any address. */
  allowedIps: readonly string[];
  dailyQuota: number | null;
  rateLimit: number | null;
  /** ms since 1970; past it the secret that was presented no longer opens anything. */
  validUntil: number | null;
  /** When the credential itself expires, ms since 1970. */
  expiresAt: number | null;
  createdAt: number;
  organization: Organization & { name: string };
}

interface CredentialRow {
  id: number;
  kind: CredentialKind;
  name: string;
  version: number;
  hint: string;
  scopes: string;
  allowed_ips: string;
  daily_quota: number | null;
  rate_limit: number | null;
  expires_at: number | null;
  valid_until: number | null;
  created_at: number;
  organization_id: number;
  organization_name: string;
  currency: string;
  timezone: string;
  roll_up_status: number;
}

/** The credential that a secret's SHA-256 opens at `now`, or null. Control data: this is how an organization is found. */
export async function findCredential(control: ControlDb, secretHash: string): Promise<CredentialRecord | null> {
  const { now } = control;
  const columns = sql`c.id, c.kind, c.name, c.version, c.hint, c.scopes, c.allowed_ips, c.daily_quota, c.rate_limit, c.expires_at,
    c.created_at, c.organization_id, o.name as organization_name, o.currency, o.timezone, o.roll_up_status`;
  const live = sql`c.revoked_at is null and (c.expires_at is null or c.expires_at > ${now})`;
  const [rows] = await control.run(
    new ControlStatement<CredentialRow>(sql`
      select ${columns}, null as valid_until from credentials c join organizations o on o.id = c.organization_id
        where c.secret_hash = ${secretHash} and ${live}
      union all
      select ${columns}, c.previous_valid_until from credentials c join organizations o on o.id = c.organization_id
        where c.previous_hash = ${secretHash} and c.previous_valid_until > ${now} and ${live}`),
  );
  const row = rows[0];
  return row === undefined ? null : toRecord(row);
}

/** Notes that a credential was used at `now`. It is no change of the credential: its version stays. */
export async function recordUse(control: ControlDb, id: number): Promise<void> {
  await control.run(new ControlStatement(sql`update credentials set last_used_at = ${control.now} where id = ${id}`));
}

function toRecord(row: CredentialRow): CredentialRecord {
  const ends = [row.expires_at, row.valid_until].filter((end) => end !== null);
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    version: row.version,
    hint: row.hint,
    scopes: new Set(JSON.parse(row.scopes) as string[]),
    allowedIps: JSON.parse(row.allowed_ips) as string[],
    dailyQuota: row.daily_quota,
    rateLimit: row.rate_limit,
    validUntil: ends.length === 0 ? null : Math.min(...ends),
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    organization: {
      id: row.organization_id,
      name: row.organization_name,
      currency: row.currency,
      timezone: row.timezone,
      rollUpStatus: row.roll_up_status === 1,
    },
  };
}
