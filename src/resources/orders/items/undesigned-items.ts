import type { OrgReader } from "../../../platform/db/org-db";
import { type UndesignedItem, undesignedItems } from "./needed-designs.sql.ts";

/** How many of the items that need a design are looked at, newest orders first. */
export const MAX_UNDESIGNED_ITEMS = 2000;

/** The newest unfinished items that need a design, with what people name files by. One round trip. */
export async function listUndesignedItems(org: OrgReader): Promise<UndesignedItem[]> {
  return await org.read(undesignedItems(org, MAX_UNDESIGNED_ITEMS));
}
