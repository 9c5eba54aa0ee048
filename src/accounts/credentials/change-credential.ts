import type { CredentialKind } from "../../platform/crypto/credential-secret";
import { SUPPLIER_SCOPES, V1_SCOPES, V2_SCOPES } from "../../platform/http/scopes";
import { conflict, invalid, notFound, type ApiError } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import { type CredentialChange, type CredentialRow, findCredentialForUpdate, patchCredential } from "../control.sql.ts";
import type { OrgControl } from "../org-control";

/**
 * Changes a credential. The change applies to every request that starts after this function has returned
 * (docs/spec/authentication.md#changes-in-force).
 *
 * The gate learns the next version first. From then on it admits no request with a cached record. Each request reads the credential from
 * the database, and so uses the change as soon as it is committed. The call can be repeated after any failure. If the gate was not
 * reached, nothing has changed. If the write failed, requests read the credential from the database until the next change. If the
 * response to a rotation was lost, repeat the rotation with `replaces_unseen`.
 */
export async function changeCredential(
  control: OrgControl,
  id: number,
  /** Returns the change, or null for none. May throw. Called again if the credential has been changed since it was read. */
  decide: (row: CredentialRow) => CredentialChange | null | Promise<CredentialChange | null>,
): Promise<CredentialRow> {
  return await retryOnConflict(
    async () => {
      const row = await findCredentialForUpdate(control, id);
      if (row === null) throw notFound();
      const change = await decide(row);
      if (change === null) return row;
      await control.author.announceVersion(row, row.version + 1);
      return await patchCredential(control, row, change);
    },
    () => conflict("concurrent_change", "This credential was changed at the same time. Try again."),
  );
}

/** Throws 409 Conflict for a revoked credential, because a revocation is final. */
export function assertNotRevoked({ revoked_at }: CredentialRow): void {
  if (revoked_at !== null) throw conflict("credential_revoked", "This credential was revoked.");
}

/**
 * 409 Conflict for a rotation during another one's overlap, because it would end the previous secret, which may still be in use. The
 * message names `replaces_unseen` only if the request has this field.
 */
export function rotationRunningError({ hasReplacesUnseen }: { hasReplacesUnseen: boolean }): ApiError {
  const unseen = hasReplacesUnseen ? "replaces_unseen if its secret was never received, or " : "";
  return conflict("rotation_running", `A rotation is running. Set ${unseen}overlap_hours to 0 to end both secrets now.`);
}

/** Throws 409 Conflict for a credential that has expired. */
export function assertNotExpired({ expires_at }: CredentialRow, now: number): void {
  if (expires_at !== null && expires_at <= now)
    throw conflict("credential_expired", "This credential has expired. Change expires_at first.");
}

export interface CredentialLimits {
  /** Requests per 60 s of a credential. */
  maxRateLimit: number;
  /** Number of credentials of an organization that are not revoked. */
  maxCredentials: number;
}

export const CONSOLE_LIMITS: CredentialLimits = { maxRateLimit: 6000, maxCredentials: 100 };

/** The limits of the operator API. The number of credentials is limited because the request that deletes an organization calls the gate of each. */
export const OPERATOR_LIMITS: CredentialLimits = { maxRateLimit: Infinity, maxCredentials: 500 };

/** Throws 400 Bad Request for a rate limit above the maximum. */
export function assertRateLimit(limits: CredentialLimits, rateLimit: number | null | undefined): void {
  if ((rateLimit ?? 0) <= limits.maxRateLimit) return;
  const message = `At most ${limits.maxRateLimit}. Ask the operator of this instance for a higher limit.`;
  throw invalid("rate_limit", "rate_limit_too_high", message);
}

/** 409 Conflict for more credentials than the organization may have. */
export function credentialLimitError({ maxCredentials }: CredentialLimits): ApiError {
  const message = `An organization has at most ${maxCredentials} API keys and tokens. Revoke one that is no longer used first.`;
  return conflict("credential_limit", message, { limit: maxCredentials });
}

/** The scopes that a kind of credential can have (docs/spec/scopes.md). */
export function scopesOf(kind: CredentialKind): readonly string[] {
  return Object.keys(kind === "api_key" ? V1_SCOPES : V2_SCOPES);
}

/** The scopes that a credential can't have. One that is limited to a supplier has only those of supplier orders. */
export function unknownScopes(
  { kind, supplier_id }: { kind: CredentialKind; supplier_id: string | null },
  scopes: readonly string[],
): { index: number; message: string }[] {
  const known = supplier_id === null ? scopesOf(kind) : SUPPLIER_SCOPES;
  const message = `Expected one of ${known.join(", ")}.`;
  return scopes.flatMap((scope, index) => (known.includes(scope) ? [] : [{ index, message }]));
}
