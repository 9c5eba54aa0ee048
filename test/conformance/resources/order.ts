import { ORDER_ITEM } from "./order-item";
import { violations, type Shape } from "./shape";

/** Order (PublicOrder). */
export const ORDER: Shape = {
  id: "integer",
  storeName: "string",
  date: "date-time",
  currency: "currency code",
  totalAmount: "number",
  subtotal: "number",
  tax: "number",
  shippingCost: "number",
  discount: "number",
  customerName: "string?",
  customerAddress: "string?",
  shipAddress1: "string?",
  shipAddress2: "string?",
  shipCity: "string?",
  shipState: "string?",
  shipZipcode: "string?",
  shipCountry: "string?",
  isGift: "boolean?",
  isRefunded: "boolean?",
  isCaseClosed: "boolean?",
  isLost: "boolean?",
  requiresAudit: "boolean?",
  createdAt: "date-time?",
  updatedAt: "date-time?",
  items: "array",
};

/** The violations of the documented shape by an order and its items. */
export function orderViolations(order: { items: unknown[] }): string[] {
  return [
    ...violations(ORDER, order),
    ...order.items.flatMap((item) => violations(ORDER_ITEM, item).map((violation) => `items: ${violation}`)),
  ];
}
