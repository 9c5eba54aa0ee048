import { decimalPlaces } from "../../../../platform/values/minor-unit";
import type { AuditReason } from "../../../orders/audit-reasons";
import { isShopifyRefunded } from "../../../orders/files/shopify-states";
import type { MappedOrderBody } from "../adapter";
import type { SourceRefund } from "../../../orders/refunds/source-refund";
import type { DetailReader } from "../detail-reader";
import { optionalRecord, roundAmount, sumAmounts, textOf } from "../values";
import { isEdited, type OrderLine, refundedUnits, unrefundedUnits } from "./order-lines";

type Fields = Readonly<Record<string, unknown>>;

interface MappedAmounts {
  amounts: Partial<MappedOrderBody>;
  reasons: AuditReason[];
}

/**
 * The amounts of an order. The shop keeps those of the first version unchanged. An order that was edited has its current ones
 * (docs/spec/connections.md#edited-orders), but a cancelled order keeps the first ones.
 */
export function amountsOf(
  reader: DetailReader,
  fields: Fields,
  { lines, refunds, isCancelled }: { lines: readonly OrderLine[]; refunds: readonly SourceRefund[]; isCancelled: boolean },
): MappedAmounts {
  const amount = (name: string) => reader.amount(fields[name], name);
  const firstSubtotal = amount("total_line_items_price");
  const edited = !isCancelled && isEdited(lines, firstSubtotal);
  const current = (name: string) => (edited ? amount(`current_${name}`) : undefined) ?? amount(name);
  const fees = sumAmounts([
    amount("total_tip_received"),
    shopAmount(reader, fields, "original_total_additional_fees_set"),
    shopAmount(reader, fields, "original_total_duties_set"),
    shopAmount(reader, fields, "total_cash_rounding_payment_adjustment_set"),
  ]);
  const { refund, hasUnknownCurrency, ...returned } = refundOf(reader, fields, edited ? lines : []);
  // The shop's current total is without the refunds, ours is with them.
  const currentTotal = edited ? amount("current_total_price") : undefined;
  const total = currentTotal === undefined ? amount("total_price") : roundAmount(currentTotal + refund);
  const refundTax = edited ? null : statedRefundTax(refunds, { refund, tax: amount("total_tax") ?? 0 });
  // If the total is unknown, no refund is a full one by its amount.
  const isRefunded = isShopifyRefunded(textOf(fields["financial_status"]) ?? "", { refund, total: total ?? Infinity });
  return {
    amounts: {
      subtotal: edited ? sumAmounts(lines.map(({ price, live }) => price * live)) : firstSubtotal,
      shipping_cost: shopAmount(reader, fields, "total_shipping_price_set") ?? 0,
      discount: sumAmounts([current("total_discounts"), returned.discount]),
      tax: sumAmounts([current("total_tax"), returned.tax]),
      fees: fees === 0 ? null : fees,
      ...(typeof fields["taxes_included"] === "boolean" && { taxes_included: fields["taxes_included"] }),
      total_amount: total,
      // An empty list clears the refund that is stored. Without a list, it stays.
      ...(fields["refunds"] !== undefined && {
        refund_amount: refund > 0 ? refund : null,
        ...(refundTax !== null && { refund_tax: refundTax }),
        is_refunded: isRefunded ? true : null,
      }),
    },
    reasons: hasUnknownCurrency ? ["refund_currency"] : [],
  };
}

/**
 * The tax in all refunds together, as they state it. Null if it must be computed: not all of what was paid back is for units or for shipping, or the tax does
 * not fit the order's.
 */
function statedRefundTax(refunds: readonly SourceRefund[], { refund, tax }: { refund: number; tax: number }): number | null {
  const itemized = sumAmounts(refunds.flatMap(({ items, shipping }) => [shipping, ...items.map((item) => item.amount)]));
  const stated = sumAmounts(refunds.map((each) => each.tax ?? 0));
  return refund > 0 && itemized === refund && stated >= 0 && stated <= Math.min(tax, refund) ? stated : null;
}

/** An amount in the shop's currency, from a field `…_set`. */
function shopAmount(reader: DetailReader, fields: Fields, name: string): number | undefined {
  return reader.amount(optionalRecord(optionalRecord(fields[name])["shop_money"])["amount"], name);
}

interface Refunds {
  /** The money that was paid back, except for units that are no longer in the total. */
  refund: number;
  /** Whether some of it is in an unknown currency. */
  hasUnknownCurrency: boolean;
  /** The tax and the discount of units of an edited order that were refunded after they were sent. */
  tax: number;
  discount: number;
}

function refundOf(reader: DetailReader, fields: Fields, editedLines: readonly OrderLine[]): Refunds {
  let hasUnknownCurrency = false;
  const unrefunded = new Map(editedLines.flatMap((line) => (line.id === undefined ? [] : [[line.id, unrefundedUnits(line)]])));
  const taxesIncluded = fields["taxes_included"] === true;
  const all = reader.records(fields["refunds"], "refunds").map((refund) => {
    const paid = reader
      .records(refund["transactions"], "refunds.transactions")
      .filter(({ kind, status }) => kind === "refund" && status === "success")
      .map((transaction) => {
        const amount = inShopCurrency(reader, fields, transaction);
        if (amount === null) hasUnknownCurrency = true;
        return amount ?? 0;
      });
    const units = refundedUnits(reader, refund, { lines: unrefunded, taxesIncluded });
    return { ...units, refund: Math.max(0, sumAmounts(paid) - units.removedAmount) };
  });
  const sumOf = (name: "refund" | "tax" | "discount"): number => sumAmounts(all.map((each) => each[name]));
  return { refund: sumOf("refund"), tax: sumOf("tax"), discount: sumOf("discount"), hasUnknownCurrency };
}

/**
 * The amount of a transaction in the shop's currency: as it states it, or converted at the rate of the order's total. Null if neither is known.
 */
export function inShopCurrency(reader: DetailReader, fields: Fields, transaction: Fields): number | null {
  const amount = reader.amount(transaction["amount"], "refunds.transactions.amount") ?? 0;
  const [currency, shopCurrency] = [textOf(transaction["currency"]), textOf(fields["currency"])];
  if (currency === undefined || shopCurrency === undefined || currency === shopCurrency) return amount;
  const stated = shopAmount(reader, transaction, "amount_set");
  if (stated !== undefined) return stated;
  const { presentment_money } = optionalRecord(fields["total_price_set"]);
  const paid = optionalRecord(presentment_money);
  const [inShop, inOther] = [
    shopAmount(reader, fields, "total_price_set"),
    reader.amount(paid["amount"], "total_price_set.presentment_money.amount"),
  ];
  if (paid["currency_code"] !== currency || inShop === undefined || inOther === undefined || inOther === 0) return null;
  return Number(((amount * inShop) / inOther).toFixed(decimalPlaces(shopCurrency)));
}
