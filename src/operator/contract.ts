import * as z from "zod";
import { CurrencyInput, requiredText } from "../api/text";
import { PLATFORMS, STORE_TYPES } from "../domain/stores/store-kinds";
import { isZone } from "../domain/zone";
import { IntegerId } from "../http/query";

export const NewOrganization = z.object({
  name: requiredText(255),
  currency: CurrencyInput.default("USD"),
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

export const NewStore = z.object({
  name: requiredText(255),
  code: requiredText(64).nullable().default(null),
  platform: z.enum(PLATFORMS),
  type: z.enum(STORE_TYPES).nullable().default(null),
  currency: CurrencyInput.optional(),
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
