import { eq, getTableColumns, type InferInsertModel, type SQL, sql } from "drizzle-orm";
import type { NewEvent } from "../events/new-event";
import { EVENT_IN_JSON, insertEvent } from "../events/write.sql.ts";
import { assertRowsChanged } from "../platform/db/change";
import type { OrgDb } from "../platform/db/org-db";
import { expenses } from "./table";
import { sequenceId, allocateIds } from "../platform/db/sequence";
import { sortKey } from "../platform/db/text/sort-key";
import { jsonChunks } from "../platform/db/sql-values";
import type { WriteStatement } from "../platform/db/statement";

/** An expense as it is written, all of it. */
export type ExpenseValues = Required<Omit<InferInsertModel<typeof expenses>, "id" | "organization_id" | "category_sort_key">>;

/** A new expense with its expense.created event, whose expense_id the batch fills in. */
export interface ExpenseToCreate {
  values: ExpenseValues;
  event: NewEvent<"expense.created">;
}

const COLUMNS = Object.keys(getTableColumns(expenses)).filter((name) => !["id", "organization_id"].includes(name));
const LIST = sql.raw(COLUMNS.map((name) => `"${name}"`).join(", "));
const VALUES = sql.raw(COLUMNS.map((name) => `j.value->>'${name}'`).join(", "));

function row(values: ExpenseValues): ExpenseValues & { category_sort_key: string | null } {
  return { ...values, category_sort_key: sortKey(values.category) };
}

/** Inserts expenses and their events: a statement for each table, whatever their number. */
export function insertExpenses(org: OrgDb, creates: readonly ExpenseToCreate[]): WriteStatement[] {
  const id = sequenceId("expenses", creates.length, sql`(j.value->>'n')`);
  const chunks = jsonChunks(creates, ({ values, event }, n) => ({ n, ...row(values), event }));
  return [
    allocateIds(org, "expenses", creates.length),
    ...chunks.map(
      (chunk) =>
        org.write()`insert into expenses (id, organization_id, ${LIST}) select ${id}, ${org.key}, ${VALUES} from json_each(${chunk}) j`,
    ),
    ...chunks.map((chunk) =>
      insertEvent(
        org,
        { ...EVENT_IN_JSON, body: sql`json_set(${EVENT_IN_JSON.body}, '$.expense_id', ${id})` },
        sql`from json_each(${chunk}) j`,
      ),
    ),
  ];
}

/** SQL: the id of the one expense that a batch has inserted. */
export function createdExpenseId(): SQL {
  return sequenceId("expenses", 1, 0);
}

/** What the marker of a single expense remembers: its id. */
export function expenseMarker(id: SQL | number): SQL {
  return sql`json_object('expense_id', ${id})`;
}

/** Changes an expense, if it still has the version that was read. */
export function updateExpense(org: OrgDb, read: { id: number; version: number }, values: ExpenseValues): WriteStatement[] {
  return [
    org.update(expenses, row(values), sql`${expenses.id} = ${read.id} and ${expenses.version} = ${read.version}`),
    assertRowsChanged(),
  ];
}

/** Removes an expense; the batch fails where there is none. */
export function removeExpense(org: OrgDb, id: number): WriteStatement[] {
  return [org.remove(expenses, eq(expenses.id, id)), assertRowsChanged()];
}
