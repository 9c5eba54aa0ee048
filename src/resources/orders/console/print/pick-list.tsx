import { foldCase } from "../../../../platform/values/fold-case";
import { pluralize } from "../../../../console/count-text";
import { usePageRequest } from "../../../../console/page-request";
import { Table } from "../../../../console/parts/table";
import { momentLabel } from "../../../../console/parts/values";
import { orderName } from "../order-name";
import { Barcode } from "./barcode";
import type { PrintedOrder } from "./left-to-ship";
import { kindOf, skuOf } from "../item-lines";
import { PaperHead } from "./paper-head";

const COLUMNS = ["Quantity", "Item"];

/** Sorts SKU-2 before SKU-10. */
const COLLATOR = new Intl.Collator("en", { numeric: true });

interface PickLine {
  sku: string;
  name: string;
  kind: string;
  quantity: number;
  /** How many each order needs, by the order's name. */
  orders: Map<string, number>;
}

/** The lines for all orders, sorted by SKU. Items of one SKU and kind are one line; those without a SKU are told apart by their names. */
function pickLinesOf(orders: readonly PrintedOrder[]): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const { order, left } of orders) {
    for (const { item, quantity } of left) {
      const [sku, kind] = [skuOf(item), kindOf(item)];
      const key = JSON.stringify([foldCase(sku), kind, sku === "" ? item.name : ""]);
      const line = lines.get(key) ?? { sku, name: item.name, kind, quantity: 0, orders: new Map() };
      line.quantity += quantity;
      const name = orderName(order);
      line.orders.set(name, (line.orders.get(name) ?? 0) + quantity);
      lines.set(key, line);
    }
  }
  return [...lines.values()].toSorted((a, b) => COLLATOR.compare(a.sku, b.sku) || COLLATOR.compare(a.name, b.name));
}

/** The orders that a line is for, with how many each needs if it is more than one. No line ends within an order. */
function OrderLine({ orders }: { orders: PickLine["orders"] }) {
  const texts = [...orders].map(([name, quantity]) => (quantity === 1 ? name : `${name} × ${quantity}`));
  return (
    <span class="line">
      {texts.length === 1 ? "Order " : "Orders "}
      {texts.map((text, index) => (
        <>
          <span class="unbroken">{index === texts.length - 1 ? text : `${text},`}</span>{" "}
        </>
      ))}
    </span>
  );
}

/** What to fetch from the shelves for all orders together. */
export function PickList({ orders }: { orders: readonly PrintedOrder[] }) {
  const { member, now } = usePageRequest();
  const time = momentLabel(now, member.organization.timezone, { time: true });
  const lines = pickLinesOf(orders);
  const rows = lines.map(({ sku, name, kind, quantity, orders: ofOrders }) => [
    <strong class="amount">{quantity}</strong>,
    <div class="to-pick">
      <div>
        {sku === "" ? null : <strong class="line">{sku}</strong>}
        {sku === "" ? <strong class="line">{name}</strong> : <span class="line">{name}</span>}
        {kind === "" ? null : <span class="line">{kind}</span>}
        <OrderLine orders={ofOrders} />
      </div>
      <Barcode text={sku} />
    </div>,
  ]);
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article class="paper pick-list">
      <PaperHead title="Pick list" lead={`${pluralize(count, "unit")} for ${pluralize(orders.length, "order")} · ${time}`} />
      <Table caption="Items to pick" columns={COLUMNS} rows={rows} isPaper repeated={`Pick list, ${time}`} empty="Nothing to pick." />
    </article>
  );
}
