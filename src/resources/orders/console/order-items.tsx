import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { Badge, Money, Sku } from "../../../console/parts/values";
import { DesignLink, Thumbnail } from "../../../console/parts/design";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { HiddenProperties, kindOf, PropertyLines, skuOf } from "./item-lines";

const COLUMNS = ["Item", "SKU", "Status", "Supplier", "Design", { name: "Quantity", figures: true }, { name: "Price", figures: true }];

/** A badge in place of a missing value. */
function Missing({ what }: { what: string }) {
  return <span class="badge bad">{`No ${what}`}</span>;
}

function Name({ item }: { item: ItemRow }) {
  const kind = kindOf(item);
  return (
    <div>
      <Thumbnail url={item.design_url} />
      <PageLink page={`/orders/${item.order_id}/items/${item.id}`}>{item.name}</PageLink>
      {item.is_goods === 1 ? null : <span class="line soft">Nothing to ship</span>}
      {kind === "" ? null : <span class="line soft">{kind}</span>}
      {item.personalization === null ? null : <span class="line words">{item.personalization}</span>}
      <PropertyLines item={item} />
      <HiddenProperties item={item} />
      {item.comment === null ? null : <span class="line words soft">{item.comment}</span>}
    </div>
  );
}

function rowOf(order: OrderRow, item: ItemRow) {
  const supplier = [item.assigned_supplier, item.sub_supplier].filter((name) => name !== null).join(", ");
  return [
    <Name item={item} />,
    item.missing_sku === 1 ? <Missing what="SKU" /> : <Sku sku={skuOf(item)} />,
    <Badge status={item.status} />,
    supplier === "" ? null : supplier,
    item.design_url === null ? (
      item.missing_design === 1 ? (
        <Missing what="design" />
      ) : null
    ) : (
      <DesignLink url={item.design_url}>
        Open<span class="hidden">{` the design of ${item.name}`}</span>
      </DesignLink>
    ),
    item.quantity,
    <Money units={item.price} currency={order.currency} />,
  ];
}

export function OrderItems({ order, items }: { order: OrderRow; items: readonly ItemRow[] }) {
  return (
    <section>
      <h2>Items</h2>
      <Table caption="Items" columns={COLUMNS} rows={items.map((item) => rowOf(order, item))} empty="No items." />
    </section>
  );
}
