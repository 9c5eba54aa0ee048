import { partOf, PartPager } from "../../../console/parts/parts-of-list";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { OrderItems } from "./order-items";

/** Items on a page of an order, so that the page stays small. */
const PAGE_SIZE = 50;

/** An order with more items shows its fulfillments and its customer before them. */
const MANY_ITEMS = 20;

export const hasManyItems = (items: readonly ItemRow[]): boolean => items.length > MANY_ITEMS;

/** The items of an order, and links to the others if they are on several pages. A page that does not exist is the last one. */
export function PagedItems({ order, items, page }: { order: OrderRow; items: readonly ItemRow[]; page: number }) {
  const part = partOf(items, page, PAGE_SIZE);
  return (
    <div id="items">
      <OrderItems order={order} items={part.rows} part={part.last === 1 ? undefined : `Items ${part.range}`} />
      <PartPager part={part} plural="items" pathOf={(to) => `/orders/${order.id}?items_page=${to}#items`} />
    </div>
  );
}
