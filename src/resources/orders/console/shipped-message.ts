import { countText, pluralize } from "../../../console/count-text";
import type { FlashName } from "../../../console/flash";
import type { OrgReader } from "../../../platform/db/org-db";
import { isLive } from "../items/item-status";
import { shippedUnits, unitsLeft } from "../items/units-left";
import type { OrderDetail } from "../read-order";
import type { NamedOrder } from "../order-set.sql.ts";
import { readOrderNames } from "../read-order-set";
import { orderName } from "./order-name";

/** The parameter with the id of the order that was shipped, on the page of the next order of a selection. */
export const SHIPPED_BEFORE = "last";

/** Reads the order that was shipped before the one of a page. One round trip, or none. */
export async function readShippedBefore(org: OrgReader, search: URLSearchParams): Promise<NamedOrder | undefined> {
  const id = search.get(SHIPPED_BEFORE) ?? "";
  return /^\d{1,15}$/.test(id) ? (await readOrderNames(org, [Number(id)]))[0] : undefined;
}

/**
 * The message after shipping: about the order that was shipped before the shown one, or how many items of the shown one were shipped. Null: the usual
 * text of the message.
 */
export function shippedMessage(name: FlashName, { order, items }: OrderDetail, before: NamedOrder | undefined): string | null {
  if (name !== "shipped" && name !== "packed") return null;
  if (before !== undefined) {
    if (name === "packed") return `Fulfillment of order ${orderName(before)} created. It is not shipped yet.`;
    return `Order ${orderName(before)} ${before.fulfillment_state === "partial" ? "partly shipped" : "shipped"}.`;
  }
  if (name === "packed" || order.fulfillment_state !== "partial") return null;
  const goods = items.filter(({ status, is_goods }) => is_goods === 1 && isLive(status));
  const shipped = goods.reduce((sum, item) => sum + shippedUnits(item), 0);
  const left = goods.reduce((sum, item) => sum + unitsLeft(item, shippedUnits(item)), 0);
  return `${countText(shipped)} of ${pluralize(shipped + left, "item")} shipped.`;
}
