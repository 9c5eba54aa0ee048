import type { CredentialKind } from "../../platform/crypto/credential-secret";
import { V1_SCOPES, V2_SCOPES } from "../../platform/http/scopes";
import { conflict, invalid, notFound, type ApiError } from "../../platform/api-error";
import { retryOnConflict } from "../../platform/db/change";
import { type CredentialChange, type CredentialRow, findCredentialForUpdate, patchCredential } from "../control.sql.ts";
import type { OrgControl } from "../org-control";

/**
 * Changes a credential. The change is in force for every request that starts after this has ended
 * (docs/spec/authentication.md#changes-in-force).
 *
 * The gate is told first of the version that is about to be: from then on no request is admitted by what an isolate has
 * cached, each reads the credential anew, and so finds the change as soon as it is written. Whatever fails, the call can
 * be repeated: where the gate was not told, nothing is changed; where the write failed, requests go on reading anew
 * until the next change. Where a rotation was written and its answer lost, its repetition says so (`replaces_unseen`).
 */
export async function changeCredential(
  control: OrgControl,
  id: number,
  /** What to change in the credential as it is, null: nothing; it may refuse. Called again where another change came first. */
  decide: (row: CredentialRow) => CredentialChange | null | Promise<CredentialChange | null>,
): Promise<CredentialRow> {
  return await retryOnConflict(
    async () => {
      const row = await findCredentialForUpdate(control, id);
      if (row === null) throw notFound();
      const change = await decide(row);
      if (change === null) return row;
      await control.author.announceVersion(row.id, row.version + 1);
      return await patchCredential(control, row, change);
    },
    () => conflict("concurrent_change", "This credential is being changed by others; try again."),
  );
}

/** 409 for a credential that was revoked: it stays so for good. */
export function assertNotRevoked({ revoked_at }: CredentialRow): void {
  if (revoked_at !== null) throw conflict("credential_revoked", "This credential was revoked.");
}

/** 409 for a rotation within another's overlap: it would end the secret that may still be the one in use. */
export function rotationRunningError(): ApiError {
  const message =
    "A rotation is running; say replaces_unseen if its secret was never received, or overlap_hours 0 to end both secrets now.";
  return conflict("rotation_running", message);
}

/** 409 for a credential that has expired. */
export function assertNotExpired({ expires_at }: CredentialRow, now: number): void {
  if (expires_at !== null && expires_at <= now)
    throw conflict("credential_expired", "This credential has expired; change expires_at first.");
}

/** What the members of an organization may give their own credentials. */
export interface CredentialLimits {
  /** Requests per 60 s of one credential. */
  maxRateLimit: number;
  /** Credentials of an organization that are not revoked. */
  maxCredentials: number;
}

/** The limits of the console. The operator API has none: whoever pays for the instance may go higher. */
export const CONSOLE_LIMITS: CredentialLimits = { maxRateLimit: 6000, maxCredentials: 100 };

/** 400 for a rate limit above the maximum. */
export function assertRateLimit(limits: CredentialLimits | null, rateLimit: number | null | undefined): void {
  if (limits === null || (rateLimit ?? 0) <= limits.maxRateLimit) return;
  const message = `At most ${limits.maxRateLimit}. Ask the operator of this instance for a higher limit.`;
  throw invalid("rate_limit", "rate_limit_too_high", message);
}

/** 409 for one credential too many. */
export function credentialLimitError({ maxCredentials }: CredentialLimits): ApiError {
  const message = `An organization has at most ${maxCredentials} API keys and tokens. Revoke one that is no longer used first.`;
  return conflict("credential_limit", message, { limit: maxCredentials });
}

/** The scopes that a kind of credential can have (docs/spec/scopes.md). */
export function scopesOf(kind: CredentialKind): readonly string[] {
  return Object.keys(kind === "api_key" ? V1_SCOPES : V2_SCOPES);
}

/** Which of these scopes (by index) a kind of credential does not have, and what was expected. */
export function unknownScopes(kind: CredentialKind, scopes: readonly string[]): { index: number; message: string }[] {
  const known = scopesOf(kind);
  const message = `Expected one of ${known.join(", ")}.`;
  return scopes.flatMap((scope, index) => (known.includes(scope) ? [] : [{ index, message }]));
}
