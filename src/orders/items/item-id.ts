import { notFound } from "../../platform/api-error";

/** The row id in an item identifier, its decimal string (docs/spec/items.md#item-ids); 404 for a text that can be none. */
export function readItemId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}
