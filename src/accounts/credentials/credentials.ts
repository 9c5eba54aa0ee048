import { type CredentialKind, newSecret } from "../../platform/crypto/credential-secret";
import { sha256Hex } from "../../platform/crypto/digest";
import { differences } from "../audit-log/audit-log.sql.ts";
import { createCredential, type CredentialPatch, type CredentialRow, findCredentialById } from "../control.sql.ts";
import { WriteConflict } from "../../platform/db/change";
import type { OrgControl } from "../org-control";
import type { Reads } from "../../platform/db/session";
import { parseStored } from "../../platform/reading/json";
import type { Region } from "../../platform/values/region";
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
  OPERATOR_LIMITS,
  unknownScopes,
} from "./change-credential";

export { listCredentials } from "../control.sql.ts";
export { DEFAULT_RATE_LIMIT } from "../../platform/gate/rate-window";

const HOUR_MS = 3_600_000;

export interface CredentialSettings {
  name: string;
  scopes: string[];
  /** ms since 1970. Null: never. */
  expires_at: number | null;
  /** Requests per UTC day. Null: any number. */
  daily_quota: number | null;
  /** Requests per 60 s. Null: DEFAULT_RATE_LIMIT. */
  rate_limit: number | null;
  reads: Reads;
  /** CIDR ranges. Empty: any address. */
  allowed_ips: string[];
}

export type CredentialSettingsPatch = { [K in keyof CredentialSettings]?: CredentialSettings[K] | undefined };

/** A credential with its new secret, which is known only at this time. */
export interface IssuedSecret {
  row: CredentialRow;
  secret: string;
}

/** What a credential keeps from its creation. */
interface NewCredentialFields {
  kind: CredentialKind;
  /** Where its gate is created. Null: near the first request. */
  region: Region | null;
  /** The supplier that it is limited to. Null: none. */
  supplier_id: string | null;
}

/** Creates a credential. The caller has checked its scopes. Throws 400 Bad Request and 409 Conflict beyond `limits`. */
export async function issueCredential(
  control: OrgControl,
  { kind, region, supplier_id, ...settings }: CredentialSettings & NewCredentialFields,
  limits = OPERATOR_LIMITS,
): Promise<IssuedSecret> {
  assertRateLimit(limits, settings.rate_limit);
  const secret = newSecret(kind);
  const columns = toColumns(settings);
  const row = { name: settings.name, kind, region, supplier_id, ...columns, ...(await secretColumns(secret)) };
  try {
    const options = {
      details: { kind, region, ...(supplier_id !== null && { supplier_id }), ...toReadable(columns) },
      max: limits.maxCredentials,
    };
    return { row: await createCredential(control, row, options), secret };
  } catch (error) {
    // The limit is the only possible conflict, because the secret is new.
    throw error instanceof WriteConflict ? credentialLimitError(limits) : error;
  }
}

/** Reads one credential of this kind. Throws 404 Not Found. */
export async function readCredential(control: OrgControl, kind: CredentialKind, id: number): Promise<CredentialRow> {
  const row = await findCredentialById(control, id);
  if (row === null || row.kind !== kind) throw notFound();
  return row;
}

/**
 * Changes the settings of a credential. Unchanged values, such as the same scopes in another order, are not a change. Throws 400 Bad
 * Request for a scope that its kind does not have, 404 Not Found, 409 Conflict for a revoked credential, 412 Precondition Failed if it does
 * not have the `expectedVersion`.
 */
export async function updateCredential(
  control: OrgControl,
  id: number,
  {
    settings,
    expectedVersion,
    limits = OPERATOR_LIMITS,
  }: { settings: CredentialSettingsPatch; expectedVersion?: number | undefined; limits?: CredentialLimits },
): Promise<CredentialRow> {
  return await changeCredential(control, id, (row) => {
    assertVersion(row.version, expectedVersion);
    const violations = unknownScopes(row, settings.scopes ?? []);
    if (violations.length > 0) {
      const detailOf = ({ index, message }: { index: number; message: string }) => ({
        path: `scopes[${index}]`,
        code: "unknown_scope",
        message,
      });
      throw new ApiError("validation_error", violations.map(detailOf));
    }
    assertNotRevoked(row);
    // A higher limit that the operator has set may stay.
    if (settings.rate_limit !== row.rate_limit) assertRateLimit(limits, settings.rate_limit);
    const isSameScopes = settings.scopes !== undefined && hasSameScopes(row, settings.scopes);
    const patch = { name: settings.name, ...toColumns(isSameScopes ? { ...settings, scopes: undefined } : settings) };
    const set = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    const changed = differences(toReadable(row), toReadable(set));
    if (Object.keys(changed).length === 0) return null;
    return { patch, action: "credential.updated", details: { kind: row.kind, ...changed } };
  });
}

