import type { Child } from "hono/jsx";
import { countText } from "../../../../console/count-text";
import { DesignLink, PrintedDesign } from "../../../../console/parts/thumbnail";
import { Day, multiline } from "../../../../console/parts/values";
import type { ItemRow, OrderRow } from "../../rows.sql.ts";
import { ORDER_LABELS } from "../field-labels";
import { orderName } from "../order-name";
import type { PrintedOrder } from "./left-to-ship";
import { seenProperties, skuOf } from "../item-lines";
import { PaperHead } from "./paper-head";

type Fact = readonly [name: string, value: Child];

const factsOf = (order: OrderRow, item: ItemRow, quantity: number): readonly Fact[] => [
  ["Quantity", <strong class="amount">{quantity}</strong>],
  ["SKU", skuOf(item)],
  ["Size", item.size],
  ["Color", item.color],
  ["Style", item.style],
  ["Type", item.type],
  ["Material", item.material],
  ["Variations", multiline(item.variations)],
  ["Personalization", item.personalization === null ? null : <strong class="words amount">{item.personalization}</strong>],
  ...seenProperties(item).map(({ name, value }) => [name, multiline(value)] as const),
  ["Comment", multiline(item.comment)],
  ["Design", item.design_url === null ? null : <DesignLink url={item.design_url} />],
  ["Supplier", item.assigned_supplier],
  ["Ship by", order.ship_by_date === null ? null : <Day day={order.ship_by_date} />],
  ["Gift", order.is_gift === 1 ? "Yes" : null],
  [ORDER_LABELS.buyer_note, multiline(order.buyer_note)],
  [ORDER_LABELS.gift_message, multiline(order.gift_message)],
];

/** What to make, in a table because each printed page of one repeats its head. Facts without a value are left out. */
function FactTable({ repeated, facts }: { repeated: string; facts: readonly Fact[] }) {
  return (
    <table class="grid">
      <thead>
        <tr>
          <th colspan={2}>{repeated}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(([name, value]) =>
          value === null || value === "" ? null : (
            <tr>
              <th scope="row">{name}</th>
              <td>{value}</td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

/** A ticket for each item that is left to ship, with everything that its production needs. */
export function JobTickets({ orders }: { orders: readonly PrintedOrder[] }) {
  return (
    <>
      {orders.flatMap(({ order, left }) =>
        left.map(({ item, quantity }, index) => {
          const name = orderName(order);
          return (
            <article class="paper ticket">
              <PaperHead title={item.name} lead={order.store_name} number={name} />
              <PrintedDesign url={item.design_url} />
              <FactTable
                repeated={`Order ${name} · item ${countText(index + 1)} of ${countText(left.length)}`}
                facts={factsOf(order, item, quantity)}
              />
            </article>
          );
        }),
      )}
    </>
  );
}
