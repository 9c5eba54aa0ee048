import * as z from "zod";
import { useFormState } from "./parts/form";

/** What a form says of the version that the person had before them when they began to write. */
export const Seen = z.object({
  seen: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/**
 * The version that this page shows, for its form. A form that was refused keeps the one that it was sent with: what it is
 * filled with was written over that one. Only who was told that it has changed goes on from the present one.
 */
export function SeenVersion({ version }: { version: number }) {
  const { values, faults } = useFormState();
  const isTold = faults.length === 0 || faults.some(({ code }) => code === "version_changed");
  const sent = isTold ? undefined : Seen.safeParse(values).data?.seen;
  return <input type="hidden" name="seen" value={String(sent ?? version)} />;
}

/** The value of a JSON text; null for any other. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** What a form began with, where what it changes has no version. A text that is none of ours says nothing. */
export const Began = z.object({
  began: z.string().transform(jsonIn).pipe(z.record(z.string(), z.unknown())).catch({}),
});

/** The fields as they are stored, hidden in their form; a form that was refused keeps what it was sent with. */
export function BeganWith({ fields }: { fields: readonly string[] }) {
  const { values, faults } = useFormState();
  const sent = values["began"];
  const stored = () => JSON.stringify(Object.fromEntries(fields.map((name) => [name, values[name]])));
  return <input type="hidden" name="began" value={faults.length === 0 ? stored() : typeof sent === "string" ? sent : ""} />;
}

/** What of a form differs from what it began with: a field that nobody touched is not written over what others wrote meanwhile. */
export function touched<Fields extends object>({ began, ...fields }: Fields & z.output<typeof Began>): Partial<Omit<Fields, "began">> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => !(name in began) || began[name] !== value)) as Partial<
    Omit<Fields, "began">
  >;
}
