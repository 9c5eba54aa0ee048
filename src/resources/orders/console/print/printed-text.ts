import { htmlLength } from "../../../../console/html-length";
import { ApiError } from "../../../../platform/api-error";
import type { PrintedOrder } from "./left-to-ship";

/**
 * The most characters of texts in the documents of one page. A document repeats texts and escapes characters, so it may be many times as long as the
 * texts that were read, and memory is reserved only for those.
 */
const MAX_PRINTED_LENGTH = 4 * 1024 * 1024;

function textLength(row: object): number {
  return Object.values(row).reduce<number>((sum, value) => sum + (typeof value === "string" ? htmlLength(value) : 0), 0);
}

/** The length of an order's texts. `repeatsNotes`: each item has a document with the order's notes. */
function printedLength({ order, left }: PrintedOrder, repeatsNotes: boolean): number {
  const { buyer_note, gift_message } = order;
  const repeated = repeatsNotes ? textLength({ buyer_note, gift_message }) : 0;
  return left.reduce((sum, { item }) => sum + textLength(item) + repeated, textLength(order));
}

/** Throws 413 Content Too Large if the documents of orders would have too much text. It names how many of the orders fit. */
export function assertTextFits(orders: readonly PrintedOrder[], { repeatsNotes }: { repeatsNotes: boolean }): void {
  let length = 0;
  const end = orders.findIndex((parts) => {
    length += printedLength(parts, repeatsNotes);
    return length > MAX_PRINTED_LENGTH;
  });
  if (end === -1) return;
  const advice = end === 0 ? "Shorten the notes of the order or the texts of its items." : `Choose at most the first ${end}.`;
  const message = `There is too much text to print at once. ${advice}`;
  throw new ApiError("payload_too_large", [{ code: "stored_items_limit", message, fitting: end }]);
}
