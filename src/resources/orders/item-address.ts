import type { ShownItem } from "./rows.sql.ts";
import type { SHIP_ADDRESS } from "./text-columns";

/** The shipping address of an item: its own, or else the order's. */
export function shownAddress(item: ShownItem): Pick<ShownItem, "ship_name" | (typeof SHIP_ADDRESS)[number]> {
  const isOwn = hasOwnAddress(item);
  return {
    ship_name: item.ship_name,
    ship_address1: isOwn ? item.ship_address1 : item.order_ship_address1,
    ship_address2: isOwn ? item.ship_address2 : item.order_ship_address2,
    ship_city: isOwn ? item.ship_city : item.order_ship_city,
    ship_state: isOwn ? item.ship_state : item.order_ship_state,
    ship_zipcode: isOwn ? item.ship_zipcode : item.order_ship_zipcode,
    ship_country: isOwn ? item.ship_country : item.order_ship_country,
  };
}

/**
 * Whether the item has an address of its own. It is then shown alone: completing it from the order's could pair the street of one with the city of
 * the other.
 */
export function hasOwnAddress({ ship_address1, ship_address2, ship_city, ship_state, ship_zipcode, ship_country }: ShownItem): boolean {
  return (ship_address1 ?? ship_address2 ?? ship_city ?? ship_state ?? ship_zipcode ?? ship_country) !== null;
}
