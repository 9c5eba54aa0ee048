import { type ReportedFulfillment, reportTracking } from "../../orders/fulfillments/report-tracking";
import { ApiError } from "../../../platform/api-error";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { momentText } from "../../../platform/values/zone";
import type { InboxRow, Outcome } from "./inbox.sql.ts";

/**
 * Applies a report of a carrier service to the fulfillments with its tracking number. The statements of `record` are committed in the same
 * transaction, so a report is never applied twice. Returns null if the outcome is recorded, and otherwise the outcome of a report that changes no
 * fulfillment, for the caller to record. Throws the errors after which the same report may be applied later.
 */
export async function applyReport(
  org: OrgDb,
  { tracking_number, carrier, fulfillment_status: status, occurred_at }: InboxRow,
  record: (outcome: Outcome) => WriteStatement[],
): Promise<Outcome | null> {
  if (tracking_number === null || status === null || occurred_at === null) return failedOutcome("The report can't be read.");
  if (status === "unknown") return { status: "ignored", reason: "This status says nothing of the parcel.", order_id: null };
  try {
    const report = { tracking_number, carrier, status, occurred_at: momentText(occurred_at) };
    await reportTracking(org, report, (reported) => record(outcomeOf(reported)));
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500 || isContention(error)) throw error;
    return failedOutcome(error.details[0]?.message ?? error.message);
  }
}

/** Whether others kept changing the orders. */
export function isContention(error: unknown): boolean {
  return error instanceof ApiError && error.details.some(({ code }) => code === "too_much_contention");
}

function failedOutcome(reason: string): Outcome {
  return { status: "failed", reason, order_id: null };
}

/** The outcome for all fulfillments together: an update of one is an update. */
function outcomeOf(reported: readonly ReportedFulfillment[]): Outcome {
  const outcomes = new Set(reported.map(({ outcome }) => outcome));
  const unchanged = outcomes.has("outdated") ? "A newer status is stored." : "The fulfillments had this status.";
  return { status: "processed", reason: outcomes.has("updated") ? null : unchanged, order_id: reported[0]?.order_id ?? null };
}
