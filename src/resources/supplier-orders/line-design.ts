import { notFound } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import { fileOfUrl } from "../../platform/values/file-url";
import { readFile } from "../files/read-file";
import { readSnapshot } from "./snapshot";
import { readWorkOrder, type WorkOf } from "./work";

/** Reads the file that is the design of a line which is to be made. Throws 404 Not Found if there is none here. Two round trips. */
export async function readLineDesign(
  org: OrgReader,
  of: WorkOf,
  { id, itemId, origin }: { id: string; itemId: number | null; origin: string },
) {
  const { lines } = await readWorkOrder(org, of, id);
  const line = lines.find(({ order_item_id }) => order_item_id === itemId);
  const url = line === undefined ? null : readSnapshot(line.snapshot).design_url;
  const fileId = url === null ? null : fileOfUrl(url, origin, org.organization.id);
  if (fileId === null) throw notFound();
  return await readFile(org, fileId);
}
