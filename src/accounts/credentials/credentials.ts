import { type CredentialKind, newSecret } from "../../platform/crypto/credential-secret";
import { sha256Hex } from "../../platform/crypto/digest";
import { differences } from "../audit-log/audit-log.sql.ts";
import { createCredential, type CredentialPatch, type CredentialRow, findCredentialById } from "../control.sql.ts";
import { WriteConflict } from "../../platform/db/change";
import type { OrgControl } from "../org-control";
import { assertVersion } from "../../platform/values/assert-version";
import { momentText } from "../../platform/values/zone";
import { notFound, ApiError } from "../../platform/api-error";
import {
  assertRateLimit,
  changeCredential,
  type CredentialLimits,
  assertNotExpired,
  assertNotRevoked,
  rotationRunningError,
  credentialLimitError,
  unknownScopes,
} from "./change-credential";

export { listCredentials } from "../control.sql.ts";
export { DEFAULT_RATE_LIMIT } from "../../platform/gate/rate-window";

const HOUR_MS = 3_600_000;

/** What can be said of a credential. Moments are ms since 1970, `rate_limit` is in requests per 60 s. */
export interface CredentialSettings {
  name: string;
  scopes: string[];
  expires_at: number | null;
  daily_quota: number | null;
  rate_limit: number | null;
  /** CIDR ranges; empty: any address. */
  allowed_ips: string[];
}

export type CredentialSettingsPatch = { [K in keyof CredentialSettings]?: CredentialSettings[K] | undefined };

/** A credential whose secret was just made: this is the only time that it is known. */
export interface IssuedSecret {
  row: CredentialRow;
  secret: string;
}

/** Creates a credential whose scopes are those of its kind. 400 and 409 for more than `limits` allow; the operator has none. */
export async function issueCredential(
  control: OrgControl,
  { kind, ...terms }: CredentialSettings & { kind: CredentialKind },
  limits: CredentialLimits | null = null,
): Promise<IssuedSecret> {
  assertRateLimit(limits, terms.rate_limit);
  const secret = newSecret(kind);
  const columns = toColumns(terms);
  const row = { name: terms.name, kind, ...columns, ...(await secretColumns(secret)) };
  try {
    const options = { details: { kind, ...toReadable(columns) }, max: limits?.maxCredentials ?? null };
    return { row: await createCredential(control, row, options), secret };
  } catch (error) {
    // Only the limit can stop this insert: the secret is new.
    throw error instanceof WriteConflict && limits !== null ? credentialLimitError(limits) : error;
  }
}

/** One credential of an organization, of this kind; 404. */
export async function readCredential(control: OrgControl, kind: CredentialKind, id: number): Promise<CredentialRow> {
  const row = await findCredentialById(control, id);
  if (row === null || row.kind !== kind) throw notFound();
  return row;
}

/**
 * Changes what is said of a credential; what is as it was changes nothing, the same scopes in another order among it. 400 for a
 * scope that its kind does not have, 404, 409 for a revoked one, 412 where it is not in the `expectedVersion`.
 */
export async function updateCredential(
  control: OrgControl,
  id: number,
  {
    terms,
    expectedVersion,
    limits = null,
  }: { terms: CredentialSettingsPatch; expectedVersion?: number | undefined; limits?: CredentialLimits | null },
): Promise<CredentialRow> {
  return await changeCredential(control, id, (row) => {
    assertVersion(row.version, expectedVersion);
    const violations = unknownScopes(row.kind, terms.scopes ?? []);
    if (violations.length > 0) {
      const detailOf = ({ index, message }: { index: number; message: string }) => ({
        path: `scopes[${index}]`,
        code: "unknown_scope",
        message,
      });
      throw new ApiError("validation_error", violations.map(detailOf));
    }
    assertNotRevoked(row);
    // A higher limit that the operator has given stays as it is.
    if (terms.rate_limit !== row.rate_limit) assertRateLimit(limits, terms.rate_limit);
    const isSameScopes = terms.scopes !== undefined && hasSameScopes(row, terms.scopes);
    const patch = { name: terms.name, ...toColumns(isSameScopes ? { ...terms, scopes: undefined } : terms) };
    const said = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const changed = differences(toReadable(row), toReadable(said));
    if (Object.keys(changed).length === 0) return null;
    return { patch, action: "credential.updated", details: { kind: row.kind, ...changed } };
  });
}

