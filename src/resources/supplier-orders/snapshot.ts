import { parseStored } from "../../platform/reading/json";
import { type Property, readProperties } from "../orders/items/properties";
import type { z } from "zod";
import { shownAddress } from "../orders/item-address";
import type { ItemRow } from "../orders/rows.sql.ts";

const MADE_FIELDS = [
  "name",
  "sku",
  "custom_sku",
  "personalization",
  "variations",
  "material",
  "style",
  "type",
  "size",
  "color",
  "design_url",
  "comment",
] as const satisfies readonly (keyof ItemRow)[];

const ADDRESS_FIELDS = ["ship_name", "ship_address1", "ship_address2", "ship_city", "ship_state", "ship_zipcode", "ship_country"] as const;

/** What is to be made, as it was when the supplier order was created. Later changes of the item do not change it. */
export type Snapshot = Record<(typeof MADE_FIELDS)[number] | "order_number", string | null> & {
  properties: { name: string; value: string }[];
  /** Where the supplier ships it. Null if it ships to the organization. */
  address: Record<(typeof ADDRESS_FIELDS)[number], string | null> | null;
};

/** The name of an order that the supplier may see. */
const orderNumber = ({ order_number, order_external_id, order_id }: ItemRow): string => order_number ?? order_external_id ?? `#${order_id}`;

export function snapshotOf(item: ItemRow & { order_ship_name?: string | null }, shipsToBuyer: boolean): Snapshot {
  const made = Object.fromEntries(MADE_FIELDS.map((name) => [name, item[name]])) as Record<(typeof MADE_FIELDS)[number], string | null>;
  const properties = readProperties(item.properties).map(({ name, value }: z.output<typeof Property>) => ({ name, value }));
  const address = shownAddress(item);
  return {
    order_number: orderNumber(item),
    ...made,
    properties,
    address: shipsToBuyer ? { ...address, ship_name: address.ship_name ?? item.order_ship_name ?? item.order_customer_name } : null,
  };
}

export const readSnapshot = (text: string): Snapshot => parseStored<Snapshot>(text);
