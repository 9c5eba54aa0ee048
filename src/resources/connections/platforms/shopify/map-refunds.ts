import { MAX_REFUND_REASON_LENGTH } from "../../../orders/order-limits";
import type { SourceRefund } from "../../../orders/refunds/source-refund";
import { DetailReader } from "../detail-reader";
import { sumAmounts, textOf } from "../values";
import { inShopCurrency } from "./amounts";

type Fields = Readonly<Record<string, unknown>>;

/** The refunds of an order that were paid back. What can't be read of them is noted where the amounts of the order are read. */
export function mapRefunds(fields: Fields): SourceRefund[] {
  const reader = new DetailReader();
  return reader.records(fields["refunds"], "refunds").flatMap((refund) => refundOf(reader, fields, refund) ?? []);
}

function refundOf(reader: DetailReader, fields: Fields, refund: Fields): SourceRefund | null {
  const externalId = reader.id(refund["id"], "refunds.id");
  const paid = reader
    .records(refund["transactions"], "refunds.transactions")
    .filter(({ kind, status }) => kind === "refund" && status === "success")
    .map((transaction) => inShopCurrency(reader, fields, transaction) ?? 0);
  const amount = sumAmounts(paid);
  if (externalId === undefined || amount <= 0) return null;
  // An adjustment states what was paid back as negative amounts, and the tax on its own.
  const shipping = reader
    .records(refund["order_adjustments"], "refunds.order_adjustments")
    .filter(({ kind }) => kind === "shipping_refund")
    .map((each) => ({ amount: -amountAt(reader, each, "amount"), tax: -amountAt(reader, each, "tax_amount") }));
  const lines = reader.records(refund["refund_line_items"], "refunds.refund_line_items");
  const taxes = [...lines.map((line) => amountAt(reader, line, "total_tax")), ...shipping.map((part) => part.tax)];
  return {
    externalId,
    createdAt: reader.moment(refund["processed_at"] ?? refund["created_at"], "refunds.created_at"),
    amount,
    tax: taxes.length === 0 ? null : Math.min(amount, sumAmounts(taxes)),
    shipping: sumAmounts(shipping.flatMap((part) => [part.amount, part.tax])),
    reason: textOf(refund["note"], MAX_REFUND_REASON_LENGTH) ?? null,
    items: lines.flatMap((line) => {
      const id = reader.id(line["line_item_id"], "refunds.line_item_id");
      const quantity = reader.quantity(line["quantity"], "refunds.quantity").units;
      const names = fields["taxes_included"] === true ? ["subtotal"] : ["subtotal", "total_tax"];
      return id === undefined ? [] : [{ externalId: id, quantity, amount: sumAmounts(names.map((name) => amountAt(reader, line, name))) }];
    }),
  };
}

const amountAt = (reader: DetailReader, fields: Fields, name: string): number => reader.amount(fields[name], `refunds.${name}`) ?? 0;
