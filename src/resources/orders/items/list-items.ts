import { itemCount } from "./count.sql.ts";
import { type ItemSortField, itemPage, MAX_SORTED_ITEMS, readsAllMatches } from "./list.sql.ts";
import type { ItemsPage } from "./needs-attention";
import { type NewestItems, newestItems } from "./newest.sql.ts";
import type { ItemFilter } from "./filters";
import type { NumberedPage } from "../../../platform/db/list/sort";
import { itemById } from "../select.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { ItemRow, ShownItem } from "../rows.sql.ts";
import { type ApiError, invalid, orNotFound } from "../../../platform/api-error";
import { parseItemId } from "./item-id";
import { assertAllRead, takePage } from "../../../platform/db/list/page-limit";

/** Reads a numbered page of items and counts all of them. One round trip. */
export async function listItems(
  org: OrgReader,
  filter: ItemFilter,
  page: NumberedPage<ItemSortField>,
): Promise<{ items: ShownItem[]; total: number }> {
  // A search without words matches nothing (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { items: [], total: 0 };
  const { items, counts } = await org.read({ items: itemPage(org, filter, page), counts: itemCount(org, filter) });
  const total = counts[0]?.total ?? 0;
  if (total > MAX_SORTED_ITEMS && readsAllMatches(filter, page.sort)) throw tooManyToSort(total);
  assertAllRead(items, org.pageLimit, { ...page, total });
  return { items, total };
}

function tooManyToSort(total: number): ApiError {
  const message = `${total} items match, and at most ${MAX_SORTED_ITEMS} can be sorted by this field. Add date_from and date_to, or sort by orderDate.`;
  return invalid("sort", "sort_limit", message);
}

/** Lists a page of the items that match, newest orders first. One round trip. */
export async function listItemsAfter(
  org: OrgReader,
  items: NewestItems,
  { after, limit }: ItemsPage,
): Promise<{ rows: ShownItem[]; hasMore: boolean }> {
  const rows = await org.read(newestItems(org, items, { after, limit: limit + 1 }));
  return takePage(rows, limit, org.pageLimit);
}

/** Reads one item. Throws 404 Not Found for an unknown item. */
export async function readItem(org: OrgReader, id: number): Promise<ItemRow> {
  const [item] = await org.read(itemById(org, id));
  return orNotFound(item);
}

/** Parses an item id. Throws 404 Not Found for a text that is none. */
export function readItemId(text: string): number {
  return orNotFound(parseItemId(text) ?? undefined);
}
