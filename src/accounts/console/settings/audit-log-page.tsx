import * as z from "zod";
import { readAuditLog } from "../../audit-log/list-audit-log";
import type { AuditRow } from "../../audit-log/audit-log.sql.ts";
import { integerQuery } from "../../../platform/http/input/query";
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

export const auditLogPage = page(
  { path: "/settings/audit-log", permission: "manage", query: z.object({ after: integerQuery(1, Number.MAX_SAFE_INTEGER) }) },
  async ({ org, query }) => {
    const before = query.after ?? null;
    const found = await readAuditLog(org, before, PAGE_SIZE + 1);
    const shown = found.slice(0, PAGE_SIZE);
    const body = (
      <>
        <Table caption="Audit log" columns={COLUMNS} rows={shown.map(cellsOf)} empty="No changes yet." />
        <CursorPager next={found.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null} isFirst={before === null} />
      </>
    );
    const lead = "All changes to credentials, members, webhook endpoints and settings. Nobody can edit or delete entries.";
    return { title: "Audit log", lead, body };
  },
);
