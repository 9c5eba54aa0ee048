import * as z from "zod";
import { ApiError } from "../../../../platform/api-error";
import { moneyText } from "../../../../platform/values/money-text";
import { page } from "../../../../console/page";
import { planRefund } from "../../refunds/plan-refund";
import { readRefundable, type RefundableOrder } from "../../refunds/refund-order";
import { OrderPath } from "../../v2/contract";
import { RefundForm } from "./refund-form";

/** What is typed in the form of a refund, as a text about its amount. Empty if it is not complete, or would be rejected. */
function totalText({ parts: { order }, left }: RefundableOrder, typed: Record<string, unknown>): string {
  const form = RefundForm.safeParse({ ...typed, do: "refund" });
  if (!form.success) return "";
  try {
    const { amount, tax } = planRefund(order, left, form.data.refund);
    const taxText = tax > 0 ? `, with ${moneyText(tax, order.currency)} of tax` : "";
    return `Refund: ${moneyText(amount, order.currency)}${taxText}`;
  } catch (error) {
    if (error instanceof ApiError) return "";
    throw error;
  }
}

/** The amount of a refund that is being typed, as JSON for its form. One sequential round trip. */
export const refundTotal = page(
  { path: "/orders/:id/refund/total", param: OrderPath, permission: "write", query: z.record(z.string(), z.unknown()) },
  async ({ org, param, query }) => Response.json({ text: totalText(await readRefundable(org, param.id), query) }),
);
