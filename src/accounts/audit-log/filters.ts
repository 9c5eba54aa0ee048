import type { AuditSubject } from "./audit-action";
import { defineFilter, type FilterTable, type FilterValues, textFilter } from "../../platform/http/input/filters";
import { choiceQueryIgnoringCase, dayQuery } from "../../platform/http/input/query";
import { endOfDay, startOfDay } from "../../platform/values/zone";

/** The labels of what entries can be about, in the order in which the filter lists them. */
const SUBJECT_LABELS: Readonly<Record<AuditSubject, string>> = {
  credential: "API keys and tokens",
  member: "Members",
  endpoint: "Webhooks",
  link: "Links",
  connection: "Connections",
  organization: "Organization",
  person: "Personal data",
};

export const AUDIT_SUBJECTS = Object.entries(SUBJECT_LABELS);

/** The filters of the audit log; their SQL has the same keys in audit-log.sql.ts. */
export const AUDIT_FILTERS = {
  subject: defineFilter({
    name: "about",
    query: choiceQueryIgnoringCase(
      AUDIT_SUBJECTS.map(([subject]) => subject),
      "invalid_value",
      { description: "Only entries about this." },
    ),
    field: { kind: "choice", label: "About" },
  }),
  /** Part of the name of who made a change or of what was changed. */
  name: textFilter("name", "Part of the actor's or the target's name, ignoring case.", { field: { kind: "text", label: "Name contains" } }),
  dateFrom: defineFilter({
    name: "date_from",
    query: dayQuery(),
    read: (day, { zone }) => startOfDay(day, zone),
    field: { kind: "day", label: "From" },
  }),
  dateTo: defineFilter({
    name: "date_to",
    query: dayQuery(),
    read: (day, { zone }) => endOfDay(day, zone),
    field: { kind: "day", label: "Up to" },
  }),
} satisfies FilterTable;

export type AuditFilter = FilterValues<typeof AUDIT_FILTERS>;
