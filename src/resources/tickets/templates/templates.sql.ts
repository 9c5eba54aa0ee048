import { eq, type InferSelectModel, sql } from "drizzle-orm";
import { type Change, assertCondition, assertRowsChanged } from "../../../platform/db/change";
import { equalsIgnoringCase, ignoringCase } from "../../../platform/db/columns";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import type { Statement } from "../../../platform/db/statement";
import { ticketTemplates } from "./table";

export type TemplateRow = InferSelectModel<typeof ticketTemplates>;
export type TemplateName = Pick<TemplateRow, "id" | "name">;
/** A template with the beginning of its text. */
export type TemplateSummary = TemplateName & Pick<TemplateRow, "updated_at"> & { beginning: string };
export type TemplateValues = Pick<TemplateRow, "name" | "body">;

const MAX_BEGINNING_LENGTH = 160;

const inNameOrder = sql`order by ${ignoringCase("t", "name")}, t.id`;

export function templateNames(org: OrgReader): Statement<TemplateName> {
  return org.rows<TemplateName>()`select t.id, t.name from ticket_templates t where t.organization_id = ${org.key} ${inNameOrder}`;
}

export function templateList(org: OrgReader): Statement<TemplateSummary> {
  return org.rows<TemplateSummary>()`select t.id, t.name, t.updated_at, substr(t.body, 1, ${MAX_BEGINNING_LENGTH}) as beginning
    from ticket_templates t where t.organization_id = ${org.key} ${inNameOrder}`;
}

export function templateById(org: OrgReader, id: number): Statement<TemplateRow> {
  return org.find(ticketTemplates, eq(ticketTemplates.id, id));
}

/** The number of templates, and whether another one than `exceptId` has this name. */
export function templateUsage(org: OrgReader, name: string, exceptId: number | null): Statement<{ total: number; taken: number }> {
  return org.rows<{ total: number; taken: number }>()`select count(*) as total,
      coalesce(max(${equalsIgnoringCase("t", "name", name)} and t.id is not ${exceptId}), 0) as taken
    from ticket_templates t where t.organization_id = ${org.key}`;
}

/** Inserts a template. The batch fails if its name is taken or there are already `max` templates. */
export function insertTemplate(org: OrgDb, { name, body }: TemplateValues, max: number): Change {
  return {
    writes: [
      assertCondition(sql`(select count(*) from ticket_templates t where t.organization_id = ${org.key}) < ${max}`),
      org.insert(ticketTemplates, { name, body, created_at: org.now, updated_at: org.now }),
    ],
    conflicts: [ticketTemplates.name],
    marker: {},
  };
}

/** Changes a template. The batch fails if it no longer has the version that was read, or its name is taken. */
export function updateTemplate(org: OrgDb, { id, version }: TemplateRow, { name, body }: TemplateValues): Change {
  const unchanged = sql`${ticketTemplates.id} = ${id} and ${ticketTemplates.version} = ${version}`;
  return {
    writes: [org.update(ticketTemplates, { name, body, version: version + 1, updated_at: org.now }, unchanged), assertRowsChanged()],
    conflicts: [ticketTemplates.name],
    marker: {},
  };
}

/** Deletes a template. The batch fails if there is none with this id. */
export function deleteTemplate(org: OrgDb, id: number): Change {
  return { writes: [org.remove(ticketTemplates, eq(ticketTemplates.id, id)), assertRowsChanged()], marker: {} };
}
