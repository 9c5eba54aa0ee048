/** Plans of a Cloudflare account (docs/runbook.md#deploy). */
export const PLANS = ["free", "paid"] as const;

export type Plan = (typeof PLANS)[number];

/** The size at which D1 rejects writes, by plan. */
export const MAX_BYTES: Record<Plan, number> = { free: 500e6, paid: 10e9 };

/** A database that is at least as full gets no new organizations: the rest is for the growth of those that it has (docs/scale.md). */
const ALMOST_FULL = 0.7;

/** A write needs several pages at once, so a database rejects writes a little before its limit. */
const FULL = 0.99;

export const FILLS = ["ok", "almost_full", "full"] as const;

export type Fill = (typeof FILLS)[number];

export function fillOf(bytes: number, plan: Plan): Fill {
  const share = bytes / MAX_BYTES[plan];
  if (share >= FULL) return "full";
  return share >= ALMOST_FULL ? "almost_full" : "ok";
}
