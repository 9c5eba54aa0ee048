import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { V1_SCOPES, V2_SCOPES } from "../../../platform/http/scopes";

/** The scopes of a kind of credential with their labels, in display order. */
export function scopeLabels(kind: CredentialKind): readonly (readonly [scope: string, label: { name: string; description: string }])[] {
  return Object.entries(kind === "api_key" ? V1_SCOPES : V2_SCOPES);
}

/** The short name of a scope. Returns an unknown scope unchanged. */
export function scopeName(kind: CredentialKind, scope: string): string {
  return scopeLabels(kind).find(([name]) => name === scope)?.[1].name ?? scope;
}

/** Sets of scopes that a new credential can start with. */
export const PRESETS = ["read", "everything"] as const;

/** The name of a preset, as in the address. */
export type Preset = (typeof PRESETS)[number];

/** The scopes of a preset. */
export function presetScopes(kind: CredentialKind, preset: Preset): string[] {
  const all = scopeLabels(kind).map(([scope]) => scope);
  return preset === "everything" ? all : all.filter((scope) => scope.endsWith(":read"));
}
