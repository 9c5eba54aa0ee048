import { orNotFound } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { fileOfUrl } from "../../platform/values/file-url";
import type { FileRow } from "../files/rows.sql.ts";
import { parseItemId } from "../orders/items/item-id";
import { designOfLine, type WorkOf } from "./work.sql.ts";

/** Reads the file that is the design of a line which is to be made. Throws 404 Not Found if there is none here. One round trip. */
export async function readLineDesign(
  org: OrgReader,
  of: WorkOf,
  { id, itemId, origin }: { id: string; itemId: string; origin: string },
): Promise<FileRow> {
  // No item has the id 0, which stands for a text that is no id.
  const { file } = await org.read({ file: first(designOfLine(org, of, { id, itemId: parseItemId(itemId) ?? 0 })) });
  return orNotFound(file !== undefined && fileOfUrl(file.design_url, origin, org.organization.id) === file.id ? file : undefined);
}
