import { createContext, useContext } from "hono/jsx";
import { OPENED_VALUES } from "../opened-values-field";
import type { FormState } from "../page";
import type { RenderedForm } from "../page-request";

/** The form that is being rendered, if its resource has a version. */
export const RenderedFormContext = createContext<RenderedForm | null>(null);

/** Notes the value of a field as a browser would send it, for the form around it (merge-form.ts), and what people read in its place. */
export function noteSentValue(name: string, value: string | readonly string[], label?: string): void {
  const form = useContext(RenderedFormContext);
  if (form === null) return;
  form.values[name] = value;
  if (label !== undefined) form.labels[name] = label;
}

/** The values that the form was opened with. It must be the last part of the form, because it has what the parts before it have noted. */
export function OpenedValues({ formState: { values, violations } }: { formState: FormState }) {
  const form = useContext(RenderedFormContext);
  if (form === null) return null;
  // A rejected form, or one that is previewed, shows what was sent, and was opened with something else.
  const opened = values[OPENED_VALUES] ?? (violations.length === 0 ? JSON.stringify(form.values) : undefined);
  return typeof opened === "string" ? <input type="hidden" name={OPENED_VALUES} value={opened} /> : null;
}

/** The text of a value in a field of text. */
export function sentText(value: unknown): string {
  if (Array.isArray(value)) return value.join("\n");
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}
