import ipaddr from "ipaddr.js";
import * as z from "zod";
import { listSchema, listQuery } from "../../platform/http/input/lists";
import { patchBody, requiredText } from "../../platform/http/input/text";
import { unknownScopes } from "./change-credential";
import { IntegerId } from "../../platform/http/input/query";

export const CredentialPath = z.object({ id: IntegerId, credential_id: IntegerId });

/** An address alone means itself. Old spellings of IPv4 (`1.2.3`, `0x7f.1`) are refused: they are seldom meant. */
const cidr = z
  .string()
  .transform((text) => (text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`))
  .refine((text) => ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text), {
    error: "Expected an IP address or a CIDR range.",
    params: { code: "invalid_ip" },
  });

/** A moment, ms since 1970. An offset can carry a year out of the four digits that an answer has. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((time) => time >= 0 && time < Date.UTC(10_000, 0), {
    error: "Expected a time from 1970 to 9999.",
    params: { code: "invalid_time" },
  });

/** What can be said of a credential, and changed later. `rate_limit` is in requests per 60 s. */
const FIELDS = {
  name: requiredText(255),
  scopes: z.array(z.string()).min(1).max(100),
  expires_at: moment.nullable(),
  daily_quota: z.int().min(1).max(1e9).nullable(),
  rate_limit: z.int().min(1).max(1e6).nullable(),
  allowed_ips: z.array(cidr).max(100),
};

/** A credential (docs/spec/operator.md#credentials). */
export const NewCredential = z
  .object({
    kind: z.enum(["api_key", "api_token"]),
    ...FIELDS,
    expires_at: FIELDS.expires_at.default(null),
    daily_quota: FIELDS.daily_quota.default(null),
    rate_limit: FIELDS.rate_limit.default(null),
    allowed_ips: FIELDS.allowed_ips.default([]),
  })
  .superRefine(({ kind, scopes }, ctx) => {
    for (const { index, message } of unknownScopes(kind, scopes)) {
      ctx.addIssue({ code: "custom", path: ["scopes", index], message, params: { code: "unknown_scope" } });
    }
  });

/** PATCH merges: what is left out stays, null clears. Which scopes there are depends on the credential's kind. */
export const CredentialChanges = patchBody(z.object(FIELDS).partial(), "CredentialChanges");

/** For so many hours the secret before this one still opens what it opened (docs/spec/authentication.md#rotation). */
export const Rotation = z.object({
  overlap_hours: z.int().min(0).max(72).default(24),
  replaces_unseen: z
    .boolean()
    .default(false)
    .describe("The newest secret was never received: it is replaced, and the one before it keeps its hours."),
});

export const CredentialListQuery = z.object(listQuery);

export const CredentialAnswer = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  kind: z.enum(["api_key", "api_token"]),
  name: z.string(),
  scopes: z.array(z.string()),
  hint: z.string(),
  /** Until then the secret before the last rotation works too; null where it does not. */
  previous_valid_until: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  daily_quota: z.int().nullable(),
  rate_limit: z.int().nullable(),
  allowed_ips: z.array(z.string()),
  revoked_at: z.iso.datetime().nullable(),
  /** To the hour; null where it never was. */
  last_used_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

export const CredentialList = listSchema(CredentialAnswer);

/** The secret is in this one answer alone. */
export const NewCredentialAnswer = CredentialAnswer.extend({ secret: z.string() });
