import type { Child } from "hono/jsx";
import { fieldError } from "../form";
import { useFormState } from "./form";

/** Whether a field has a text, a number or a check mark. 0 is a stored flag that is not set. */
const isFilled = (value: unknown): boolean =>
  [value].flat().some((each) => each === true || (typeof each === "string" && each !== "") || (typeof each === "number" && each !== 0));

/** A part of a form with fields that few need. It is open if one of them has a value or an error. */
export function Folded({ label, names, children }: { label: string; names: readonly string[]; children?: Child }) {
  const { values, violations } = useFormState();
  const isOpen = names.some((name) => isFilled(values[name]) || fieldError(violations, name) !== undefined);
  return (
    <details class="folded" open={isOpen}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
