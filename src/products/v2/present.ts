import type { z } from "zod";
import { toAmount } from "../../platform/values/money";
import type { ProductRow } from "../rows.sql.ts";
import type { ProductDefaults } from "./contract";

/** What a product supplies, as v2 and the console show it. */
export function presentDefaults({
  id,
  sku,
  cost,
  cost_currency,
  design_link,
  supplier,
  material,
}: ProductRow): z.output<typeof ProductDefaults> {
  return { product_id: id, sku, cost: cost === null ? null : toAmount(cost), cost_currency, design_link, supplier, material };
}
