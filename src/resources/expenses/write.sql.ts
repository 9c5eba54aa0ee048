import { eq, getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { NewEvent } from "../events/new-event";
import { EVENT_BODY, insertEvents } from "../events/write.sql.ts";
import { assertRowsChanged } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { expenses } from "./table";
import { sequenceId, allocateIds } from "../../platform/db/sequence";
import { type TextKeyName, textKeys } from "../../platform/db/text/text-keys";
import { jsonChunks, jsonRows } from "../../platform/db/sql-values";
import type { WriteStatement } from "../../platform/db/statement";

export type ExpenseValues = Required<
  Omit<InferInsertModel<typeof expenses>, "id" | "organization_id" | TextKeyName<InferInsertModel<typeof expenses>>>
>;

/** A new expense with its expense.created event. The batch sets the event's expense_id. */
export interface ExpenseToCreate {
  values: ExpenseValues;
  event: NewEvent<"expense.created">;
}

const COLUMNS = Object.keys(getTableColumns(expenses)).filter((name) => !["id", "organization_id"].includes(name));
const COLUMN_LIST = sql.raw(COLUMNS.map((name) => `"${name}"`).join(", "));
const VALUES = sql.raw(COLUMNS.map((name) => `j.value->>'${name}'`).join(", "));

/** Inserts expenses and their events with one statement per table and chunk of rows. */
export function insertExpenses(org: OrgDb, creates: readonly ExpenseToCreate[]): WriteStatement[] {
  const id = sequenceId("expenses", creates.length, sql`(j.value->>'n')`);
  const chunks = jsonChunks(creates, ({ values }, n) => ({ n, ...values, ...textKeys(expenses, values) }));
  return [
    allocateIds(org, "expenses", creates.length),
    ...chunks.map(
      (chunk) =>
        org.write()`insert into expenses (id, organization_id, ${COLUMN_LIST}) select ${id}, ${org.key}, ${VALUES} from ${jsonRows(chunk)} j`,
    ),
    ...insertEvents(
      org,
      creates.map(({ event }, n) => ({ n, event })),
      { body: sql`json_set(${EVENT_BODY}, '$.expense_id', ${id})` },
    ),
  ];
}

/** SQL for the id of the expense that the same batch inserts alone. */
export function createdExpenseId(): SQL {
  return sequenceId("expenses", 1, 0);
}

export function expenseMarker(id: SQL | number): SQL {
  return sql`json_object('expense_id', ${id})`;
}

/** Updates an expense. The batch fails if it no longer has the version that was read. */
export function updateExpense(org: OrgDb, read: { id: number; version: number }, values: ExpenseValues): WriteStatement[] {
  return [org.update(expenses, values, sql`${expenses.id} = ${read.id} and ${expenses.version} = ${read.version}`), assertRowsChanged()];
}

/** Deletes an expense. The batch fails if there is none. */
export function removeExpense(org: OrgDb, id: number): WriteStatement[] {
  return [org.remove(expenses, eq(expenses.id, id)), assertRowsChanged()];
}
