import type * as z from "zod";
import { choiceQuery, dayQuery, zoneQuery } from "../../../platform/http/input/query";
import { PERIOD_NAMES, type PeriodInput, type PeriodName } from "../period";

export const PERIOD_PARAMETERS = {
  period: choiceQuery<PeriodName>(PERIOD_NAMES, "invalid_period").describe(
    "Calendar days in `timezone`. Default: last_30_days. last_N_days ends today, including today. this_<unit> is from the first day of the unit until today. Weeks start on Monday. custom requires from and to.",
  ),
  from: dayQuery().describe("First day of the period if period=custom."),
  to: dayQuery().describe("Last day of the period if period=custom, included."),
  timezone: zoneQuery().describe("IANA time zone. Default: the organization's."),
};

interface PeriodParameters {
  period?: PeriodName | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** The period of parameters that `checkPeriodDays` has accepted, so a custom one has both days. */
export function readPeriod({ period = "last_30_days", from = "", to = "" }: PeriodParameters): PeriodInput {
  return period === "custom" ? { name: period, from, to } : { name: period };
}

/** Checks that `from` and `to` are given for a custom period, and only then. */
export function checkPeriodDays(query: { period?: unknown; from?: unknown; to?: unknown }, ctx: z.core.$RefinementCtx): void {
  const { period = "last_30_days", from, to } = query;
  // Invalid names and days have their own violations.
  if (typeof period !== "string") return;
  const isCustom = period === "custom";
  const { code, message } = isCustom
    ? { code: "custom_needs_dates", message: "period=custom needs from and to." }
    : { code: "not_custom", message: "from and to are allowed only with period=custom." };
  for (const [path, day] of Object.entries({ from, to })) {
    if (isCustom === (day === undefined)) ctx.addIssue({ code: "custom", path: [path], message, params: { code } });
  }
  if (isCustom && typeof from === "string" && typeof to === "string" && from > to) {
    ctx.addIssue({ code: "custom", path: ["from"], message: "Expected a day not after `to`.", params: { code: "invalid_range" } });
  }
}
