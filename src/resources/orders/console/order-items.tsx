import { isLive } from "../items/item-status";
import { shippedUnits, unitsLeft } from "../items/units-left";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { countText } from "../../../console/count-text";
import { Badge, Money, Sku } from "../../../console/parts/values";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { Thumbnail } from "../../../console/parts/thumbnail";
import { HiddenProperties, kindOf, PropertyLines, skuOf } from "./item-lines";

const COLUMNS = [
  "Item",
  "SKU",
  "Status",
  "Supplier",
  { name: "Quantity", figures: true },
  { name: "Price", figures: true },
  { name: "Total", figures: true },
];

/** A badge in place of a missing value. */
function Missing({ what }: { what: string }) {
  return <span class="badge bad">{`No ${what}`}</span>;
}

function Name({ item }: { item: ItemRow }) {
  const kind = kindOf(item);
  return (
    <div class="with-thumbnail">
      <div>
        <PageLink page={`/orders/${item.order_id}/items/${item.id}`}>{item.name}</PageLink>
        {item.is_goods === 1 ? null : <span class="line soft">Nothing to ship</span>}
        {kind === "" ? null : <span class="line soft">{kind}</span>}
        {item.personalization === null ? null : <span class="line words">{item.personalization}</span>}
        <PropertyLines item={item} />
        <HiddenProperties item={item} />
        {item.comment === null ? null : <span class="line words soft">{item.comment}</span>}
        {item.missing_design === 1 ? (
          <span class="line">
            <Missing what="design" />
          </span>
        ) : null}
      </div>
      <Thumbnail url={item.design_url} label={`Open the design of ${item.name}`} />
    </div>
  );
}

/** How many units of an item were shipped, while others are left. */
function ShippedPart({ item }: { item: ItemRow }) {
  const shipped = shippedUnits(item);
  const left = isLive(item.status) ? unitsLeft(item, shipped) : 0;
  if (shipped === 0 || left === 0) return null;
  return <span class="line soft">{`${countText(shipped)} of ${countText(shipped + left)} shipped`}</span>;
}

function rowOf(order: OrderRow, item: ItemRow) {
  const supplier = [item.assigned_supplier, item.sub_supplier].filter((name) => name !== null).join(", ");
  return [
    <Name item={item} />,
    item.missing_sku === 1 ? <Missing what="SKU" /> : <Sku sku={skuOf(item)} />,
    <Badge status={item.status} />,
    supplier === "" ? null : supplier,
    <>
      {item.quantity}
      <ShippedPart item={item} />
      {item.refunded_quantity === 0 ? null : <span class="line soft">{`${countText(item.refunded_quantity)} refunded`}</span>}
    </>,
    <Money units={item.price} currency={order.currency} />,
    // The total of the order does not contain a removed item.
    item.is_removed === 1 ? <span class="soft">Removed</span> : <Money units={item.price * item.quantity} currency={order.currency} />,
  ];
}

/** Items of an order. `part` says on each printed page which ones, if they are not all. */
export function OrderItems({ order, items, part }: { order: OrderRow; items: readonly ItemRow[]; part: string | undefined }) {
  return (
    <section>
      <h2>Items</h2>
      <Table caption="Items" columns={COLUMNS} rows={items.map((item) => rowOf(order, item))} repeated={part} empty="No items." />
    </section>
  );
}
