/**
 * SQL of how many units of a line `l` its supplier has shipped. A supplier order that somebody has set to shipped was shipped completely, although its
 * lines have no parcels.
 */
export const SHIPPED_OF_LINE = `iif((select r.state from supplier_orders r where r.organization_id = l.organization_id and r.id = l.supplier_order_id)
  = 'shipped', l.quantity, l.shipped_quantity)`;

/**
 * SQL of how many units of an item, by its alias, are left to send: they are neither cancelled nor in a supplier order, and nobody has shipped them
 * without one. Negative if supplier orders have more than there is. The trigger `supplier_order_lines_allocated` counts in the same way.
 */
export const unsentUnits = (item: "i" | "x"): string =>
  `(select ${item}.quantity - ${item}.cancelled_quantity - coalesce(sum(l.quantity), 0)
    - max(0, ${item}.shipped_quantity - coalesce(sum(${SHIPPED_OF_LINE}), 0))
  from supplier_order_lines l where l.organization_id = ${item}.organization_id and l.order_item_id = ${item}.id and l.is_allocated = 1)`;
