import * as z from "zod";
import type { ExpenseRow } from "../rows.sql.ts";
import { changeExpense, createExpense, createExpenses, deleteExpense } from "../commands";
import { EXPENSE_FILTERS } from "../filters";
import { listExpenses } from "../list-expenses";
import { payrollWarnings } from "../fields";
import { readExpense, expenseFromMarker } from "../read-expense";
import { created, endpoint, one, reads, type Reply, writes } from "../../platform/http/endpoint";
import { readFilter } from "../../platform/http/input/filters";
import { page } from "../../platform/http/v1-envelope";
import {
  BULK_EXPENSES_SHAPE,
  BulkCreated,
  BulkExpenses,
  Deleted,
  Expense,
  ExpenseChanges,
  ExpenseListQuery,
  ExpensePath,
  NewExpense,
} from "./contract";
import { presentExpense } from "./present";

// Warnings are told from the expense itself, so that an answer rebuilt after a crash has them too.
const recorded = (row: ExpenseRow): Reply => created(presentExpense(row), `/expenses/${row.id}`, payrollWarnings(row));
const changed = (row: ExpenseRow): Reply => one(presentExpense(row), payrollWarnings(row));
const recordedAll = ({ expenses }: z.output<typeof BulkExpenses>, count: number): Reply =>
  created(
    { success: true, count },
    null,
    expenses.flatMap((expense, index) => payrollWarnings(expense, `expenses[${index}].`)),
  );

const listExpensesV1 = endpoint(
  {
    method: "get",
    path: "/expenses",
    operationId: "listExpenses",
    summary: "List expenses",
    tag: "Expenses",
    guard: reads("expenses:read"),
    input: { query: ExpenseListQuery },
    responses: { 200: z.array(Expense) },
  },
  async ({ org, query }) => {
    const { expenses, total } = await listExpenses(org, readFilter(EXPENSE_FILTERS, org, query.filter), query);
    return page(expenses, query, total, presentExpense);
  },
);

const createExpenseV1 = endpoint(
  {
    method: "post",
    path: "/expenses",
    operationId: "createExpense",
    summary: "Create an operating or payroll expense",
    tag: "Expenses",
    guard: writes("expenses:write", { idempotencyKey: "optional" }),
    input: { json: NewExpense },
    responses: { 201: Expense },
    rebuildReply: async ({ org }, marker) => recorded(await expenseFromMarker(org, marker)),
  },
  async ({ org, json }) => recorded(await createExpense(org, json)),
);

const createExpensesV1 = endpoint(
  {
    method: "post",
    path: "/expenses/bulk",
    operationId: "createExpenses",
    unlocated: true,
    summary: "Create up to 500 expenses, all or none",
    tag: "Expenses",
    guard: writes("expenses:write", { idempotencyKey: "optional" }),
    input: { json: BulkExpenses },
    bodyShape: BULK_EXPENSES_SHAPE,
    responses: { 201: BulkCreated },
    rebuildReply: async ({ json }) => recordedAll(json, json.expenses.length),
  },
  async ({ org, json }) => recordedAll(json, await createExpenses(org, json.expenses)),
);

const getExpense = endpoint(
  {
    method: "get",
    path: "/expenses/:id",
    operationId: "getExpense",
    summary: "Get an expense",
    tag: "Expenses",
    guard: reads("expenses:read"),
    input: { param: ExpensePath },
    responses: { 200: Expense },
  },
  async ({ org, param }) => one(presentExpense(await readExpense(org, param.id))),
);

const updateExpense = endpoint(
  {
    method: "put",
    path: "/expenses/:id",
    operationId: "updateExpense",
    summary: "Update an expense",
    description: "Omitted fields do not change, and `null` clears a field.",
    tag: "Expenses",
    guard: writes("expenses:write", { idempotencyKey: "optional" }),
    input: { param: ExpensePath, json: ExpenseChanges },
    responses: { 200: Expense },
    rebuildReply: async ({ org, param }) => changed(await readExpense(org, param.id)),
  },
  async ({ org, param, json }) => changed(await changeExpense(org, param, json)),
);

const deleteExpenseV1 = endpoint(
  {
    method: "delete",
    path: "/expenses/:id",
    operationId: "deleteExpense",
    summary: "Delete an expense",
    tag: "Expenses",
    guard: writes("expenses:write", { idempotencyKey: "ignored" }),
    input: { param: ExpensePath },
    responses: { 200: Deleted },
    rebuildReply: async () => one({ deleted: true }),
  },
  async ({ org, param }) => {
    await deleteExpense(org, param.id);
    return one({ deleted: true });
  },
);

export const expenseEndpoints = [listExpensesV1, createExpenseV1, createExpensesV1, getExpense, updateExpense, deleteExpenseV1];
