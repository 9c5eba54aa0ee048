import { z } from "zod";
import { storable } from "../domain/storable-text";

/** A text of 1 to `most` characters after trimming (decisions K5). */
export function requiredText(most: number) {
  return z.string().overwrite(storable).trim().min(1).max(most);
}

/** A text of at most `most` characters after trimming; an empty one is null, as is null. */
export function optionalText(most: number) {
  return z
    .string()
    .overwrite(storable)
    .trim()
    .max(most)
    .transform((text) => (text === "" ? null : text))
    .nullable()
    .optional();
}
