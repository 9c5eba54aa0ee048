import type { Tone } from "../../../../console/status-tone";
import type { CarrierConnectionRow } from "../carrier-connections.sql.ts";
import type { ReportRow } from "../reports.sql.ts";
import type { CarrierService } from "../services/names";

export const SERVICE_LABELS: Readonly<Record<CarrierService, string>> = {
  easypost: "EasyPost",
  shippo: "Shippo",
  aftership: "AfterShip",
  "17track": "17TRACK",
};

/** What became of a report, with the color of its badge. */
export const REPORT_LABELS: Readonly<Record<ReportRow["status"], readonly [label: string, tone: string]>> = {
  applied: ["Applied", "good"],
  unchanged: ["Nothing new", "idle"],
  outdated: ["Outdated", "idle"],
  ignored: ["Ignored", "idle"],
  failed: ["Failed", "bad"],
};

/** How a connection is, in one word. */
export function carrierHealth({ status, last_report_at }: CarrierConnectionRow): { tone: Tone; label: string } {
  if (status === "paused") return { tone: "idle", label: "Paused" };
  return last_report_at === null ? { tone: "busy", label: "Nothing received yet" } : { tone: "good", label: "Connected" };
}
