import type { Child } from "hono/jsx";
import { fieldError } from "../form";
import { useFormState } from "./form";

const isFilled = (value: unknown): boolean =>
  [value].flat().some((each) => each !== undefined && each !== null && each !== "" && each !== 0 && each !== false);

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
