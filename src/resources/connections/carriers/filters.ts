import * as z from "zod";
import { defineFilter, type FilterTable } from "../../../platform/http/input/filters";
import { emptyAsAbsent } from "../../../platform/http/input/query";
import { carrierReports } from "./table";

/** What may become of a report (docs/spec/carriers.md#reports). */
export const REPORT_STATUSES = carrierReports.status.enumValues;

/** The filters of reports. */
export const REPORT_FILTERS = {
  status: defineFilter({
    name: "status",
    query: emptyAsAbsent(z.enum(REPORT_STATUSES)).describe("Only reports with this status."),
    field: { kind: "choice", label: "Status" },
  }),
} satisfies FilterTable;
