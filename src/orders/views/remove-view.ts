import { WriteConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { deleteView } from "./views.sql.ts";
import { notFound } from "../../platform/api-error";

/** Deletes a saved view. Throws 404 for an unknown view. One round trip. */
export async function removeView(org: OrgDb, id: number): Promise<void> {
  try {
    await org.commit(deleteView(org, id));
  } catch (error) {
    throw error instanceof WriteConflict ? notFound() : error;
  }
}
