import { ApiError } from "../../../platform/api-error";
import { indexWords } from "../../../platform/db/text/text-search";
import { contactTerms } from "../../../platform/db/text/contact-terms";
import { metadataTerms } from "../../../platform/db/text/metadata-terms";
import { normalizeTrackingNumber } from "../../../platform/values/tracking-number";
import { readList } from "../text-list";
import { searchedValues } from "../items/properties";
import type { IncomingOrder } from "./incoming-order";
import type { ItemValues, OrderValues } from "./row-values.sql.ts";

/** The columns of an order and of an item that their search words depend on. */
export const SEARCHED_ORDER_COLUMNS = [
  "number",
  "external_id",
  "customer_name",
  "customer_email",
  "customer_phone",
  "ship_name",
  "ship_company",
  "ship_city",
  "ship_zipcode",
  "tags",
  "buyer_note",
  "gift_message",
  "metadata",
] as const satisfies readonly (keyof OrderValues)[];
export const SEARCHED_ITEM_COLUMNS = [
  "name",
  "sku",
  "custom_sku",
  "tracking_code",
  "properties",
  "metadata",
] as const satisfies readonly (keyof ItemValues)[];

export type SearchableOrder = Pick<OrderValues, (typeof SEARCHED_ORDER_COLUMNS)[number]>;
export type SearchableItem = Pick<ItemValues, (typeof SEARCHED_ITEM_COLUMNS)[number]>;

/** Whether a change of these order fields changes the search words of the items, which contain those of the order. */
export function affectsWords(orderFields: readonly string[]): boolean {
  return orderFields.some((name) => name === "number" || name === "external_id" || name === "customer_name");
}

/** The columns of an order that the search words of its items depend on. */
type OrderOfItem = Pick<SearchableOrder, "number" | "external_id" | "customer_name">;

/** The search words of an item: its own, and those of its order (docs/spec/lists-and-filters.md#search). */
export function itemWords(organizationId: number, order: OrderOfItem, item: SearchableItem): string {
  const texts = [order.number, order.external_id, order.customer_name, ...itemTexts(item)];
  return indexWords(organizationId, texts, metadataTerms(organizationId, item.metadata));
}

/** The search words of an order: its own, those of all its items, and the tracking numbers of its fulfillments. */
export function orderWords(
  organizationId: number,
  order: SearchableOrder,
  { items, fulfillments }: { items: readonly SearchableItem[]; fulfillments: readonly { tracking_number: string | null }[] },
): string {
  const ownTexts = [
    order.number,
    order.external_id,
    order.customer_name,
    ...addressTexts(order),
    ...readList(order.tags),
    ...buyerTexts(order),
    ...fulfillments.flatMap(({ tracking_number }) => trackingTexts(tracking_number)),
  ];
  const contact = contactTerms(organizationId, { email: order.customer_email, phone: order.customer_phone });
  return indexWords(
    organizationId,
    [...ownTexts, ...items.flatMap(itemTexts)],
    [...metadataTerms(organizationId, order.metadata), ...contact],
  );
}

/** Characters of the searchable texts of a request. Each takes up to about twenty characters of index text in memory. */
const MAX_SEARCH_TEXT_LENGTH = 2_000_000;

/** Throws 413 Content Too Large if the searchable texts of a request are too long to be indexed at once. */
export function assertSearchTextFits(orders: readonly IncomingOrder[]): void {
  let length = 0;
  for (const order of orders) {
    const ownTexts = [order.number, order.external_id, order.customer_name, ...addressTexts(order), order.tags, ...buyerTexts(order)];
    const texts = [...ownTexts, ...order.items.flatMap(itemTexts)];
    for (const text of texts) length += text?.length ?? 0;
  }
  if (length <= MAX_SEARCH_TEXT_LENGTH) return;
  const message = `Numbers, names, SKUs, tracking codes and texts of buyers may have at most ${MAX_SEARCH_TEXT_LENGTH} characters in one request. Send fewer orders.`;
  throw new ApiError("payload_too_large", [{ code: "search_text_limit", message, limit: MAX_SEARCH_TEXT_LENGTH }]);
}

/** The characters at the beginning of a text of a buyer that are searched. */
const MAX_SEARCHED_LENGTH = 1000;

type AddressTexts = Pick<SearchableOrder, "ship_name" | "ship_company" | "ship_city" | "ship_zipcode">;

/** Names, the city and the postal code, which is found with and without its space. */
function addressTexts(order: { [Text in keyof AddressTexts]?: string | null | undefined }) {
  return [order.ship_name, order.ship_company, order.ship_city, order.ship_zipcode, order.ship_zipcode?.replaceAll(/[\s-]/g, "")];
}

function buyerTexts({ buyer_note, gift_message }: { [Text in keyof SearchableOrder]?: string | null | undefined }) {
  return [buyer_note, gift_message].map((text) => text?.slice(0, MAX_SEARCHED_LENGTH));
}

function itemTexts({ name, sku, custom_sku, tracking_code, properties }: { [Text in keyof SearchableItem]?: string | null | undefined }) {
  return [name, sku, custom_sku, ...trackingTexts(tracking_code), searchedValues(properties)];
}

/** How many of the last characters of a tracking number find it: people read out the end of a number, which its label shows in large type. */
const TRACKING_END = 6;

/** A tracking number, its normalized form and its end. All are words, so that each is found by its beginning. */
function trackingTexts(number: string | null | undefined): (string | null | undefined)[] {
  if (number === null || number === undefined) return [number];
  const normalized = normalizeTrackingNumber(number);
  const characters = normalized.replaceAll(/[^\p{L}\p{N}]/gu, "");
  return [number, normalized, ...(characters.length > TRACKING_END ? [characters.slice(-TRACKING_END)] : [])];
}
