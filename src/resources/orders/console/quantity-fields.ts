import type { FormState } from "../../../console/page";

export function quantityField(itemId: number): string {
  return `take_${itemId}`;
}

/** The checkbox that takes everything that is left, whatever the quantity fields say. */
export const EVERYTHING_FIELD = "everything";

/** Converts `take_7=2` to 2 of item 7. Without such fields, or if everything is taken, `items` is left out. */
export function requestedItems(fields: Readonly<Record<string, unknown>>): { items?: { order_item_id: string; quantity: unknown }[] } {
  if (fields[EVERYTHING_FIELD] !== undefined) return {};
  if (!Object.keys(fields).some((name) => name.startsWith("take_"))) return {};
  return { items: quantityFields(fields).map(([name, quantity]) => ({ order_item_id: name.slice("take_".length), quantity })) };
}

/** The quantity fields that are neither empty nor 0, in the order of the lines. */
function quantityFields(fields: Readonly<Record<string, unknown>>): [name: string, quantity: unknown][] {
  const quantities = Object.entries(fields).filter(([name]) => name.startsWith("take_"));
  return quantities.map(([name, text]): [string, unknown] => [name, parseQuantity(text)]).filter(([, quantity]) => quantity !== 0);
}

/** Parses a whole number. An empty text is 0. Returns any other text unchanged, which validation rejects. */
function parseQuantity(text: unknown): unknown {
  return typeof text === "string" && /^\d{0,7}$/.test(text.trim()) ? Number(text) : text;
}

/** Renames the paths of violations from `items[0]` to the input of that item. `noItems` is the message if every quantity is 0. */
export function withQuantityFields(
  values: FormState["values"],
  violations: FormState["violations"],
  noItems: string,
): FormState["violations"] {
  const quantities = quantityFields(values);
  return violations.map((violation) => {
    if (violation.path === "items") return { ...violation, code: "nothing_in_it", message: noItems };
    const line = /^items\[(\d+)\]/.exec(violation.path ?? "")?.[1];
    return line === undefined ? violation : { ...violation, path: quantities[Number(line)]?.[0] ?? "" };
  });
}