function hasSameScopes(row: CredentialRow, scopes: readonly string[]): boolean {
  const [current, requested] = [new Set(parseStored<string[]>(row.scopes)), new Set(scopes)];
  return current.size === requested.size && [...requested].every((scope) => current.has(scope));
}

export interface Rotation {
  /** How many hours the previous secret stays valid (docs/spec/authentication.md#rotation). */
  overlap_hours: number;
  /** The newest secret was never received. It is replaced, and the secret before it keeps its overlap. */
  replaces_unseen: boolean;
}

/**
 * Gives a credential a new secret. Throws 404 Not Found; 409 Conflict for a revoked or expired credential, and while another rotation runs.
 */
export async function rotateCredential(control: OrgControl, id: number, rotation: Rotation): Promise<IssuedSecret> {
  let secret = "";
  const row = await changeCredential(control, id, async (current) => {
    assertNotRevoked(current);
    assertNotExpired(current, control.now);
    const previous = previousColumns(current, rotation, control.now);
    secret = newSecret(current.kind);
    const columns = await secretColumns(secret);
    const details = { kind: current.kind, ...rotation, ...differences({ hint: current.hint }, { hint: columns.hint }) };
    return { patch: { ...columns, ...previous }, action: "credential.rotated", details };
  });
  return { row, secret };
}

/**
 * The columns of the previous secret after a rotation. Throws 409 Conflict while another rotation runs, unless the options say how to treat
 * its secrets.
 */
function previousColumns(row: CredentialRow, { overlap_hours, replaces_unseen }: Rotation, now: number): CredentialPatch {
  if (isRotating(row, now)) {
    if (replaces_unseen) return {};
    if (overlap_hours > 0) throw rotationRunningError({ hasReplacesUnseen: true });
  }
  if (overlap_hours === 0) return NO_PREVIOUS_SECRET;
  return { previous_hash: row.secret_hash, previous_valid_until: now + overlap_hours * HOUR_MS };
}

/** Whether the secret before the last rotation still works. */
export function isRotating({ previous_valid_until }: CredentialRow, now: number): boolean {
  return previous_valid_until !== null && previous_valid_until > now;
}

/** Revokes a credential permanently. The time of an earlier revocation stays. Throws 404 Not Found. */
export async function revokeCredential(control: OrgControl, id: number): Promise<CredentialRow> {
  return await changeCredential(control, id, ({ kind, revoked_at }) => ({
    patch: { revoked_at: revoked_at ?? control.now, ...NO_PREVIOUS_SECRET },
    action: "credential.revoked",
    details: { kind },
  }));
}

const NO_PREVIOUS_SECRET = { previous_hash: null, previous_valid_until: null };

/** The columns of a secret: its SHA-256, and its last characters as a hint (docs/spec/authentication.md#secrets). */
async function secretColumns(secret: string) {
  return { secret_hash: sha256Hex(secret), hint: secret.slice(-4) };
}

/** The columns of the settings except the name. Lists are stored as JSON text. */
function toColumns({ scopes, expires_at, daily_quota, rate_limit, reads, allowed_ips }: CredentialSettingsPatch) {
  return {
    expires_at,
    daily_quota,
    rate_limit,
    reads,
    scopes: scopes === undefined ? undefined : JSON.stringify([...new Set(scopes)]),
    allowed_ips: allowed_ips === undefined ? undefined : JSON.stringify(allowed_ips),
  };
}

/** Columns in a readable form: lists as arrays, times as text. */
function toReadable(columns: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const convert = ([name, value]: [string, unknown]): [string, unknown] => {
    if (typeof value === "string" && (name === "scopes" || name === "allowed_ips")) return [name, parseStored(value)];
    return [name, name === "expires_at" && typeof value === "number" ? momentText(value) : value];
  };
  return Object.fromEntries(Object.entries(columns).map(convert));
}
