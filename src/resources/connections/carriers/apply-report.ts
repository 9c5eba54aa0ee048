import type { FulfillmentStatus } from "../../orders/fulfillments/fulfillment-status";
import { type ReportedFulfillment, reportTracking } from "../../orders/fulfillments/report-tracking";
import { ApiError } from "../../../platform/api-error";
import type { OrgDb } from "../../../platform/db/org-db";
import type { WriteStatement } from "../../../platform/db/statement";
import { momentText } from "../../../platform/values/zone";
import type { ReportOutcome } from "./reports.sql.ts";

/** A report that can be applied. */
export interface ReadableReport {
  trackingNumber: string;
  carrier: string | null;
  status: FulfillmentStatus;
  /** ms since 1970. */
  occurredAt: number;
}

const IGNORED: ReportOutcome = { status: "ignored", reason: "This status says nothing of the parcel.", order_id: null };

/**
 * Applies a report to the fulfillments with its tracking number. What became of it is recorded in the same transaction by the statements of
 * `record`. A report that can't be applied changes nothing else: its outcome is `failed`, with the reason.
 */
export async function applyReport(
  org: OrgDb,
  { trackingNumber, carrier, status, occurredAt }: ReadableReport,
  record: (outcome: ReportOutcome) => WriteStatement[],
): Promise<ReportOutcome> {
  if (status === "unknown") return await commit(org, IGNORED, record);
  try {
    const report = { tracking_number: trackingNumber, carrier, status, occurred_at: momentText(occurredAt) };
    return outcomeOf(await reportTracking(org, report, (reported) => record(outcomeOf(reported))));
  } catch (error) {
    if (!(error instanceof ApiError) || isTemporary(error)) throw error;
    const reason = error.details[0]?.message ?? error.message;
    return await commit(org, { status: "failed", reason, order_id: null }, record);
  }
}

/** Whether the same report may be applied a moment later: others were changing the order, or an error was ours. The service then sends it again. */
function isTemporary({ status, details }: ApiError): boolean {
  return status >= 500 || details.some(({ code }) => code === "too_much_contention");
}

/** Commits what became of a report that changes no fulfillment. */
export async function commit(
  org: OrgDb,
  outcome: ReportOutcome,
  record: (outcome: ReportOutcome) => WriteStatement[],
): Promise<ReportOutcome> {
  await org.commit({ writes: record(outcome), marker: {} });
  return outcome;
}

/** The outcome for all fulfillments together: an update of one is an update. */
function outcomeOf(reported: readonly ReportedFulfillment[]): ReportOutcome {
  const outcomes = new Set(reported.map(({ outcome }) => outcome));
  const status = outcomes.has("updated") ? "applied" : outcomes.has("outdated") ? "outdated" : "unchanged";
  return { status, reason: null, order_id: reported[0]?.order_id ?? null };
}
