import * as z from "zod";
import { readAuditLog } from "../../audit-log/list-audit-log";
import type { AuditPlace, AuditRow } from "../../audit-log/audit-log.sql.ts";
import { page } from "../../../console/page";
import { Moment } from "../../../console/parts/values";
import { CursorPager, Table } from "../../../console/parts/table";
import { actionLabel, actorLabel, detailLabels } from "./audit-labels";

const PAGE_SIZE = 50;

const COLUMNS = ["Action", "Actor", "Time", "Details"];

function Details({ details }: { details: string }) {
  const labels = detailLabels(details);
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

function cellsOf(row: AuditRow) {
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
    <Details details={row.details} />,
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
  { path: "/settings/audit-log", permission: "manage", query: z.object({ after: Place }) },
  async ({ org, control, query }) => {
    const before = query.after ?? null;
    const found = await readAuditLog(org, control, { before, limit: PAGE_SIZE + 1 });
    const shown = found.slice(0, PAGE_SIZE);
    const last = found.length > PAGE_SIZE ? shown.at(-1) : undefined;
    const body = (
      <>
        <Table caption="Audit log" columns={COLUMNS} rows={shown.map(cellsOf)} empty="No changes yet." />
        <CursorPager next={last === undefined ? null : `${last.at}-${last.id}`} isFirst={before === null} />
      </>
    );
    const lead = "All changes to credentials, members, webhook endpoints and settings. Nobody can edit or delete entries.";
    return { title: "Audit log", lead, body };
  },
);
