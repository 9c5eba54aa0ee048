import { LostRace } from "../../db/commit";
import type { OrgDb } from "../../db/org-db";
import { deleteView } from "../../db/saved-views";
import { notFound } from "../../refusal";

/** Takes a saved view away; the orders stay. 404 where there is none with this id. One trip. */
export async function removeView(org: OrgDb, id: number): Promise<void> {
  try {
    await org.commit(deleteView(org, id));
  } catch (error) {
    throw error instanceof LostRace ? notFound() : error;
  }
}
