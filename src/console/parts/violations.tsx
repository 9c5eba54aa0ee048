import type { ErrorDetail } from "../../platform/api-error";
import { errorMessage, fieldError } from "../form";
import { takesFocus } from "../page-request";
import { Notice } from "./notice";

/** The notice above a rejected form: it refers to the marked fields and lists the violations that belong to none of `fields`. */
export function Violations({ violations, fields }: { violations: readonly ErrorDetail[]; fields: readonly string[] }) {
  if (violations.length === 0) return null;
  const others = violations.filter((violation) => !fields.some((name) => fieldError([violation], name) !== undefined));
  const markedCount = violations.length - others.length;
  return (
    <Notice kind="bad" autofocus={markedCount === 0 && takesFocus()}>
      <p>{markedCount > 0 ? "Not saved. Correct the marked fields." : "Not saved."}</p>
      {others.map((violation) => (
        <p>{errorMessage(violation)}</p>
      ))}
    </Notice>
  );
}
