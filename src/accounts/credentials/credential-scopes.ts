import type { CredentialKind } from "../../platform/crypto/credential-secret";
import { V1_SCOPES, V2_SCOPES } from "../../platform/http/scopes";

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
