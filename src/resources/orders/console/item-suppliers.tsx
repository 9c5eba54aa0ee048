import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { Badge } from "../../../console/parts/values";
import type { ItemSupplierOrder } from "../../supplier-orders/rows.sql.ts";
import { DueDay } from "../../supplier-orders/console/due-day";
import { lineStateLabel, stateLabel } from "../../supplier-orders/console/state-labels";

const COLUMNS = ["Supplier order", "Supplier", "State", "Due", { name: "Quantity", figures: true }];

/** The supplier orders that contain an item. Nothing if there are none. */
export function OrdersOfItem({ orders }: { orders: readonly ItemSupplierOrder[] }) {
  if (orders.length === 0) return null;
  const rows = orders.map((order) => [
    <PageLink page={`/production/${order.id}`}>{`#${order.number}`}</PageLink>,
    order.supplier_name,
    // Only an open line is as far as its order.
    <Badge status={order.line_state === "open" ? stateLabel(order.state) : lineStateLabel(order.line_state)} />,
    <DueDay order={order} />,
    order.quantity,
  ]);
  return (
    <section>
      <h2>At suppliers</h2>
      <Table caption="Supplier orders of this item" columns={COLUMNS} rows={rows} empty="None." />
    </section>
  );
}
