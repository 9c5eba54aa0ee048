import * as z from "zod";
import type { ExpenseRow } from "../rows.sql.ts";
import { changeExpense, createExpense, createExpenses, deleteExpense } from "../commands";
import { EXPENSE_FILTERS } from "../filters";
import { payrollWarnings } from "../fields";
import { expenseFromMarker, listExpenses, readExpense } from "../read-expense";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../platform/http/v1-envelope";
import { Deleted, ExpenseChanges, ExpensePath, NewExpense } from "../expense-body";
import { Expense, presentExpense } from "../expense-view";
import { BULK_EXPENSES_SHAPE, BulkCreated, BulkExpenses, ExpenseListQuery } from "./contract";

// Warnings are derived from the expense, so that a response that is rebuilt after a crash has them too.
const createdReply = (row: ExpenseRow): Reply => created(presentExpense(row), `/expenses/${row.id}`, payrollWarnings(row));
const updatedReply = (row: ExpenseRow): Reply => ok(presentExpense(row), payrollWarnings(row));
const bulkReply = ({ expenses }: z.output<typeof BulkExpenses>, count: number): Reply =>
  created(
    { success: true, count },
    null,
    expenses.flatMap((expense, index) => payrollWarnings(expense, `expenses[${index}].`)),
  );

const route = resource("Expenses", reads("expenses:read"), writes("expenses:write", { idempotencyKey: "optional" }));

export const expenseEndpoints = [
  route.get("/expenses", {
    operationId: "listExpenses",
    summary: "List expenses",
    input: { query: ExpenseListQuery },
    responses: { 200: z.array(Expense) },
    handle: async ({ org, query }) => {
      const { expenses, total } = await listExpenses(org, readFilter(EXPENSE_FILTERS, org, query.filter), query);
      return page(expenses, { ...query, total }, presentExpense);
    },
  }),
  route.post("/expenses", {
    operationId: "createExpense",
    summary: "Create an operating or payroll expense",
    input: { json: NewExpense },
    responses: { 201: Expense },
    rebuildReply: async ({ org }, marker) => createdReply(await expenseFromMarker(org, marker)),
    handle: async ({ org, json }) => createdReply(await createExpense(org, json)),
  }),
  route.post("/expenses/bulk", {
    operationId: "createExpenses",
    hasNoLocation: true,
    summary: "Create up to 500 expenses, all or none",
    input: { json: BulkExpenses },
    bodyShape: BULK_EXPENSES_SHAPE,
    responses: { 201: BulkCreated },
    rebuildReply: async ({ json }) => bulkReply(json, json.expenses.length),
    handle: async ({ org, json }) => bulkReply(json, await createExpenses(org, json.expenses)),
  }),
  route.get("/expenses/:id", {
    operationId: "getExpense",
    summary: "Get an expense",
    input: { param: ExpensePath },
    responses: { 200: Expense },
    handle: async ({ org, param }) => ok(presentExpense(await readExpense(org, param.id))),
  }),
  route.put("/expenses/:id", {
    operationId: "updateExpense",
    summary: "Update an expense",
    description: "Omitted fields do not change, and `null` clears a field.",
    input: { param: ExpensePath, json: ExpenseChanges },
    responses: { 200: Expense },
    rebuildReply: async ({ org, param }) => updatedReply(await readExpense(org, param.id)),
    handle: async ({ org, param, json }) => updatedReply(await changeExpense(org, param, json)),
  }),
  route.delete("/expenses/:id", {
    operationId: "deleteExpense",
    summary: "Delete an expense",
    guard: writes("expenses:write", { idempotencyKey: "ignored" }),
    input: { param: ExpensePath },
    responses: { 200: Deleted },
    rebuildReply: async () => ok({ deleted: true }),
    handle: async ({ org, param }) => {
      await deleteExpense(org, param.id);
      return ok({ deleted: true });
    },
  }),
];
