import { pluralize } from "../../../../console/count-text";
import { Day, Facts, Moment, multiline } from "../../../../console/parts/values";
import { Table } from "../../../../console/parts/table";
import { ORDER_LABELS } from "../field-labels";
import { AddressLines } from "../order-facts";
import { orderName } from "../order-name";
import { Barcode } from "./barcode";
import type { PrintedOrder } from "./left-to-ship";
import { ItemLines, skuOf } from "../item-lines";

const COLUMNS = ["Quantity", "Item", "SKU"];

/** A packing slip of what is left of each order, each on its own page. It has no prices, because the recipient of a gift reads it, too. */
export function PackingSlips({ orders }: { orders: readonly PrintedOrder[] }) {
  return (
    <>
      {orders.map(({ order, left }) => {
        const count = left.reduce((sum, { quantity }) => sum + quantity, 0);
        const name = orderName(order);
        const facts = [
          ["Ship to", <AddressLines {...order} ship_name={order.ship_name ?? order.customer_name} />],
          ["Order", name],
          ["Date", <Moment at={order.date} />],
          ["Shipping service", order.shipping_service],
          ["Ship by", order.ship_by_date === null ? null : <Day day={order.ship_by_date} />],
          ["Gift", order.is_gift === 1 ? "Yes" : null],
          [ORDER_LABELS.gift_message, multiline(order.gift_message)],
        ] as const;
        return (
          <article class="paper">
            <header>
              <div>
                <h2>{order.store_name}</h2>
                <p>Packing slip</p>
              </div>
              <Barcode text={name} />
            </header>
            <Facts facts={facts} />
            <Table
              caption={`Items of order ${name}`}
              columns={COLUMNS}
              rows={left.map(({ item, quantity }) => [quantity, <ItemLines item={item} />, skuOf(item)])}
              isPaper
              empty="Nothing to pack."
            />
            <p class="total">{pluralize(count, "unit")}</p>
          </article>
        );
      })}
    </>
  );
}
