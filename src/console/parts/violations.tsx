import type { ErrorDetail } from "../../platform/api-error";
import { errorMessage, fieldError } from "../form";
import { CHANGED_BY_OTHERS } from "../merge-form";
import { claimFocus } from "../page-request";
import { Notice } from "./notice";

/** The notice above a rejected form: it refers to the marked fields and lists the violations that belong to none of `fields`. */
export function Violations({ violations, fields }: { violations: readonly ErrorDetail[]; fields: readonly string[] }) {
  if (violations.length === 0) return null;
  const others = violations.filter((violation) => !fields.some((name) => fieldError([violation], name) !== undefined));
  const markedCount = violations.length - others.length;
  const isConflict = others.length === 0 && violations.every(({ code }) => code === CHANGED_BY_OTHERS);
  const marked = isConflict ? "Not saved. Somebody else has changed the marked fields." : "Not saved. Correct the marked fields.";
  return (
    <Notice kind="bad" autofocus={markedCount === 0 && claimFocus()} refersToFields={others.length === 0}>
      <p>{markedCount > 0 ? marked : "Not saved."}</p>
      {others.map((violation) => (
        <p>{errorMessage(violation)}</p>
      ))}
    </Notice>
  );
}
