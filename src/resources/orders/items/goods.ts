import { foldCase } from "../../../platform/values/fold-case";

/** Names of lines that are money, not goods, in lower case. */
const NO_GOODS: readonly string[] = [
  "tip",
  "tips",
  "gratuity",
  "donation",
  "gift card",
  "e-gift card",
  "egift card",
  "digital gift card",
  "gift certificate",
  "gift voucher",
  "store credit",
  "shipping insurance",
  "shipping protection",
  "package protection",
  "order protection",
  "route package protection",
  "route shipping protection",
  "handling fee",
  "processing fee",
  "service fee",
  "convenience fee",
  "transaction fee",
  "rush fee",
  "rush order fee",
  "rush processing fee",
  "customization fee",
  "setup fee",
  "shipping fee",
  "customs fee",
  "import duties",
];

/** What may follow such a name: an amount or a share, as in `Gift card - $50.00`, `Tip (15%)` and `Gift card EUR 25`. */
const AMOUNT = /^[\s(:–-]{0,4}(?:[$€£¥]|[a-z]{3} )?\d[\d.,]{0,15} ?(?:[$€£¥%]|[a-z]{3})?\)?$/;

/**
 * Whether a line of an order is goods: something that is made, picked and shipped, for which a SKU, a design file and a cost are needed. Its
 * source says so (`requiresShipping`: 1 or 0). Otherwise its name decides (docs/spec/items.md#lines-that-are-not-goods).
 */
export function isGoods({ requiresShipping, name }: { requiresShipping: number | null; name: string }): boolean {
  if (requiresShipping !== null) return requiresShipping === 1;
  const folded = foldCase(name).trim();
  return !NO_GOODS.some((known) => folded.startsWith(known) && (folded === known || AMOUNT.test(folded.slice(known.length))));
}
