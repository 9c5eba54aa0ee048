import { sql } from "drizzle-orm";
import type { CredentialKind } from "../../platform/crypto/credential-secret";
import type { Organization } from "../../platform/db/org-db";
import type { ControlDb } from "../../platform/db/control-db";
import type { Reads } from "../../platform/db/session";
import type { Region } from "../../platform/values/region";
import { ORGANIZATION_JSON } from "../table";
import { parseStored } from "../../platform/reading/json";

export interface CredentialRecord {
  id: number;
  kind: CredentialKind;
  name: string;
  version: number;
  /** The last four characters of its secret. */
  hint: string;
  scopes: ReadonlySet<string>;
  /** The only supplier whose supplier orders it may see and change. Null: it is not limited to one. */
  supplierId: string | null;
  /** CIDR ranges. Empty: any address. */
  allowedIps: readonly string[];
  /** Requests per UTC day. Null: any number. */
  dailyQuota: number | null;
  /** Requests per 60 s. Null: the default. */
  rateLimit: number | null;
  reads: Reads;
  /** Where its gate is created. Null: near the first request. */
  region: Region | null;
  /** When the presented secret stops working, ms since 1970. Null: never. */
  validUntil: number | null;
  /** When the credential expires, ms since 1970. Null: never. */
  expiresAt: number | null;
  createdAt: number;
  organization: Organization & { name: string };
}

type JsonColumn = "scopes" | "allowedIps" | "organization";
type CredentialRow = Omit<CredentialRecord, JsonColumn> & Record<JsonColumn, string>;

/**
 * Finds the live credential whose current or previous secret has this SHA-256, if its organization is not closed. Null if there is none. It determines
 * the organization of a request.
 */
export async function findCredential(control: ControlDb, secretHash: string): Promise<CredentialRecord | null> {
  const { now } = control;
  const columns = sql`c.id, c.kind, c.name, c.version, c.hint, c.scopes, c.supplier_id as supplierId, c.allowed_ips as allowedIps, c.daily_quota as dailyQuota,
    c.rate_limit as rateLimit, c.reads, c.region, c.expires_at as expiresAt, c.created_at as createdAt, ${ORGANIZATION_JSON} as organization`;
  const live = sql`o.closed_for is null and c.revoked_at is null and (c.expires_at is null or c.expires_at > ${now})`;
  const row = await control.first<CredentialRow>(sql`
    select ${columns}, c.expires_at as validUntil from credentials c join organizations o on o.id = c.organization_id
      where c.secret_hash = ${secretHash} and ${live}
    union all
    select ${columns}, min(c.previous_valid_until, coalesce(c.expires_at, c.previous_valid_until))
      from credentials c join organizations o on o.id = c.organization_id
      where c.previous_hash = ${secretHash} and c.previous_valid_until > ${now} and ${live}`);
  if (row === null) return null;
  return {
    ...row,
    scopes: new Set(parseStored<string[]>(row.scopes)),
    allowedIps: parseStored<string[]>(row.allowedIps),
    organization: parseStored<CredentialRecord["organization"]>(row.organization),
  };
}

/** Records that a credential was used now. Its gate calls this at most once an hour. It does not change the version, so cached records stay valid. */
export async function recordUse(control: ControlDb, id: number): Promise<void> {
  await control.rows(sql`update credentials set last_used_at = ${control.now} where id = ${id}`);
}
