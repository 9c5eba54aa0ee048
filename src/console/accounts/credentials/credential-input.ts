import * as z from "zod";
import type { CredentialRow } from "../../../accounts/control.sql.ts";
import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { dayNumber, dayText, endOfDay, isDay } from "../../../platform/values/zone";
import { CredentialChanges, NewCredential } from "../../../accounts/credentials/contract";
import { fromForm, ExpectedVersion } from "../../form";
import { parseStored } from "../../../platform/reading/json";

const FIELD_KINDS = { numbers: ["daily_quota", "rate_limit"], lists: ["scopes", "allowed_ips"] };

const Expiry = fromForm(
  z.object({
    expires_on: z
      .string()
      .refine(isDay, { error: "Expected a day.", params: { code: "invalid_day" } })
      .nullable()
      .default(null),
  }),
  { nulls: ["expires_on"] },
);

/** The form of a new credential: the API's schema, but with a last day instead of an expiry time. `expires_at` is null: the page computes it. */
export function newCredentialForm(kind: CredentialKind) {
  const Settings = fromForm(NewCredential, { ...FIELD_KINDS, nulls: ["region"] });
  return z.intersection(
    z.preprocess((fields) => ({ ...(fields as object), kind, expires_at: null }), Settings),
    Expiry,
  );
}

/** The same for an existing credential. `expires_at` is undefined, which changes nothing, until the page computes it. */
export const credentialChangeForm = z.intersection(
  z.preprocess((fields) => ({ ...(fields as object), expires_at: undefined }), fromForm(CredentialChanges, FIELD_KINDS)),
  z.intersection(Expiry, ExpectedVersion),
);

/** The time at which a last day ends in a zone, in ms since 1970. Null without a last day. */
export function expiryOf(day: string | null, zone: string): number | null {
  return day === null ? null : endOfDay(day, zone);
}

/** The last day of a credential in a zone, as its form shows it. Empty if it never expires. */
export function lastDay({ expires_at }: CredentialRow, zone: string): string {
  // A credential expires at the first moment of the following day (`expiryOf`).
  return expires_at === null ? "" : dayText(dayNumber(expires_at - 1, zone));
}

export function formValuesOf(row: CredentialRow, zone: string): Record<string, unknown> {
  const { name, scopes, daily_quota, rate_limit, reads, allowed_ips } = row;
  const lists = { scopes: parseStored(scopes), allowed_ips: parseStored(allowed_ips) };
  return { name, daily_quota, rate_limit, reads, expires_on: lastDay(row, zone), ...lists };
}
