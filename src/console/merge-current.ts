import type { Context } from "hono";
import { ApiError } from "../platform/api-error";
import type { HttpEnv } from "../platform/http/context";
import type { Member } from "../accounts/sign-in/sessions.sql.ts";
import type { Body } from "./body";
import { mergeForm, type MergedForm, openedValues } from "./merge-form";
import { OPENED_VALUES } from "./opened-values-field";
import type { View } from "./page";
import { formsOf } from "./respond";

/** Whether a form was rejected because its resource has another version than the one that it was opened with. */
export function isOutdated(error: unknown): boolean {
  return error instanceof ApiError && error.details.some(({ code }) => code === "version_changed");
}

interface OutdatedForm {
  member: Member;
  /** The page of the form with the current values. */
  current: View;
  fields: Body["fields"];
}

/** Merges an outdated form with the current values of its page. Null if it does not say with which values it was opened, or the page has no such form. */
export async function mergeWithCurrent(c: Context<HttpEnv>, { member, current, fields }: OutdatedForm): Promise<MergedForm | null> {
  const opened = openedValues(fields);
  const form = opened === null ? undefined : (await formsOf(c, member, current)).get(c.req.path);
  if (opened === null || form === undefined) return null;
  const { fields: merged, conflicts } = mergeForm(fields, opened, form);
  // It goes on from what is stored now, also after the person has decided between two values.
  return { fields: { ...merged, expected_version: String(form.version), [OPENED_VALUES]: JSON.stringify(form.values) }, conflicts };
}
