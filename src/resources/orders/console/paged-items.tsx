import { countText } from "../../../console/count-text";
import { PageLink } from "../../../console/parts/link";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { OrderItems } from "./order-items";

/** Items on a page of an order, so that the page stays small. */
const PAGE_SIZE = 50;

/** An order with more items shows its fulfillments and its customer before them. */
const MANY_ITEMS = 20;

export const hasManyItems = (items: readonly ItemRow[]): boolean => items.length > MANY_ITEMS;

/** The items of an order, and links to the others if they are on several pages. A page that does not exist is the last one. */
export function PagedItems({ order, items, page }: { order: OrderRow; items: readonly ItemRow[]; page: number }) {
  const last = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  const at = Math.min(page, last);
  const from = (at - 1) * PAGE_SIZE;
  const link = (to: number, label: string) => (
    <PageLink page={`/orders/${order.id}?items_page=${to}#items`} class="button">
      {label}
      <span class="hidden"> items</span>
    </PageLink>
  );
  const shown = `${countText(from + 1)} to ${countText(Math.min(from + PAGE_SIZE, items.length))} of ${countText(items.length)}`;
  return (
    <div id="items">
      <OrderItems order={order} items={items.slice(from, from + PAGE_SIZE)} part={last === 1 ? undefined : `Items ${shown}`} />
      {last === 1 ? null : (
        <nav class="pager" aria-label="Items">
          <span class="soft">
            {shown}
            <span class="on-paper">. The others are on other pages of the order.</span>
          </span>
          <span class="actions">
            {at > 1 ? link(at - 1, "Previous") : null}
            {at < last ? link(at + 1, "Next") : null}
          </span>
        </nav>
      )}
    </div>
  );
}
