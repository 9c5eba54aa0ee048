import * as z from "zod";
import type { ErrorDetail } from "../../../../platform/api-error";
import { ExpectedVersion, fromForm } from "../../../../console/form";
import { NewHold } from "../../holds/v2/contract";

/**
 * The fields of a hold have names of their own, because their page has other forms with a reason. Paths with `hold.` are those of the body of a bulk
 * action.
 */
const FORM_NAMES: Readonly<Record<string, string>> = {
  reason: "hold_reason",
  until: "hold_until",
  "hold.reason": "hold_reason",
  "hold.until": "hold_until",
};

function withoutPrefixes(fields: unknown): unknown {
  const { hold_reason: reason, hold_until: until, expected_version } = fields as Record<string, unknown>;
  return { reason, until, expected_version };
}

/** The form that puts an order or an item on hold. */
export const HoldFormFields = z.preprocess(withoutPrefixes, fromForm(NewHold.extend(ExpectedVersion.shape), { nulls: ["until"] }));

export const withFormNames = (violations: readonly ErrorDetail[]): ErrorDetail[] =>
  violations.map((violation) => {
    const name = FORM_NAMES[violation.path ?? ""];
    return name === undefined ? violation : { ...violation, path: name };
  });
