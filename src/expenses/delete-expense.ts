import { LostRace } from "../platform/db/change";
import { rememberExpense, removeExpense } from "./write.sql.ts";
import type { OrgDb } from "../platform/db/org-db";
import { notFound } from "../platform/refusal";

/** Removes an expense; 404 where there is none, so for the second time too. One trip. */
export async function deleteExpense(org: OrgDb, id: number): Promise<void> {
  try {
    await org.commit({ writes: removeExpense(org, id), events: [], remember: rememberExpense(id), answer: [] });
  } catch (error) {
    // Nothing else can stop a removal: nothing refers to an expense.
    throw error instanceof LostRace ? notFound() : error;
  }
}
