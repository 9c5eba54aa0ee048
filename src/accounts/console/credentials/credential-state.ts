import type { CredentialRow } from "../../control.sql.ts";

export type CredentialState = "active" | "expired" | "revoked";

/** Whether a credential opens anything at `now`, and why not. */
export function stateOf({ revoked_at, expires_at }: CredentialRow, now: number): CredentialState {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}
