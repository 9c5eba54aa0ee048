import type { z } from "zod";
import type { OrderParts } from "../rows.sql.ts";
import { viewFulfillment } from "../fulfillments/list-fulfillments";
import { presentItem } from "../items/v1/contract";
import { NOT_IN_V1, viewFields } from "../order-view";
import { camelCased } from "../../platform/http/v1-envelope";
import type { Include, PublicOrder } from "./contract";

/** An order with its items, as Public V1 returns it. */
export function presentOrder(parts: OrderParts, includes: readonly Include[] = []): z.output<typeof PublicOrder> {
  const order = viewFields(parts.order);
  const { status, number, external_id, version } = order;
  const optional = { status, number, external_id, fulfillments: parts.fulfillments.map(viewFulfillment), version };
  const included = Object.fromEntries(includes.map((name) => [name, optional[name]]));
  return { ...camelCased(order, NOT_IN_V1), items: parts.items.map(presentItem), ...included };
}
