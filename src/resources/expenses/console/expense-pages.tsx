import * as z from "zod";
import { ExpenseChanges, ExpensePath, NewExpense } from "../expense-body";
import type { ExpenseRow } from "../rows.sql.ts";
import { changeExpense, createExpense, deleteExpense } from "../commands";
import { readExpense } from "../read-expense";
import { dayNumber, dayText } from "../../../platform/values/zone";
import { textQuery } from "../../../platform/http/input/query";
import { useCan } from "../../../console/page-request";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { type FormState, action, formPage, type Route } from "../../../console/page";
import { Form, initialFormState } from "../../../console/parts/form";
import { Menu } from "../../../console/parts/menu";
import { Notice, ReadOnlyNotice } from "../../../console/parts/notice";
import type { StoreOptions } from "../../../console/parts/store-field";
import { listStoreOptions } from "../../stores/console/store-options";
import { ExpenseAside, ExpenseFacts } from "./expense-facts";
import { ExpenseForm } from "./expense-form";
import { categoryName, formValues, isPayroll, showsPayroll, withInsurance } from "./expense-values";
import { expenseListPage } from "./list-page";

const KINDS = { numbers: ["amount", "base_amount", "bhxh_amount", "bhxh_rate"] };

/** Creates an expense. The form has payroll fields if the category is payroll. Takes one round trip. */
const newExpensePage = formPage(
  {
    path: "/expenses/new",
    to: "/expenses",
    permission: ["write", "money"],
    query: z.object({ category: textQuery(64) }),
    form: fromForm(NewExpense, { ...KINDS, absent: ["currency"] }),
    show: async ({ org, query: { category } }, sent) => {
      const { currency, timezone } = org.organization;
      const date = dayText(dayNumber(org.now, timezone));
      const formState = sent ?? initialFormState({ date, currency, ...(category !== undefined && { category: categoryName(category) }) });
      const offered = await listStoreOptions(org);
      return {
        title: isPayroll(formState.values["category"]) ? "Create payroll expense" : "Create expense",
        back: { page: "/expenses", label: "All expenses" },
        body: <ExpenseForm {...formState} to="/expenses" button="Create expense" version={null} offered={offered} />,
      };
    },
  },
  async ({ org, form }) => {
    const { id } = await createExpense(org, form);
    return { to: `/expenses/${id}`, flash: "expense_created" };
  },
);

function Delete({ id }: { id: number }) {
  if (!useCan("write")) return null;
  return (
    <Menu>
      <Form to={`/expenses/${id}/delete`} confirm="Delete this expense? This cannot be undone.">
        <button class="danger">Delete expense</button>
      </Form>
    </Menu>
  );
}

function ExpenseBody({ row, offered, ...formState }: FormState & { row: ExpenseRow; offered: StoreOptions }) {
  const hasOtherCategory = !isPayroll(row.category) && showsPayroll(formValues(row));
  return (
    <>
      {hasOtherCategory ? <Notice kind="plain">This expense has payroll fields, although its category is not payroll.</Notice> : null}
      {useCan("write") ? (
        <div class="columns top">
          <ExpenseForm {...formState} to={`/expenses/${row.id}`} button="Save" version={row.version} offered={offered} />
          <ExpenseAside row={row} />
        </div>
      ) : (
        <>
          <ExpenseFacts row={row} />
          <ReadOnlyNotice />
        </>
      )}
    </>
  );
}

function titleOf({ category, employee_name }: ExpenseRow): string {
  return employee_name === null ? categoryName(category) : `${categoryName(category)}: ${employee_name}`;
}

/** The expense's page. The form has the stored values, or those of a rejected form. Takes one sequential round trip. */
const changeExpensePage = formPage(
  {
    path: "/expenses/:id",
    param: ExpensePath,
    pagePermission: "money",
    permission: ["write", "money"],
    form: fromForm(z.intersection(ExpenseChanges, ExpectedVersion), KINDS),
    show: async ({ org, param: { id } }, sent) => {
      const [row, offered] = await Promise.all([readExpense(org, id), listStoreOptions(org)]);
      return {
        title: titleOf(row),
        back: { page: "/expenses", label: "All expenses" },
        actions: <Delete id={id} />,
        body: <ExpenseBody {...(sent ?? initialFormState(formValues(row)))} row={row} offered={offered} />,
      };
    },
  },
  async ({ org, param, form: { expected_version, ...change } }) => {
    await changeExpense(org, { id: param.id, expectedVersion: expected_version }, withInsurance(change));
    return { to: `/expenses/${param.id}`, flash: "expense_saved" };
  },
);

const deleteExpenseForm = action(
  { path: "/expenses/:id/delete", permission: ["write", "money"], param: ExpensePath, redirectOnRepeat: "/expenses" },
  async ({ org, param }) => {
    await deleteExpense(org, param.id);
    return { to: "/expenses", flash: "expense_deleted" };
  },
);

export const expenseRoutes: readonly Route[] = [expenseListPage, ...newExpensePage, ...changeExpensePage, deleteExpenseForm];
