import { ORDER_ITEM } from "./order-item";
import { faults, type Shape } from "./shape";

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

/** Where an order is not as documented, its items included. */
export function orderFaults(order: { items: unknown[] }): string[] {
  return [...faults(ORDER, order), ...order.items.flatMap((item) => faults(ORDER_ITEM, item).map((fault) => `items: ${fault}`))];
}
