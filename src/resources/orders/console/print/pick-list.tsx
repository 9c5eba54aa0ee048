import { foldCase } from "../../../../platform/values/fold-case";
import { pluralize } from "../../../../console/count-text";
import { Table } from "../../../../console/parts/table";
import { parseFulfillment, quantitiesIn } from "../../fulfillments/fulfillment";
import { isFinal, isLive } from "../../items/item-status";
import type { ItemRow, OrderParts } from "../../rows.sql.ts";
import { orderName } from "../order-name";
import { Barcode } from "./barcode";
import { kindOf, skuOf } from "../item-lines";
import { PaperHead } from "./paper-head";

const COLUMNS = ["Quantity", "Item", "Orders"];

interface PickLine {
  sku: string;
  name: string;
  kind: string;
  quantity: number;
  orders: Set<string>;
}

/** The items of an order that are not shipped yet, with the quantities that are not in a shipped fulfillment. */
function unshippedItems({ items, fulfillments }: OrderParts): { item: ItemRow; quantity: number }[] {
  const shipped = quantitiesIn(fulfillments.map(parseFulfillment), ({ shipped_at }) => shipped_at !== null);
  return items.flatMap((item) => {
    const quantity = item.quantity - (shipped.get(item.id) ?? 0);
    return isLive(item.status) && !isFinal(item.status) && quantity > 0 ? [{ item, quantity }] : [];
  });
}

/** The lines for all orders, sorted by SKU. Items of one SKU and kind are one line; those without a SKU are told apart by their names. */
function pickLinesOf(orders: readonly OrderParts[]): PickLine[] {
  const lines = new Map<string, PickLine>();
  for (const parts of orders) {
    for (const { item, quantity } of unshippedItems(parts)) {
      const [sku, kind] = [skuOf(item), kindOf(item)];
      const key = JSON.stringify([foldCase(sku), kind, sku === "" ? item.name : ""]);
      const known = lines.get(key) ?? { sku, name: item.name, kind, quantity: 0, orders: new Set() };
      known.quantity += quantity;
      known.orders.add(orderName(parts.order));
      lines.set(key, known);
    }
  }
  return [...lines.values()].toSorted((a, b) => a.sku.localeCompare(b.sku, "en") || a.name.localeCompare(b.name, "en"));
}

/** What to fetch from the shelves for all orders together: what is not shipped yet. */
export function PickList({ orders }: { orders: readonly OrderParts[] }) {
  const lines = pickLinesOf(orders);
  const rows = lines.map(({ sku, name, kind, quantity, orders: names }) => [
    quantity,
    <>
      {sku === "" ? null : <strong class="line">{sku}</strong>}
      {name}
      {kind === "" ? null : <span class="line">{kind}</span>}
      <Barcode text={sku} />
    </>,
    [...names].join(", "),
  ]);
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <article class="paper">
      <PaperHead title="Pick list" lead={`${pluralize(count, "unit")} for ${pluralize(orders.length, "order")}`} />
      <Table caption="Items to pick" columns={COLUMNS} rows={rows} isPaper empty="Nothing to pick." />
    </article>
  );
}
