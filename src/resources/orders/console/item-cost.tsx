import { countText } from "../../../console/count-text";
import { useCan } from "../../../console/page-request";
import { Money } from "../../../console/parts/values";
import { moneyText } from "../../../platform/values/money-text";
import type { ItemRow } from "../rows.sql.ts";

/** What suppliers charge for units of an item instead of its own cost. Null if there are none. */
export function supplierCostText(item: ItemRow | null, showsMoney: boolean): string | null {
  if (item === null || item.supplier_quantity === 0) return null;
  const costs = showsMoney ? `, which cost ${moneyText(item.supplier_cost, item.order_currency)}` : "";
  return `Suppliers make ${countText(item.supplier_quantity)} of ${countText(item.quantity)} at their own cost${costs}.`;
}

/** The cost of an item, or whether it is known. */
export function ItemCost({ item }: { item: ItemRow }) {
  const showsMoney = useCan("money");
  const { cost, order_currency } = item;
  const knownCost = showsMoney && cost !== null ? <Money units={cost} currency={order_currency} /> : <>Known</>;
  const ofSuppliers = supplierCostText(item, showsMoney);
  return (
    <>
      {cost === null ? "Unknown" : knownCost}
      {ofSuppliers === null ? null : ` ${ofSuppliers}`}
    </>
  );
}
