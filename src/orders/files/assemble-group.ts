import { MAX_EXTERNAL_ID_LENGTH } from "../../platform/values/text-limits.ts";
import { MAX_ORDER_ITEMS } from "../order-limits.ts";
import { type Assembled, type Format, type ReadValue, type Row, UnreadableOrder } from "./format.ts";
import { truncateTexts } from "./truncate.ts";

/** What the rows of one order come to; rows that can't be understood, or have no order number, are a refusal of that order alone. */
export function assembleGroup(format: Format, key: string, rows: Row[], value: ReadValue): Assembled {
  if (key === "") return refuse("no_order_number", `${format.keyColumn} is empty.`);
  try {
    const assembled = format.assemble(key, rows, value);
    if (assembled.order === null) return assembled;
    if (assembled.order.items.length > MAX_ORDER_ITEMS) {
      return refuse("too_many_items", `${assembled.order.items.length} items; an order has at most ${MAX_ORDER_ITEMS}.`);
    }
    if (assembled.order.external_id === key && key.length > MAX_EXTERNAL_ID_LENGTH) {
      const message = `${format.keyColumn} has ${key.length} characters and is the only text that identifies this order. It is sent as the external id, of which the API takes at most ${MAX_EXTERNAL_ID_LENGTH} characters. It is not cut, since its beginning could be the number of another order.`;
      return refuse("order_number_too_long", message);
    }
    const { order, warnings } = truncateTexts(assembled.order);
    return { ...assembled, order, warnings: [...assembled.warnings, ...warnings] };
  } catch (error) {
    if (error instanceof UnreadableOrder) return refuse(error.reason, error.message);
    throw error;
  }
}

function refuse(reason: string, message: string): Assembled {
  return { order: null, total: 0, refusal: { reason, message }, skipped: [], warnings: [] };
}