/** Whether these are a credential's scopes, in whatever order. */
function hasSameScopes(row: CredentialRow, scopes: readonly string[]): boolean {
  const [held, given] = [new Set(JSON.parse(row.scopes) as string[]), new Set(scopes)];
  return held.size === given.size && [...given].every((scope) => held.has(scope));
}

/** How a credential gets its new secret. */
export interface Rotation {
  /** For so many hours the secret before this one still opens what it opened (docs/spec/authentication.md#rotation). */
  overlap_hours: number;
  /** The newest secret was never received: it is replaced, and the one before it keeps its hours. */
  replaces_unseen: boolean;
}

/** Gives a credential a new secret. 404; 409 for a revoked or expired one, and while another rotation runs. */
export async function rotateCredential(control: OrgControl, id: number, rotation: Rotation): Promise<IssuedSecret> {
  let secret = "";
  const row = await changeCredential(control, id, async (read) => {
    assertNotRevoked(read);
    assertNotExpired(read, control.now);
    const previous = previousColumns(read, rotation, control.now);
    secret = newSecret(read.kind);
    const columns = await secretColumns(secret);
    const details = { kind: read.kind, ...rotation, ...differences({ hint: read.hint }, { hint: columns.hint }) };
    return { patch: { ...columns, ...previous }, action: "credential.rotated", details };
  });
  return { row, secret };
}

/** What a rotation makes of the secret before it. 409 while another rotation runs, but where this one says what becomes of that. */
function previousColumns(read: CredentialRow, { overlap_hours, replaces_unseen }: Rotation, now: number): CredentialPatch {
  if (isRotating(read, now)) {
    if (replaces_unseen) return {};
    if (overlap_hours > 0) throw rotationRunningError();
  }
  if (overlap_hours === 0) return NO_PREVIOUS_SECRET;
  return { previous_hash: read.secret_hash, previous_valid_until: now + overlap_hours * HOUR_MS };
}

/** Whether the secret before the last rotation still works. */
export function isRotating({ previous_valid_until }: CredentialRow, now: number): boolean {
  return previous_valid_until !== null && previous_valid_until > now;
}

/** Ends a credential for good; one that was revoked before stays as it is. 404. */
export async function revokeCredential(control: OrgControl, id: number): Promise<CredentialRow> {
  return await changeCredential(control, id, ({ kind, revoked_at }) => ({
    patch: { revoked_at: revoked_at ?? control.now, ...NO_PREVIOUS_SECRET },
    action: "credential.revoked",
    details: { kind },
  }));
}

const NO_PREVIOUS_SECRET = { previous_hash: null, previous_valid_until: null };

/** What is kept of a secret: its SHA-256, and its end to tell it by (docs/spec/authentication.md#secrets). */
async function secretColumns(secret: string) {
  return { secret_hash: await sha256Hex(secret), hint: secret.slice(-4) };
}

/** The columns of what is said, but for the name: lists are kept as their text. */
function toColumns({ scopes, expires_at, daily_quota, rate_limit, allowed_ips }: CredentialSettingsPatch) {
  return {
    expires_at,
    daily_quota,
    rate_limit,
    scopes: scopes === undefined ? undefined : JSON.stringify([...new Set(scopes)]),
    allowed_ips: allowed_ips === undefined ? undefined : JSON.stringify(allowed_ips),
  };
}

/** Columns as people read them: lists as lists, moments as their text. */
function toReadable(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value === "string" && (name === "scopes" || name === "allowed_ips")) return [name, JSON.parse(value)];
    return [name, name === "expires_at" && typeof value === "number" ? momentText(value) : value];
  };
  return Object.fromEntries(Object.entries(columns).map(shown));
}
