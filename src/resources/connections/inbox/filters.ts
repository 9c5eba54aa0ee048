import * as z from "zod";
import { defineFilter, type FilterTable } from "../../../platform/http/input/filters";
import { emptyAsAbsent } from "../../../platform/http/input/query";

export const INBOX_STATUSES = ["pending", "processed", "ignored", "failed"] as const;

export const INBOX_FILTERS = {
  status: defineFilter({
    name: "status",
    query: emptyAsAbsent(z.enum(INBOX_STATUSES)).describe("Only messages in this status."),
    field: { kind: "choice", label: "Status" },
  }),
} satisfies FilterTable;
