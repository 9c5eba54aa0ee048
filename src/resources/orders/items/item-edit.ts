import { conflict } from "../../../platform/api-error";
import type { ItemPatch } from "../amend-order";
import type { StoredItem } from "../rows.sql.ts";
import type { FulfilledOf } from "./fulfilled-quantities";
import { quantityFulfilled } from "./quantity-fulfilled";
import { isFinal, isLive } from "./item-status";

/**
 * Throws 409 Conflict for a new quantity or price of an item that is cancelled or refunded, and for a quantity that is less than what is in
 * fulfillments (docs/spec/items.md#quantity-and-price).
 */
export function assertItemPatch(item: StoredItem, { quantity, price }: ItemPatch, fulfilledOf: FulfilledOf): void {
  const changesQuantity = quantity !== undefined && quantity !== item.quantity;
  const changesPrice = price !== undefined && price !== item.price;
  if (!changesQuantity && !changesPrice) return;
  if (!isLive(item.status)) {
    throw conflict("item_not_live", `The quantity and the price of an item that is ${item.status} cannot be changed.`, {
      path: changesQuantity ? "quantity" : "price",
    });
  }
  const min = fulfilledOf(item.id).fulfilled;
  if (changesQuantity && quantity < min) throw quantityFulfilled(min, "quantity");
}

/** Throws 409 Conflict if an item cannot be removed from its order (docs/spec/items.md#remove-an-item). */
export function assertRemovable({ id, status }: StoredItem, fulfilledOf: FulfilledOf): void {
  if (isFinal(status)) throw conflict("item_not_removable", `An item that is ${status} cannot be removed.`);
  if (fulfilledOf(id).fulfilled > 0) {
    throw conflict("item_not_removable", "This item is in a fulfillment. Cancel the fulfillment first.");
  }
}
