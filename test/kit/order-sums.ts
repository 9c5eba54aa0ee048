/** The bit set of what an order or an item lacks, as the roll-ups have it. */
export const FLAGS = "missing_sku + 2 * missing_design + 4 * missing_cost";

/** What the roll-ups of orders sum, by column, and how to sum it again. */
export const SUMS = {
  orders: "count(*)",
  items: "sum(item_count)",
  refunded: "sum(coalesce(is_refunded, 0))",
  with_cost: "sum(missing_cost = 0 and has_live_items = 1)",
  total_amount: "sum(total_amount)",
  subtotal: "sum(subtotal)",
  tax: "sum(tax)",
  shipping_cost: "sum(shipping_cost)",
  discount: "sum(discount)",
  refund_amount: "sum(coalesce(refund_amount, 0))",
  refunded_tax: "sum(coalesce(refunded_tax, 0))",
  production_cost: "sum(production_cost)",
};
