import * as z from "zod";
import { cursorQuery, integerQuery } from "./query";

/** The answer of a list in v2 (docs/spec/pagination.md#cursor-pages): `next_cursor` opens the page behind this one, null on the last. */
export function listOf<T extends z.ZodType>(item: T) {
  return z.strictObject({ data: z.array(item), has_more: z.boolean(), next_cursor: z.string().nullable() });
}

/** The query parameters of every list in v2: `limit` 1-200 (50), and where to go on. */
export const listQuery = {
  limit: integerQuery(1, 200).describe("Page size, 1 to 200. Default: 50."),
  cursor: cursorQuery().describe("The `next_cursor` of the previous page, with the same filters."),
};
