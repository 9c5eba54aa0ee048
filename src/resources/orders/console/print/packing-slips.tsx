import type { Child } from "hono/jsx";
import { pluralize } from "../../../../console/count-text";
import { Day, Facts, Moment, multiline } from "../../../../console/parts/values";
import { Table } from "../../../../console/parts/table";
import type { OrderRow } from "../../rows.sql.ts";
import { ORDER_LABELS } from "../field-labels";
import { AddressLines } from "../order-facts";
import { orderName } from "../order-name";
import type { PrintedOrder } from "./left-to-ship";
import { ItemLines, skuOf } from "../item-lines";
import { PaperHead } from "./paper-head";

const COLUMNS = ["Quantity", "Item", "SKU"];

/** A part of a slip with a heading. Nothing if it has no content. */
function Part({ title, children }: { title: string; children: Child }) {
  if (children === null) return null;
  return (
    <section>
      <h3>{title}</h3>
      <p>{children}</p>
    </section>
  );
}

/** What is below the head of a slip. Each printed page repeats a line, also in the middle of an address or a note. */
function Sheet({ repeated, children }: { repeated: string; children: Child }) {
  return (
    <table class="grid sheet" role="presentation">
      <thead>
        <tr>
          <td>{repeated}</td>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  );
}

/** The recipient of a gift reads its slip, and the note is from the buyer to the seller. */
const buyerNote = ({ is_gift, gift_message, buyer_note }: OrderRow) => (is_gift === 1 || gift_message !== null ? null : buyer_note);

interface PackingSlipsProps {
  orders: readonly PrintedOrder[];
  /** The return addresses of stores by their ids. */
  returnAddresses: ReadonlyMap<number, string>;
}

/** A packing slip of what is left of each order, each on its own page. It has no prices, because the recipient of a gift reads it, too. */
export function PackingSlips({ orders, returnAddresses }: PackingSlipsProps) {
  return (
    <>
      {orders.map(({ order, left }) => {
        const count = left.reduce((sum, { quantity }) => sum + quantity, 0);
        const name = orderName(order);
        const facts = [
          ["Date", <Moment at={order.date} />],
          ["Shipping service", order.shipping_service],
          ["Ship by", order.ship_by_date === null ? null : <Day day={order.ship_by_date} />],
          ["Gift", order.is_gift === 1 ? "Yes" : null],
        ] as const;
        const lead = (
          <>
            Packing slip
            <span class="of-order">
              {", "}
              <span class="unbroken">order {name}</span>
            </span>
          </>
        );
        return (
          <article class="paper">
            <PaperHead title={order.store_name} lead={lead} number={name} />
            <Sheet repeated={`Order ${name}`}>
              <div class="parts">
                <Part title="Ship to">
                  <AddressLines {...order} ship_name={order.ship_name ?? order.customer_name} />
                </Part>
                <Part title="Return address">{multiline(returnAddresses.get(order.store_id) ?? null)}</Part>
                <Facts facts={facts} />
              </div>
              <Table
                caption={`Items of order ${name}`}
                columns={COLUMNS}
                rows={left.map(({ item, quantity }) => [
                  quantity === 1 ? quantity : <strong>{quantity}</strong>,
                  <ItemLines item={item} />,
                  skuOf(item),
                ])}
                isPaper
                empty="Nothing to pack."
              />
              <p class="total">{pluralize(count, "unit")}</p>
              <Part title={ORDER_LABELS.gift_message}>{multiline(order.gift_message)}</Part>
              <Part title={ORDER_LABELS.buyer_note}>{multiline(buyerNote(order))}</Part>
            </Sheet>
          </article>
        );
      })}
    </>
  );
}
