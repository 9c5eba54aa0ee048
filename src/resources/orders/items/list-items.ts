import { itemCount } from "./count.sql.ts";
import { type ItemSortField, itemPage, planOf } from "./list.sql.ts";
import type { ItemsPage } from "./needs-attention";
import { type NewestItems, newestItems, newestPlan } from "./newest.sql.ts";
import type { ItemFilter } from "./filters";
import type { NumberedPage } from "../../../platform/db/list/sort";
import { itemById } from "../select.sql.ts";
import type { OrgReader } from "../../../platform/db/org-db";
import type { ItemRow, ShownItem } from "../rows.sql.ts";
import { orNotFound } from "../../../platform/api-error";
import { parseItemId } from "./item-id";
import { assertTextsRead, fittingCount, takePage } from "../../../platform/db/list/page-fit";
import { readCursorPage, readNumberedPage } from "../../../platform/db/list/read-page";

/** Reads a numbered page of items and counts all of them. */
export async function listItems(
  org: OrgReader,
  filter: ItemFilter,
  numbered: NumberedPage<ItemSortField>,
): Promise<{ items: ShownItem[]; total: number }> {
  // A search without words matches nothing (docs/spec/lists-and-filters.md#search).
  if (filter.match === null) return { items: [], total: 0 };
  const list = { org, filter, sort: numbered.sort };
  const { page, total } = await readNumberedPage(
    planOf(list),
    itemCount(list),
    numbered,
    async (part, counts) => await org.read({ rows: itemPage(list, part), counts }),
  );
  const items = page?.rows ?? [];
  assertTextsRead(items, org.pageLimit);
  return { items, total };
}

/** Lists a page of the items that match, newest orders first. */
export async function listItemsAfter(
  org: OrgReader,
  items: NewestItems,
  { after, limit }: ItemsPage,
): Promise<{ rows: ShownItem[]; hasMore: boolean }> {
  const plan = newestPlan(org, items, after);
  const { rows } = await readCursorPage(plan, limit + 1, async (part, sizes) => {
    const found = await org.read({ rows: newestItems(plan, part), sizes });
    return { ...found, isFull: fittingCount(found.rows, org.pageLimit) < found.rows.length };
  });
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
