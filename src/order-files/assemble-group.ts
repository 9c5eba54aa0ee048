import { type Assembled, type Format, MOST_ITEMS, type ReadValue, type Row, UnreadableOrder } from "./format.ts";

/** What the rows of one order come to; rows that can't be understood, or have no order number, are a refusal of that order alone. */
export function assembleGroup(format: Format, key: string, rows: Row[], value: ReadValue): Assembled {
  if (key === "") return refuse("no_order_number", `${format.keyColumn} is empty.`);
  try {
    const assembled = format.assemble(key, rows, value);
    if (assembled.order !== null && assembled.order.items.length > MOST_ITEMS) {
      return refuse("too_many_items", `${assembled.order.items.length} items; an order has at most ${MOST_ITEMS}.`);
    }
    return assembled;
  } catch (error) {
    if (error instanceof UnreadableOrder) return refuse(error.reason, error.message);
    throw error;
  }
}

function refuse(reason: string, message: string): Assembled {
  return { order: null, total: 0, refusal: { reason, message }, skipped: [], warnings: [] };
}
