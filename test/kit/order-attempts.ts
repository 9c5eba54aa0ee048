/** Changes of an order of two lines: three mugs for 10, two of which the test puts into a fulfillment, and a card for 5. */
export const ATTEMPTS = ["smaller quantity", "refund", "discount", "other total", "huge amount", "fifth place", "no mug", "plain"] as const;
export type Attempt = (typeof ATTEMPTS)[number];

export const MUG = { external_id: "315", name: "Mug", quantity: 3, price: 10 };
const CARD = { external_id: "316", name: "Card", quantity: 1, price: 5 };

/** The order before each attempt. */
export const ORDER = { external_id: "727", number: "727", tax: 3, taxes_included: true, items: [MUG, CARD] };

/** The fields that an attempt changes: those of the mug, and those of the order. */
export const CHANGED_MUG_FIELDS: Partial<Record<Attempt, object>> = {
  "smaller quantity": { quantity: 1 },
  "huge amount": { price: 2e11 },
  "fifth place": { price: 1.000_01 },
};
export const CHANGED_ORDER_FIELDS: Partial<Record<Attempt, object>> = {
  refund: { refund_amount: 350 },
  discount: { discount: 100 },
  "other total": { total_amount: 20 },
  "huge amount": { discount: 2e11 },
  "fifth place": { discount: 1.000_01 },
  plain: { customer_name: "Ann" },
};

/** A cell of an export that an attempt changes. A file with an amount of five decimal places, or above 10^11, is not sent: the importer rejects it. */
export const OWN_CELLS: Partial<Record<Attempt, [column: string, cell: string]>> = {
  "smaller quantity": ["item_quantity", "1"],
  discount: ["discount", "100"],
  "other total": ["total_amount", "20"],
  "huge amount": ["item_price", "50000000000"],
  plain: ["customer_name", "Ann"],
};

/** The whole order as its source sends it. An attempt on fields of both the mug and the order changes those of the mug. */
export function payload(attempt: Attempt) {
  const items = attempt === "no mug" ? [CARD] : [{ ...MUG, ...CHANGED_MUG_FIELDS[attempt] }, CARD];
  return {
    store: "gift",
    on_conflict: "update",
    ...ORDER,
    ...(CHANGED_MUG_FIELDS[attempt] === undefined && CHANGED_ORDER_FIELDS[attempt]),
    items,
  };
}

/** The order in a Shopify file with the refund, total and discount of an attempt. */
export function shopifyFile(attempt: Attempt): string | null {
  const amounts: Partial<Record<Attempt, [refund: string, total: string, discount: string]>> = {
    refund: ["350", "35", "0"],
    discount: ["0", "-65", "100"],
    "other total": ["0", "20", "0"],
    plain: ["0", "39", "0"],
  };
  const [refund, total, discount] = amounts[attempt] ?? [];
  if (total === undefined) return null;
  const names =
    "Name,Id,Created at,Currency,Subtotal,Taxes,Shipping,Discount Amount,Total,Refunded Amount,Lineitem name,Lineitem quantity,Lineitem price";
  const row = (...[name, quantity, price]: string[]) =>
    [
      "727",
      "727",
      "2026-03-22 10:00:00 +0000",
      "USD",
      String(35 - Number(discount)),
      "3",
      "0",
      discount,
      total,
      refund,
      name,
      quantity,
      price,
    ].join(",");
  // The order of a plain attempt has a tip.
  return [names, row("Mug", "3", "10"), row("Card", "1", "5"), ...(attempt === "plain" ? [row("Tip", "1", "4")] : [])].join("\r\n");
}
