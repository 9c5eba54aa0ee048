import * as z from "zod";

/** An item id in a body. Responses contain it as a decimal string, but requests may also send a number. */
export const ItemId = z.union([z.string().max(32), z.int()]).transform(String);

/** The row id that an item id stands for (docs/spec/items.md#item-ids); null for any other text. */
export function parseItemId(text: string): number | null {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) ? id : null;
}
