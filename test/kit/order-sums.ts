/** The bit set of missing fields of an order or an item in the roll-ups. */
export const FLAGS = "missing_sku + 2 * missing_design + 4 * missing_cost";

/** The sums in the roll-ups of orders by column, with the SQL that recomputes them. */
export const SUMS = {
  orders: "count(*)",
  items: "sum(units)",
  refunded: "sum(coalesce(is_refunded, 0))",
  with_cost: "sum(has_cost)",
  total_amount: "sum(total_amount)",
  subtotal: "sum(subtotal)",
  tax: "sum(tax)",
  shipping_cost: "sum(shipping_cost)",
  discount: "sum(discount)",
  refund_amount: "sum(coalesce(refund_amount, 0))",
  refunded_tax: "sum(coalesce(refunded_tax, 0))",
  production_cost: "sum(production_cost)",
};

const LIVE = "i.status not in ('Cancelled', 'Refunded')";
const COUNTS_COST = "i.is_removed = 0 and (i.progress > 0 or (i.status <> 'Cancelled' and o.status <> 'Cancelled'))";
const LACKS_COST = `i.is_removed = 0 and i.cost is null and (${LIVE} or (i.status = 'Refunded' and i.progress > 0))`;

/**
 * The columns of an order `o` that derive from its items `i`, with the SQL that recomputes them if all are goods that no supplier order has
 * (docs/spec/amounts-and-figures.md#what-an-item-counts-for).
 */
export const OF_ITEMS = {
  item_count: "count(*)",
  units: "sum(case when i.is_removed = 0 and i.status <> 'Cancelled' then i.quantity else 0 end)",
  production_cost: `sum(case when ${COUNTS_COST} then coalesce(i.cost, 0) * i.quantity else 0 end)`,
  has_cost: `o.status <> 'Cancelled' and max(${COUNTS_COST} and i.cost is not null) = 1 and max(${LACKS_COST}) = 0`,
  missing_sku: `max(${LIVE} and coalesce(i.sku, '') = '' and coalesce(i.custom_sku, '') = '')`,
  missing_design: `max(${LIVE} and coalesce(i.design_url, '') = '')`,
  missing_cost: `max(${LIVE} and i.cost is null)`,
};
