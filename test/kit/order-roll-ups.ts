import { expect } from "vitest";
import { rows } from "./client";
import { FLAGS, SUMS } from "./order-sums";

/** The bucket of a row in each basis of the roll-ups, and whether the basis separates rows by missing fields. */
const BASES = [
  ["all", "0", FLAGS],
  ["created_day", "created_at / 86400000", FLAGS],
  ["created_hour", "created_at / 3600000", FLAGS],
  ["date_day", "date / 86400000", "0"],
  ["date_hour", "date / 3600000", "0"],
] as const;

/** Compares the roll-ups of an organization's orders with a recount, in every basis. Empty buckets are ignored. */
export async function expectTrueOrderRollUps(organizationId: number): Promise<void> {
  const columns = Object.keys(SUMS).join(", ");
  const zeros = Object.keys(SUMS).map(() => 0);
  const sums = Object.entries(SUMS).map(([name, sum]) => `${sum} as ${name}`);
  for (const [basis, bucket, missing] of BASES) {
    const kept = await rows(
      `select bucket, store_id, status, missing, currency, ${columns} from order_rollups
        where organization_id = ? and basis = ? and (${columns}) <> (${zeros.join(", ")})
        order by bucket, store_id, status, missing, currency`,
      organizationId,
      basis,
    );
    const counted = await rows(
      `select ${bucket} as bucket, store_id, status, ${missing} as missing, currency, ${sums.join(", ")} from orders
        where organization_id = ? group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
      organizationId,
    );
    expect(kept, `orders by ${basis}`).toEqual(counted);
  }
}

/** The nearest integer, and the higher one of two that are equally near. Both numbers are positive or 0. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** The tax in a refund by its definition. Amounts are not negative. */
export function refundedTaxOf(total: bigint, tax: bigint, refund: bigint): bigint {
  if (refund === 0n) return 0n;
  const share = refund >= total ? tax : halfUp(refund * tax, total);
  return [tax, refund].reduce((least, limit) => (limit < least ? limit : least), share);
}

/** Checks that the tax in every refund of an organization is that of its source, or otherwise its share. */
export async function expectTrueRefundedTaxes(organizationId: number): Promise<void> {
  const orders = await rows<{ total_amount: number; tax: number; refund_amount: number | null; refund_tax: number | null }>(
    "select total_amount, tax, refund_amount, refund_tax, refunded_tax from orders where organization_id = ? order by id",
    organizationId,
  );
  const expected = orders.map(({ total_amount, tax, refund_amount, refund_tax, ...order }) => {
    const share = Number(refundedTaxOf(BigInt(total_amount), BigInt(tax), BigInt(refund_amount ?? 0)));
    return { ...order, total_amount, tax, refund_amount, refund_tax, refunded_tax: refund_tax ?? share };
  });
  expect(orders).toEqual(expected);
}
