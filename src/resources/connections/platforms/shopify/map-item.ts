import { MAX_LONG_TEXT_LENGTH } from "../../../orders/order-limits";
import type { MappedOrderBody } from "../adapter";
import { type DetailReader, fractionText } from "../detail-reader";
import { joinTexts, roundAmount, sumAmounts, textOf, withoutEmpty } from "../values";
import type { OrderLine } from "./order-lines";

type Item = MappedOrderBody["items"][number];

/** Maps a line with so many units. */
export function itemOf(reader: DetailReader, { fields: line, id, ordered, price }: OrderLine, units: number): Item {
  const path = "line_items.properties";
  const properties = reader.properties(reader.pairs(line["properties"], path, ["name", "value"]), path);
  return withoutEmpty<Item>({
    external_id: id,
    name: textOf(line["name"]) ?? textOf(line["title"]) ?? "Item",
    quantity: units,
    // A fraction counts as one unit, whose price is that fraction of the price.
    price: roundAmount(price * (ordered.fraction ?? 1)),
    tax: taxOf(reader, line, units / ordered.units),
    sku: textOf(line["sku"]),
    requires_shipping: requiresShipping(line),
    variations: joinTexts([fractionText(ordered), line["variant_title"]], " ", MAX_LONG_TEXT_LENGTH),
    // Shopify hides names with an underscore from the buyer.
    ...reader.mappedFields(properties, path, ({ name }) => !name.startsWith("_")),
    properties: properties.length > 0 || Array.isArray(line["properties"]) ? properties : undefined,
  });
}

/** Whether a line is goods: a gift card is not, and for a line that Shopify says nothing of, its name decides. */
function requiresShipping(line: OrderLine["fields"]): boolean | undefined {
  if (line["gift_card"] === true) return false;
  const stated = line["requires_shipping"];
  return typeof stated === "boolean" ? stated : undefined;
}

/** The tax of a share of a line. Undefined if the shop does not say it. */
function taxOf(reader: DetailReader, line: OrderLine["fields"], share: number): number | undefined {
  if (!Array.isArray(line["tax_lines"])) return undefined;
  const taxes = reader
    .records(line["tax_lines"], "line_items.tax_lines")
    .map(({ price }) => reader.amount(price, "line_items.tax_lines.price"));
  return roundAmount(sumAmounts(taxes) * share);
}
