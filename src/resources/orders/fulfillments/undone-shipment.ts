import { saysShipped } from "../items/shippable";
import { cancelledAfterRelease, unitsLeft } from "../items/units-left";
import type { StoredItem } from "../rows.sql.ts";

type UnitsByItem = ReadonlyMap<number, number>;

/**
 * Whether units of an item that is Shipped or Delivered are left to ship, because shipped fulfillments have released them: they are lost, returned or
 * cancelled from now on. `shipped`: the units that are in the others.
 */
export function undoesShipment(
  items: readonly StoredItem[],
  { released, shipped }: { released: UnitsByItem; shipped: UnitsByItem },
): boolean {
  return items.some((item) => {
    const units = released.get(item.id) ?? 0;
    if (units === 0 || !saysShipped(item.status)) return false;
    return unitsLeft({ ...item, cancelled_quantity: cancelledAfterRelease(item, units) }, shipped.get(item.id) ?? 0) > 0;
  });
}
