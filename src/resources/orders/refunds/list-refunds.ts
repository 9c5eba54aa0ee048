import * as z from "zod";
import type { OrgReader } from "../../../platform/db/org-db";
import { toAmount } from "../../../platform/values/money";
import { momentText } from "../../../platform/values/zone";
import { readRowsAfter } from "../history/list-history";
import type { RowsAfterId } from "../history/records.sql.ts";
import { linesOf } from "./refundable";
import { type RefundRow, refundsAfter } from "./refunds.sql.ts";

export const listRefundsAfter = (org: OrgReader, range: RowsAfterId<string>) => readRowsAfter(org, range, refundsAfter);

/** The fields of a refund in responses (docs/spec/orders.md#refunds). */
export const REFUND_FIELDS = {
  id: z.string(),
  order_id: z.int(),
  external_id: z.string().nullable().describe("Its id in the shop, if it was made there."),
  amount: z.number().describe("Everything that the customer gets back, with the tax."),
  tax: z.number(),
  shipping: z.number(),
  items: z.array(
    z.strictObject({
      order_item_id: z.string(),
      quantity: z.int(),
      cancelled_quantity: z.int().describe("How many of these units are not shipped any more."),
      amount: z.number(),
    }),
  ),
  reason: z.string().nullable(),
  actor_name: z.string(),
  created_at: z.iso.datetime(),
};

/** A refund as the API returns it. */
export function presentRefund(row: RefundRow) {
  return {
    id: row.id,
    order_id: row.order_id,
    external_id: row.source_id,
    amount: toAmount(row.amount),
    tax: toAmount(row.tax),
    shipping: toAmount(row.shipping),
    items: linesOf(row).map(({ order_item_id, quantity, cancelled_quantity = 0, amount }) => ({
      order_item_id: String(order_item_id),
      quantity,
      cancelled_quantity,
      amount: toAmount(amount),
    })),
    reason: row.reason,
    actor_name: row.actor_name,
    created_at: momentText(row.created_at),
  };
}
