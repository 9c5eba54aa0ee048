import { itemCount } from "./count.sql.ts";
import { type ItemSortField, itemPage } from "./list.sql.ts";
import type { ItemFilter } from "./filters";
import type { NumberedPage } from "../../platform/db/list/sort";
import { itemById } from "../select.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import type { ItemRow } from "../rows.sql.ts";
import { notFound, orNotFound } from "../../platform/api-error";

/** A numbered page of items and how many there are; one trip. */
export async function listItems(
  org: OrgReader,
  filter: ItemFilter,
  page: NumberedPage<ItemSortField>,
): Promise<{ items: ItemRow[]; total: number }> {
  // A query without a word in it can't match (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { items: [], total: 0 };
  const [items, counts] = await org.read(itemPage(org, filter, page), itemCount(org, filter));
  return { items, total: counts[0]?.total ?? 0 };
}

/** One item; 404 where this organization has none with that id. */
export async function readItem(org: OrgReader, id: number): Promise<ItemRow> {
  const [[item]] = await org.read(itemById(org, id));
  return orNotFound(item);
}

/** The row id in an item identifier, its decimal string (docs/spec/items.md#item-ids); 404 for a text that can be none. */
export function readItemId(text: string): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(id)) throw notFound();
  return id;
}
