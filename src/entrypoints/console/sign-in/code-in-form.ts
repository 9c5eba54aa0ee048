import { type Body, textField } from "../../../console/body";

/** The code of a form with a CodeField and a RecoveryCodeField: the recovery code if there is one. */
export function codeIn(fields: Body["fields"]): string {
  return textField(fields, "recovery_code").trim() || textField(fields, "code");
}

export const WRONG_CODE = "This code is wrong, was used already, or is no longer valid. Enter the one that your app shows now.";
