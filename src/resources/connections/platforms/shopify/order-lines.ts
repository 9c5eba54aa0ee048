import type { DetailReader, LineQuantity } from "../detail-reader";
import { optionalRecord, sumAmounts, textOf } from "../values";

type Fields = Readonly<Record<string, unknown>>;

/** A line of an order. */
export interface OrderLine {
  fields: Fields;
  id: string | undefined;
  /** What was ordered first. It never changes in the shop. */
  ordered: LineQuantity;
  /** The units that are to be sent, or have been: not those that were removed from the order. */
  live: number;
  price: number;
}

/**
 * Reads the lines of an order. `quantity` never shrinks, and `current_quantity` is less what was removed or refunded, also of what was sent before.
 * So the live units are the current ones, and the refunded ones that were sent.
 */
export function readLines(reader: DetailReader, fields: Fields): OrderLine[] {
  const sent = sentUnits(fields["fulfillments"]);
  return reader.lines(reader.records(fields["line_items"], "line_items")).map(({ line, id, path }) => {
    const ordered = reader.quantity(line["quantity"], `${path}.quantity`);
    const price = reader.amount(line["price"], `${path}.price`) ?? 0;
    return { fields: line, id, ordered, live: liveUnits(line, ordered, sent.get(id ?? "") ?? 0), price };
  });
}

function liveUnits(line: Fields, { units, fraction }: LineQuantity, sent: number): number {
  const [current, open] = [unitsOf(line["current_quantity"]), unitsOf(line["fulfillable_quantity"]) ?? 0];
  if (current === null || fraction !== null) return units;
  // Those that were sent, also if they were refunded since, and those still to be sent. At least the current ones: a fulfillment may be unreadable.
  return Math.min(units, Math.max(current, sent + Math.min(open, current)));
}

/** A number of units; null if the shop does not state it. */
function unitsOf(value: unknown): number | null {
  const units = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof units === "number" && Number.isSafeInteger(units) && units >= 0 ? units : null;
}

/** How many units of each line were sent. What can't be read of a fulfillment counts for none. */
function sentUnits(fulfillments: unknown): ReadonlyMap<string, number> {
  const sent = new Map<string, number>();
  for (const fulfillment of listOf(fulfillments)) {
    if (fulfillment["status"] !== "success") continue;
    for (const line of listOf(fulfillment["line_items"])) {
      const id = textOf(line["id"]) ?? "";
      sent.set(id, (sent.get(id) ?? 0) + (unitsOf(line["quantity"]) ?? 0));
    }
  }
  return sent;
}

/** The objects of a list whose errors are noted elsewhere. */
function listOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.map(optionalRecord) : [];
}

/** Whether lines were added, reduced or removed since the order was made. */
export function isEdited(lines: readonly OrderLine[], firstSubtotal: number | undefined): boolean {
  const ordered = sumAmounts(lines.map((line) => line.price * line.ordered.units));
  return lines.some(({ ordered: { units }, live }) => live < units) || (firstSubtotal !== undefined && ordered !== firstSubtotal);
}

/** What a refund says of the units of lines. */
export interface RefundedUnits {
  /** The money for units that were removed: it is no longer part of the order's current total. */
  removedAmount: number;
  /** The tax and the discount of the other units, which were sent before. The order's current amounts are without them. */
  tax: number;
  discount: number;
}

/** A line, and how many of its removed units no refund was for. */
interface UnrefundedUnits {
  price: number;
  removedUnits: number;
}

export const unrefundedUnits = ({ price, live, ordered }: OrderLine): UnrefundedUnits => ({ price, removedUnits: ordered.units - live });

/** Reads what a refund says of units. The removed units that it is for are subtracted from those of `lines` (by their ids), for the next refund. */
export function refundedUnits(
  reader: DetailReader,
  refund: Fields,
  { lines, taxesIncluded }: { lines: ReadonlyMap<string, UnrefundedUnits>; taxesIncluded: boolean },
): RefundedUnits {
  const all = reader.records(refund["refund_line_items"], "refunds.refund_line_items").flatMap((each): RefundedUnits[] => {
    const line = lines.get(textOf(each["line_item_id"]) ?? "");
    const units = unitsOf(each["quantity"]) ?? 0;
    if (line === undefined || units === 0) return [];
    // What comes back was sent before.
    const removedUnits = each["restock_type"] === "return" ? 0 : Math.min(units, line.removedUnits);
    line.removedUnits -= removedUnits;
    const subtotal = reader.amount(each["subtotal"], "refunds.refund_line_items.subtotal") ?? line.price * units;
    const tax = reader.amount(each["total_tax"], "refunds.refund_line_items.total_tax") ?? 0;
    const ofOthers = (amount: number): number => (amount * (units - removedUnits)) / units;
    return [
      {
        removedAmount: ((subtotal + (taxesIncluded ? 0 : tax)) * removedUnits) / units,
        tax: ofOthers(tax),
        discount: ofOthers(line.price * units - subtotal),
      },
    ];
  });
  const sumOf = (name: keyof RefundedUnits): number => sumAmounts(all.map((each) => each[name]));
  return { removedAmount: sumOf("removedAmount"), tax: sumOf("tax"), discount: sumOf("discount") };
}
