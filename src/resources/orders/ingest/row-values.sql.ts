import type { InferSelectModel } from "drizzle-orm";
import type { TextKeyName } from "../../../platform/db/text/text-keys";
import type { orderItems } from "../items/table";
import type { orders } from "../table";

type Generated = "missing_sku" | "missing_design" | "missing_cost";
/** An order without the columns that statements compute: its id, and the keys of texts. */
export type OrderValues = Omit<InferSelectModel<typeof orders>, "id" | "organization_id" | TextKeyName<InferSelectModel<typeof orders>>>;
/** An item without its ids, the columns that statements and the database compute, and the keys of texts. */
export type ItemValues = Omit<
  InferSelectModel<typeof orderItems>,
  "id" | "organization_id" | "order_id" | "order_closed" | "count_parity" | Generated | TextKeyName<InferSelectModel<typeof orderItems>>
>;
