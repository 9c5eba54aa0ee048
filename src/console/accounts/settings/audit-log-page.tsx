import * as z from "zod";
import { AUDIT_FILTERS, AUDIT_SUBJECTS } from "../../../accounts/audit-log/filters";
import { readAuditLog } from "../../../accounts/audit-log/read-audit-log";
import type { AuditPlace, AuditRow } from "../../../accounts/audit-log/audit-log.sql.ts";
import { page } from "../../page";
import { FilterForm } from "../../parts/filter-form";
import { filterShape, readFilter } from "../../../platform/http/input/filters";
import { Moment } from "../../parts/values";
import { CursorPager, Table } from "../../parts/table";
import { actionLabel, actorLabel, detailLabels } from "./audit-labels";

const PAGE_SIZE = 50;

const COLUMNS = ["Action", "Actor", "Time", "Details"];

function Details({ details, zone }: { details: string; zone: string }) {
  const labels = detailLabels(details, zone);
  if (labels.length === 0) return null;
  return (
    <ul class="lines">
      {labels.map(({ name, text }) => (
        <li>
          <span class="soft">{name}:</span> {text}
        </li>
      ))}
    </ul>
  );
}

function cellsOf(row: AuditRow, zone: string) {
  const kind = actorLabel(row.actor_kind);
  return [
    <div class="audit-what">
      {actionLabel(row)} <strong>{row.target_name}</strong>
    </div>,
    <div class="audit-who">
      {row.actor_name}
      {kind === "" ? null : <span class="soft"> ({kind})</span>}
    </div>,
    <div class="audit-when">
      <Moment at={row.at} time />
    </div>,
    <Details details={row.details} zone={zone} />,
  ];
}

/** The time and the id of the last entry of the page before. */
const Place = z
  .string()
  .regex(/^\d{1,15}-\d{1,16}$/)
  .transform((text): AuditPlace => {
    const [at = 0, id = 0] = text.split("-").map(Number);
    return { at, id };
  })
  .optional();

export const auditLogPage = page(
  { path: "/settings/audit-log", permission: "manage", query: z.object({ ...filterShape(AUDIT_FILTERS), after: Place }) },
  async ({ org, control, query, search }) => {
    const before = query.after ?? null;
    const filter = readFilter(AUDIT_FILTERS, org, query);
    const found = await readAuditLog(org, control, { filter, before, limit: PAGE_SIZE + 1 });
    const shown = found.slice(0, PAGE_SIZE);
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
    const body = (
      <>
        <FilterForm
          list="audit log"
          path="/settings/audit-log"
          filters={AUDIT_FILTERS}
          choices={{ about: AUDIT_SUBJECTS }}
          search={search}
        />
        <Table
          caption="Audit log"
          columns={COLUMNS}
          rows={shown.map((row) => cellsOf(row, org.organization.timezone))}
          empty={Object.keys(filter).length > 0 ? "No entries match." : "No changes yet."}
        />
        <CursorPager next={last === undefined ? null : `${last.at}-${last.id}`} isFirst={before === null} />
      </>
    );
    const lead = "All changes to credentials, members, webhook endpoints and settings. Nobody can edit or delete entries.";
    return { title: "Audit log", lead, body };
  },
);
