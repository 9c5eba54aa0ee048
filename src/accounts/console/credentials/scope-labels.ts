import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { V1_SCOPES, V2_SCOPES } from "../../../platform/http/scopes";

/** The scopes of a kind of credential with their labels, in the order in which they are offered. */
export function scopeLabels(kind: CredentialKind): readonly (readonly [scope: string, label: { name: string; description: string }])[] {
  return Object.entries(kind === "api_key" ? V1_SCOPES : V2_SCOPES);
}

/** A scope's short name; the scope itself where it is none of the kind's. */
export function scopeName(kind: CredentialKind, scope: string): string {
  return scopeLabels(kind).find(([name]) => name === scope)?.[1].name ?? scope;
}

/** What a new credential's scopes can begin with. */
export const PRESETS = ["read", "everything"] as const;

/** A preset's name in the address. */
export type Preset = (typeof PRESETS)[number];

/** The scopes of a preset. */
export function presetScopes(kind: CredentialKind, preset: Preset): string[] {
  const all = scopeLabels(kind).map(([scope]) => scope);
  return preset === "everything" ? all : all.filter((scope) => scope.endsWith(":read"));
}
