import * as z from "zod";

/** What a form says of the version that the person had before them when they began to write. */
export const Seen = z.object({
  seen: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
});

/** The version that this page shows, for its form. */
export function SeenVersion({ version }: { version: number }) {
  return <input type="hidden" name="seen" value={String(version)} />;
}
