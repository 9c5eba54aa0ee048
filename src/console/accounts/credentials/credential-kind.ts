import type { CredentialRow } from "../../../accounts/control.sql.ts";
import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { V1_SCOPES, V2_SCOPES } from "../../../platform/http/scopes";

export interface KindLabels {
  kind: CredentialKind;
  path: "/settings/api-tokens" | "/settings/api-keys";
  plural: string;
  /** As in "Create API token". */
  one: string;
  /** As in "Copy token". */
  short: string;
  lead: string;
}

export const TOKENS: KindLabels = {
  kind: "api_token",
  path: "/settings/api-tokens",
  plural: "API tokens",
  one: "API token",
  short: "token",
  lead: "For scripts, automations and agents that use API v2: orders, fulfillments, tickets and webhooks.",
};

export const KEYS: KindLabels = {
  kind: "api_key",
  path: "/settings/api-keys",
  plural: "API keys",
  one: "API key",
  short: "key",
  lead: "For tools that use the Public V1 API: reading orders, and managing products and expenses.",
};

/** A curl command for a first request. It works with any scopes. */
export function firstCurl(kind: CredentialKind, origin: string, secret: string): string {
  return kind === "api_token"
    ? `curl ${origin}/api/v2/me \\\n  -H "Authorization: Bearer ${secret}"`
    : `curl ${origin}/me \\\n  -H "x-api-key: ${secret}"`;
}

export type CredentialState = "active" | "expired" | "revoked";

export function stateOf({ revoked_at, expires_at }: CredentialRow, now: number): CredentialState {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && expires_at <= now ? "expired" : "active";
}

/** The scopes of a kind of credential with their labels, in display order. */
export function scopeLabels(kind: CredentialKind): readonly (readonly [scope: string, label: { name: string; description: string }])[] {
  return Object.entries(kind === "api_key" ? V1_SCOPES : V2_SCOPES);
}

/** The short name of a scope. Returns an unknown scope unchanged. */
export function scopeName(kind: CredentialKind, scope: string): string {
  return scopeLabels(kind).find(([name]) => name === scope)?.[1].name ?? scope;
}

/** The names of scopes, or that they are all. */
export function scopesText(kind: CredentialKind, scopes: readonly string[]): string {
  if (scopes.length === scopeLabels(kind).length) return "All scopes";
  return scopes.map((scope) => scopeName(kind, scope)).join(", ");
}

export const PRESETS = ["read", "everything"] as const;

export type Preset = (typeof PRESETS)[number];

export function presetScopes(kind: CredentialKind, preset: Preset): string[] {
  const all = scopeLabels(kind).map(([scope]) => scope);
  return preset === "everything" ? all : all.filter((scope) => scope.endsWith(":read"));
}
