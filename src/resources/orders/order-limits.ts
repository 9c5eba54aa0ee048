import { MAX_CHANGED_ITEMS } from "../../platform/values/changed-items.ts";

/** Items of one order, including cancelled ones. */
export const MAX_ORDER_ITEMS = 2000;

export const MAX_BULK_ORDERS = 200;

export const MAX_BULK_ACTION_IDS = 200;

/** Items of all orders of one bulk request. Several copies of each are in memory until the request is written. */
export const MAX_BULK_ITEMS = MAX_CHANGED_ITEMS;

/** Bytes of the body of a bulk request. Processing it takes about twelve times as much memory (docs/performance.md#the-largest-body). */
export const MAX_BULK_BODY_BYTES = 4 * 1024 * 1024;

/** UTF-8 bytes of the texts of one order and its items: as many as a page of a list holds. */
export const MAX_ORDER_TEXT_BYTES = 8 * 1024 * 1024;

/**
 * Fulfillments of one order, including cancelled ones, and the items of all of them. Every change of a fulfillment reads all of them. They
 * fit in a page together with the items of the order (platform/db/list/page-limit.ts).
 */
export const MAX_ORDER_FULFILLMENTS = 1000;
export const MAX_ORDER_FULFILLMENT_ITEMS = 8000;

/** Refunds of one order that are recorded here, and the items of all of them. Every refund reads the earlier ones. */
export const MAX_ORDER_REFUNDS = 200;
export const MAX_ORDER_REFUND_ITEMS = 8000;

/** Characters of a text of an order or an item that has no other limit. */
export const MAX_NAME_LENGTH = 255;

/** Characters of a search. */
export const MAX_SEARCH_LENGTH = 200;

/** Discount codes and tags of one order. */
export const MAX_DISCOUNT_CODES = 50;
export const MAX_TAGS = 250;

export const MAX_ADDRESS_LENGTH = 1024;

export const MAX_COUNTRY_LENGTH = 64;

export const MAX_ZIPCODE_LENGTH = 32;

export const MAX_PHONE_LENGTH = 32;

export const MAX_EMAIL_LENGTH = 320;

/** Characters of a text of an item that may have several lines, for example a personalization. */
export const MAX_LONG_TEXT_LENGTH = 5000;

/** Properties of one item, and the characters of all of their names and values, which must fit in a row of the database with its other texts. */
export const MAX_PROPERTIES = 100;
export const MAX_PROPERTIES_LENGTH = 50_000;

export const MAX_CARRIER_LENGTH = 64;
export const MAX_TRACKING_NUMBER_LENGTH = 255;

/** Characters of a reason to send or ship what is not ready. */
export const MAX_OVERRIDE_LENGTH = 500;

export const MAX_REFUND_REASON_LENGTH = 2000;

/** The largest quantity of an item. */
export const MAX_QUANTITY = 1_000_000;
