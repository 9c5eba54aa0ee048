import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { changeExpense, createExpense, deleteExpense } from "../commands";
import { payrollWarnings } from "../fields";
import { EXPENSE_FILTERS } from "../filters";
import type { ExpensePosition } from "../list.sql.ts";
import { expenseFromMarker, listExpensesAfter, readExpense } from "../read-expense";
import type { ExpenseRow } from "../rows.sql.ts";
import { Deleted, ExpenseChanges, ExpensePath, NewExpense } from "../expense-body";
import { Expense, presentExpense } from "../expense-view";
import { ExpenseListQueryV2 } from "./contract";

const createdReply = (row: ExpenseRow): Reply => created(presentExpense(row), `/expenses/${row.id}`, payrollWarnings(row));
const updatedReply = (row: ExpenseRow): Reply => ok(presentExpense(row), payrollWarnings(row));

const route = resource("Expenses", reads("expenses:read"), writes("expenses:write", { idempotencyKey: "optional" }));

export const expenseEndpointsV2 = [
  route.get("/expenses", {
    operationId: "listExpensesV2",
    summary: "List expenses, latest date first, by cursor",
    input: { query: ExpenseListQueryV2 },
    responses: { 200: listSchema(Expense) },
    handle: async ({ org, query: { filter, sort, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listExpensesV2", query: [filter, sort] },
        (after: ExpensePosition | null) => listExpensesAfter(org, readFilter(EXPENSE_FILTERS, org, filter), { sort, after, limit }),
        ({ date, id }) => [date, id],
      );
      return listReply(page, presentExpense);
    },
  }),
  route.get("/expenses/:id", {
    operationId: "getExpenseV2",
    summary: "Get an expense",
    input: { param: ExpensePath },
    responses: { 200: Expense },
    handle: async ({ org, param }) => ok(presentExpense(await readExpense(org, param.id))),
  }),
  route.post("/expenses", {
    operationId: "createExpenseV2",
    summary: "Create an operating or payroll expense",
    input: { json: NewExpense },
    responses: { 201: Expense },
    rebuildReply: async ({ org }, marker) => createdReply(await expenseFromMarker(org, marker)),
    handle: async ({ org, json }) => createdReply(await createExpense(org, json)),
  }),
  route.patch("/expenses/:id", {
    operationId: "updateExpenseV2",
    summary: "Update an expense",
    description: "Omitted fields do not change, and `null` clears a field.",
    input: { param: ExpensePath, json: ExpenseChanges },
    responses: { 200: Expense },
    rebuildReply: async ({ org, param }) => updatedReply(await readExpense(org, param.id)),
    handle: async ({ org, param, json }) => updatedReply(await changeExpense(org, param, json)),
  }),
  route.delete("/expenses/:id", {
    operationId: "deleteExpenseV2",
    summary: "Delete an expense",
    input: { param: ExpensePath },
    responses: { 200: Deleted },
    rebuildReply: async () => ok({ deleted: true }),
    handle: async ({ org, param }) => {
      await deleteExpense(org, param.id);
      return ok({ deleted: true });
    },
  }),
];
