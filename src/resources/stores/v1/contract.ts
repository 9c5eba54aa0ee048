import * as z from "zod";
import { numberedQuery } from "../../../platform/http/input/lists";
import { IntegerId } from "../../../platform/http/input/query";

/** Operational figures only, without amounts of money (docs/spec/resources.md#curated-responses). */
export const StoreStatistics = z
  .strictObject({
    total_orders: z.int().describe("All orders of the store, including cancelled ones."),
    active_products: z.int().describe("Products that are not archived and have the store's name or code in their stores."),
  })
  .meta({ id: "StoreStatistics" });

export const StorePath = z.object({ id: IntegerId });

export const StoreListQuery = numberedQuery({ filters: {}, defaultSort: { field: "name", direction: "asc" } });
