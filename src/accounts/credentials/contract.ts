import ipaddr from "ipaddr.js";
import * as z from "zod";
import { listSchema, listQuery } from "../../platform/http/input/lists";
import { patchBody, requiredText } from "../../platform/http/input/text";
import { unknownScopes } from "./change-credential";
import { REGION_CODES } from "../../platform/values/region";
import { IntegerId } from "../../platform/http/input/query";

export const CredentialPath = z.object({ id: IntegerId, credential_id: IntegerId });

/** A CIDR range or a single address. Rejects the short and hexadecimal forms of IPv4 (`1.2.3`, `0x7f.1`), which are usually mistakes. */
const cidr = z
  .string()
  .transform((text) => (text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`))
  .refine((text) => ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text), {
    error: "Expected an IP address or a CIDR range.",
    params: { code: "invalid_ip" },
  });

/** A time, in ms since 1970. The range is checked because an offset can move the year beyond four digits. */
const moment = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))
  .refine((time) => time >= 0 && time < Date.UTC(10_000, 0), {
    error: "Expected a time from 1970 to 9999.",
    params: { code: "invalid_time" },
  });

/** The settings of a credential. `rate_limit` is in requests per 60 s. */
const FIELDS = {
  name: requiredText(255),
  scopes: z.array(z.string()).min(1).max(100),
  expires_at: moment.nullable(),
  daily_quota: z.int().min(1).max(1e9).nullable(),
  rate_limit: z.int().min(1).max(1e6).nullable(),
  reads: z.enum(["primary", "nearest"]).describe("The database that reads go to: `primary`, or the `nearest` replica."),
  allowed_ips: z.array(cidr).max(100),
};

const Region = z
  .enum(REGION_CODES)
  .nullable()
  .describe(
    "The region where the requests come from. The credential's limits and idempotency keys are stored there. It cannot be changed later.",
  );

const SupplierId = z
  .string()
  .regex(/^sup_[0-9A-Za-z_]{1,60}$/)
  .nullable()
  .describe(
    "The only supplier whose supplier orders an API token may see and change. `null`: it is not limited. It cannot be changed later.",
  );

/** A credential (docs/spec/operator.md#credentials). */
export const NewCredential = z
  .object({
    kind: z.enum(["api_key", "api_token"]),
    ...FIELDS,
    expires_at: FIELDS.expires_at.default(null),
    daily_quota: FIELDS.daily_quota.default(null),
    rate_limit: FIELDS.rate_limit.default(null),
    reads: FIELDS.reads.default("primary"),
    allowed_ips: FIELDS.allowed_ips.default([]),
    region: Region.default(null),
    supplier_id: SupplierId.default(null),
  })
  .superRefine(({ kind, scopes, supplier_id }, ctx) => {
    if (kind === "api_key" && supplier_id !== null) {
      const message = "Only an API token can be limited to a supplier.";
      ctx.addIssue({ code: "custom", path: ["supplier_id"], message, params: { code: "invalid_supplier" } });
    }
    for (const { index, message } of unknownScopes({ kind, supplier_id }, scopes)) {
      ctx.addIssue({ code: "custom", path: ["scopes", index], message, params: { code: "unknown_scope" } });
    }
  });

/**
 * A merge patch: absent fields stay unchanged, and null clears a field. The handler checks the scopes, which depend on the credential's
 * kind.
 */
export const CredentialChanges = patchBody(z.object(FIELDS).partial(), "CredentialChanges");

/** For `overlap_hours` the previous secret stays valid (docs/spec/authentication.md#rotation). */
export const Rotation = z.object({
  overlap_hours: z.int().min(0).max(72).default(24),
  replaces_unseen: z
    .boolean()
    .default(false)
    .describe("Set this if you never received the newest secret: it is replaced, and the previous one stays valid as before."),
});

export const CredentialListQuery = z.object(listQuery);

export const CredentialResponse = z.strictObject({
  id: z.int(),
  organization_id: z.int(),
  kind: z.enum(["api_key", "api_token"]),
  name: z.string(),
  scopes: z.array(z.string()),
  /** The last four characters of its secret. */
  hint: z.string(),
  /** Until when the secret before the last rotation also works. Null if it does not. */
  previous_valid_until: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  daily_quota: z.int().nullable(),
  rate_limit: z.int().nullable(),
  reads: FIELDS.reads,
  region: Region,
  supplier_id: z.string().nullable(),
  allowed_ips: z.array(z.string()),
  revoked_at: z.iso.datetime().nullable(),
  /** Accurate to the hour. Null if it was never used. */
  last_used_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

export const CredentialList = listSchema(CredentialResponse);

/** Only this response contains the secret. */
export const CreatedCredential = CredentialResponse.extend({ secret: z.string() });
