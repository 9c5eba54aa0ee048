import ipaddr from "ipaddr.js";
import { z } from "zod";
import { readCurrency } from "../domain/currency";
import { PLATFORMS, STORE_TYPES } from "../domain/stores/store-kinds";
import { isZone } from "../domain/zone";
import { IntegerId } from "../http/query";
import { V1_SCOPES, V2_SCOPES } from "../http/scopes";

const Currency = z.string().transform((text, ctx) => {
  const code = readCurrency(text);
  if (code !== null) return code;
  ctx.addIssue({ code: "custom", message: "Expected a currency code of ISO 4217.", params: { code: "invalid_currency" } });
  return z.NEVER;
});

export const NewOrganization = z.object({
  name: z.string().trim().min(1).max(255),
  currency: Currency.default("USD"),
  timezone: z
    .string()
    .refine(isZone, { error: "Expected an IANA timezone name.", params: { code: "invalid_timezone" } })
    .default("UTC"),
});

export const OrganizationAnswer = z.strictObject({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  timezone: z.string(),
  created_at: z.iso.datetime(),
});

export const OrganizationPath = z.object({ id: IntegerId });
export const CredentialPath = z.object({ id: IntegerId, credential_id: IntegerId });

/** An address alone means itself. Old spellings of IPv4 (`1.2.3`, `0x7f.1`) are refused: they are seldom meant. */
const cidr = z
  .string()
  .transform((text) => (text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`))
  .refine((text) => ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text), {
    error: "Expected an IP address or a CIDR range.",
    params: { code: "invalid_ip" },
  });

/** A credential (decisions M, J). `rate_limit` is in requests per 60 s. */
export const NewCredential = z
  .object({
    kind: z.enum(["api_key", "api_token"]),
    name: z.string().trim().min(1).max(255),
    scopes: z.array(z.string()).min(1),
    expires_at: z.iso.datetime({ offset: true }).nullable().default(null),
    daily_quota: z.int().min(1).max(1e9).nullable().default(null),
    rate_limit: z.int().min(1).max(1e6).nullable().default(null),
    allowed_ips: z.array(cidr).max(100).default([]),
  })
  .superRefine(({ kind, scopes }, ctx) => {
    const known = Object.keys(kind === "api_key" ? V1_SCOPES : V2_SCOPES);
    scopes.forEach((scope, index) => {
      if (known.includes(scope)) return;
      const message = `Expected one of ${known.join(", ")}.`;
      ctx.addIssue({ code: "custom", path: ["scopes", index], message, params: { code: "unknown_scope" } });
    });
  });

export const CredentialAnswer = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  kind: z.enum(["api_key", "api_token"]),
  name: z.string(),
  scopes: z.array(z.string()),
  hint: z.string(),
  expires_at: z.iso.datetime().nullable(),
  daily_quota: z.int().nullable(),
  rate_limit: z.int().nullable(),
  allowed_ips: z.array(z.string()),
  revoked_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

/** The secret is in this one answer alone. */
export const NewCredentialAnswer = CredentialAnswer.extend({ secret: z.string() });

export const NewStore = z.object({
  name: z.string().trim().min(1).max(255),
  code: z.string().trim().min(1).max(64).nullable().default(null),
  platform: z.enum(PLATFORMS),
  type: z.enum(STORE_TYPES).nullable().default(null),
  currency: Currency.optional(),
});

export const StoreAnswer = z.strictObject({
  id: z.int(),
  name: z.string(),
  code: z.string().nullable(),
  platform: z.string(),
  currency: z.string(),
  type: z.string().nullable(),
  is_active: z.boolean(),
  organization_id: z.int(),
});

export const NewMember = z.object({
  email: z.email().max(320),
  password: z.string().min(12).max(128).nullable().default(null),
  role: z.enum(["owner", "admin", "member", "viewer"]),
});

export const MemberAnswer = z.strictObject({ user_id: z.int(), organization_id: z.int(), email: z.string(), role: z.string() });
