import * as z from "zod";
import { CurrencyInput, requiredText } from "../platform/http/input/text";
import { PASSWORD_LENGTH } from "./sign-in/password-rules";
import { isZone } from "../platform/values/zone";
import { REGION_CODES } from "../platform/values/region";
import { IntegerId } from "../platform/http/input/query";

const Timezone = z.string().refine(isZone, { error: "Expected an IANA time zone name.", params: { code: "invalid_timezone" } });

/** So that no chosen id uses up the ids that follow. */
const MAX_CHOSEN_ID = 1_000_000_000;

export const NewOrganization = z.object({
  /** The id that an exported organization had, to restore it under that id. Null: the next one. */
  id: z.int().min(1).max(MAX_CHOSEN_ID).nullable().default(null),
  name: requiredText(255),
  currency: CurrencyInput.default("USD"),
  timezone: Timezone.default("UTC"),
  /** Number of the database for its rows. Null: the newest one that has room, in the region if one is given. */
  database: z.int().min(0).nullable().default(null),
  region: z.enum(REGION_CODES).nullable().default(null),
  for_restore: z
    .boolean()
    .default(false)
    .describe("Whether the organization is closed until an export has been restored into it. `DELETE …/restore` removes it if it has not."),
});

/** The settings of an organization, which are changed all at once. */
export const OrganizationSettings = z.object({
  name: requiredText(255),
  currency: CurrencyInput,
  timezone: Timezone,
  /** Whether an order's status follows its items (docs/spec/orders.md#status-from-items). */
  roll_up_status: z.boolean(),
});

export const OrganizationResponse = z.strictObject({
  id: z.int(),
  name: z.string(),
  currency: z.string(),
  timezone: z.string(),
  database: z.int(),
  created_at: z.iso.datetime(),
});

export const OrganizationPath = z.object({ id: IntegerId });

/** 64 characters, an @ and a domain of 255. */
export const MAX_EMAIL_LENGTH = 320;

export const NewMember = z.object({
  email: z.email().max(MAX_EMAIL_LENGTH),
  password: z
    .string()
    .min(PASSWORD_LENGTH.min)
    // Zod counts UTF-16 units, of which a character has up to two.
    .max(2 * PASSWORD_LENGTH.max)
    .nullable()
    .default(null),
  role: z.enum(["owner", "admin", "member", "viewer"]),
  money: z
    .boolean()
    .optional()
    .describe(
      "Whether the person may see costs, profit, expenses, payroll and analytics. Owners and admins always may. If it is absent, a member keeps what they have, and a new one may not.",
    ),
});

/** The role and the permission that the console gives a member. */
export const AccessChange = z.object({ role: NewMember.shape.role, money: z.boolean() });

/** A person whom the console invites. They choose their password themselves. */
export const MemberToInvite = AccessChange.extend({ email: NewMember.shape.email });

export const MemberResponse = z.strictObject({
  user_id: z.int(),
  organization_id: z.int(),
  email: z.string(),
  role: z.string(),
  money: z.boolean(),
});

/** Whether signing in with the password needs a code of an app, too. */
export const SecondFactorResponse = z.strictObject({ user_id: z.int(), second_factor: z.boolean() });

export const MemberPath = z.object({ id: IntegerId, user_id: IntegerId });

/** A link to choose a password: `path` on this host. Only this response contains it. */
export const InvitationResponse = z.strictObject({ path: z.string(), expires_at: z.iso.datetime() });
