import * as z from "zod";
import { useFormState } from "./parts/form";

/** The version that the form was opened with, as the form sends it. */
export const ExpectedVersion = z.object({
  expected_version: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/**
 * A hidden field with the version that the page shows. A rejected form keeps the version that it was sent with, because its
 * values were written over that one. Only after the conflict has been reported does it continue from the current version.
 */
export function VersionField({ version }: { version: number }) {
  const { values, violations } = useFormState();
  const isTold = violations.length === 0 || violations.some(({ code }) => code === "version_changed");
  const sent = isTold ? undefined : ExpectedVersion.safeParse(values).data?.expected_version;
  return <input type="hidden" name="expected_version" value={String(sent ?? version)} />;
}

/** The value of a JSON text; null for any other. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The values that the form was opened with, if its resource has no version. Any other text is ignored. */
export const InitialValues = z.object({
  initial_values: z.string().transform(jsonIn).pipe(z.record(z.string(), z.unknown())).catch({}),
});

/** A hidden field with the stored values. A rejected form keeps the values that it was sent with. */
export function InitialValuesField({ fields }: { fields: readonly string[] }) {
  const { values, violations } = useFormState();
  const sent = values["initial_values"];
  const stored = () => JSON.stringify(Object.fromEntries(fields.map((name) => [name, values[name]])));
  return <input type="hidden" name="initial_values" value={violations.length === 0 ? stored() : typeof sent === "string" ? sent : ""} />;
}

/** The fields that differ from the initial values. The others are not written, because somebody else may have changed them meanwhile. */
export function changedFields<Fields extends object>({
  initial_values,
  ...fields
}: Fields & z.output<typeof InitialValues>): Partial<Omit<Fields, "initial_values">> {
  return Object.fromEntries(
    Object.entries(fields).filter(([name, value]) => !(name in initial_values) || initial_values[name] !== value),
  ) as Partial<Omit<Fields, "initial_values">>;
}
