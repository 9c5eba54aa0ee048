import { WriteConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { deleteView } from "./views.sql.ts";
import { notFound } from "../../platform/api-error";

/** Takes a saved view away; the orders stay. 404 where there is none with this id. One trip. */
export async function removeView(org: OrgDb, id: number): Promise<void> {
  try {
    await org.commit(deleteView(org, id));
  } catch (error) {
    throw error instanceof WriteConflict ? notFound() : error;
  }
}
