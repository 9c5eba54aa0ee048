import { retryOnConflict, WriteConflict } from "../../../platform/db/change";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { first } from "../../../platform/db/statement";
import { assertVersion, type ChangeTarget } from "../../../platform/values/assert-version";
import { ApiError, conflictError, invalid, notFound, orNotFound } from "../../../platform/api-error";
import { PLACEHOLDERS, unknownPlaceholders } from "./placeholders";
import {
  deleteTemplate,
  insertTemplate,
  templateById,
  templateList,
  type TemplateRow,
  type TemplateSummary,
  templateUsage,
  type TemplateValues,
  updateTemplate,
} from "./templates.sql.ts";

/** The page of a ticket offers all of them at once. */
const MAX_TEMPLATES = 100;

const templateConflict = () => conflictError("the templates");

/** Lists all templates by name. One round trip. */
export async function listTemplates(org: OrgReader): Promise<TemplateSummary[]> {
  return await org.read(templateList(org));
}

/** Reads a template. Throws 404 Not Found. One round trip. */
export async function readTemplate(org: OrgReader, id: number): Promise<TemplateRow> {
  return orNotFound((await org.read(templateById(org, id)))[0]);
}

/**
 * Creates a template. Throws 400 Bad Request for an unknown placeholder, and 409 Conflict if its name is taken (ignoring case) or there are
 * 100 templates. Two round trips.
 */
export async function createTemplate(org: OrgDb, values: TemplateValues): Promise<void> {
  assertKnownPlaceholders(values.body);
  await retryOnConflict(async () => {
    const [usage] = await org.read(templateUsage(org, values.name, null));
    assertFreeName(usage);
    if ((usage?.total ?? 0) >= MAX_TEMPLATES) {
      const message = `There are already ${MAX_TEMPLATES} templates, the maximum. Delete one first.`;
      throw new ApiError("conflict", [{ path: "name", code: "too_many_templates", message }]);
    }
    await org.commit(insertTemplate(org, values, MAX_TEMPLATES));
  }, templateConflict);
}

/** Changes a template. Throws as `createTemplate`, 404 Not Found, and 412 Precondition Failed for another version. Two round trips. */
export async function changeTemplate(org: OrgDb, { id, expectedVersion }: ChangeTarget, values: TemplateValues): Promise<void> {
  assertKnownPlaceholders(values.body);
  await retryOnConflict(async () => {
    const { stored, usage } = await org.read({ stored: first(templateById(org, id)), usage: first(templateUsage(org, values.name, id)) });
    if (stored === undefined) throw notFound();
    assertVersion(stored.version, expectedVersion);
    assertFreeName(usage);
    if (stored.name === values.name && stored.body === values.body) return;
    await org.commit(updateTemplate(org, stored, values));
  }, templateConflict);
}

/** Deletes a template. Throws 404 Not Found. One round trip. */
export async function removeTemplate(org: OrgDb, id: number): Promise<void> {
  try {
    await org.commit(deleteTemplate(org, id));
  } catch (error) {
    throw error instanceof WriteConflict ? notFound() : error;
  }
}

function assertFreeName(usage: { taken: number } | undefined): void {
  if (usage?.taken === 1)
    throw new ApiError("conflict", [{ path: "name", code: "name_taken", message: "Another template has this name." }]);
}

function assertKnownPlaceholders(body: string): void {
  const unknown = unknownPlaceholders(body);
  if (unknown.length === 0) return;
  const known = Object.keys(PLACEHOLDERS)
    .map((name) => `{{${name}}}`)
    .join(", ");
  const [what, names] = [
    unknown.length === 1 ? "is no placeholder" : "are no placeholders",
    unknown.map((name) => `{{${name}}}`).join(", "),
  ];
  throw invalid("body", "unknown_placeholder", `${names} ${what}. Use ${known}.`);
}
