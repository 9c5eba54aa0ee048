import { DesignLink, PrintedDesign } from "../../../../console/parts/thumbnail";
import { Day, Facts, multiline } from "../../../../console/parts/values";
import { ORDER_LABELS } from "../field-labels";
import { orderName } from "../order-name";
import type { PrintedOrder } from "./left-to-ship";
import { seenProperties, skuOf } from "../item-lines";
import { PaperHead } from "./paper-head";

/** A ticket for each item that is left to ship, with everything that its production needs. */
export function JobTickets({ orders }: { orders: readonly PrintedOrder[] }) {
  return (
    <>
      {orders.flatMap(({ order, left }) =>
        left.map(({ item, quantity }) => {
          const name = orderName(order);
          const facts = [
            ["Quantity", <strong>{quantity}</strong>],
            ["SKU", skuOf(item)],
            ["Size", item.size],
            ["Color", item.color],
            ["Style", item.style],
            ["Type", item.type],
            ["Material", item.material],
            ["Variations", multiline(item.variations)],
            ["Personalization", item.personalization === null ? null : <strong class="words">{item.personalization}</strong>],
            ...seenProperties(item).map(({ name: label, value }) => [label, multiline(value)] as const),
            ["Comment", multiline(item.comment)],
            ["Design", item.design_url === null ? null : <DesignLink url={item.design_url} />],
            ["Supplier", item.assigned_supplier],
            ["Ship by", order.ship_by_date === null ? null : <Day day={order.ship_by_date} />],
            ["Gift", order.is_gift === 1 ? "Yes" : null],
            [ORDER_LABELS.buyer_note, multiline(order.buyer_note)],
            [ORDER_LABELS.gift_message, multiline(order.gift_message)],
          ] as const;
          return (
            <article class="paper ticket">
              <PaperHead title={item.name} lead={`Order ${name}, ${order.store_name}`} number={name} />
              <PrintedDesign url={item.design_url} />
              <Facts facts={facts} />
            </article>
          );
        }),
      )}
    </>
  );
}
