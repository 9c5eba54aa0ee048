import type { z } from "zod";
import { readMetadata } from "../../../platform/values/metadata";
import { toAmount } from "../../../platform/values/money";
import type { ProductRow } from "../rows.sql.ts";
import { presentProduct } from "../product-view";
import type { ProductV2 } from "./contract";

export function presentProductV2(row: ProductRow): z.output<typeof ProductV2> {
  const { cost, cost_currency, supplier, material, metadata } = row;
  return {
    ...presentProduct(row),
    cost: cost === null ? null : toAmount(cost),
    cost_currency,
    supplier,
    material,
    metadata: readMetadata(metadata),
  };
}
