import * as z from "zod";
import { ExpenseChanges, ExpensePath, NewExpense } from "../v1/contract";
import type { ExpenseRow } from "../rows.sql.ts";
import type { OrgReader } from "../../platform/db/org-db";
import { changeExpense, createExpense, deleteExpense } from "../commands";
import { readExpense } from "../read-expense";
import { dayNumber, dayText } from "../../platform/values/zone";
import { textQuery } from "../../platform/http/input/query";
import { useCan } from "../../console/page-request";
import { fromForm } from "../../console/form";
import { type FormState, action, page, type Route, type View } from "../../console/page";
import { Form } from "../../console/parts/form";
import { Notice } from "../../console/parts/notice";
import { ReadOnlyNotice } from "../../console/parts/read-only-notice";
import { PageHead } from "../../console/parts/page-head";
import { ExpectedVersion } from "../../console/edit-conflicts";
import { type Offered, offeredStores } from "../../stores/console/store-field";
import { categoryName, isPayroll } from "./category-names";
import { ExpenseFacts } from "./expense-facts";
import { ExpenseForm } from "./expense-form";
import { formValues, showsPayroll, withInsurance } from "./expense-values";
import { expenseListPage } from "./list-page";

const KINDS = { numbers: ["amount", "base_amount", "bhxh_amount", "bhxh_rate"] };

/** The form of a new expense; with the fields of payroll where its category asks for them. One trip. */
async function blank(org: OrgReader, formState: FormState): Promise<View> {
  const offered = await offeredStores(org);
  const title = isPayroll(formState.values["category"]) ? "New payroll" : "New expense";
  const payroll = showsPayroll(formState.values);
  const body = (
    <>
      <PageHead title={title} />
      <ExpenseForm {...formState} to="/expenses" button="Create expense" version={null} payroll={payroll} offered={offered} />
    </>
  );
  return { title, body };
}

const newExpensePage = page(
  { path: "/expenses/new", permission: "write", query: z.object({ category: textQuery(64) }) },
  async ({ org, query: { category } }) => {
    const { currency, timezone } = org.organization;
    const values = {
      date: dayText(dayNumber(org.now, timezone)),
      currency,
      ...(category !== undefined && { category: categoryName(category) }),
    };
    return await blank(org, { values, violations: [] });
  },
);

const newExpenseForm = action(
  {
    path: "/expenses",
    permission: "write",
    form: fromForm(NewExpense, { ...KINDS, absent: ["currency"] }),
    renderInvalid: async ({ org, values, violations }) => blank(org, { values, violations }),
  },
  async ({ org, form }) => {
    const { id } = await createExpense(org, form);
    return { to: `/expenses/${id}`, done: "created" };
  },
);

function Delete({ id }: { id: number }) {
  return (
    <Form to={`/expenses/${id}/delete`} confirm="Delete this expense? This can't be taken back.">
      <button class="danger">Delete expense</button>
    </Form>
  );
}

function ExpenseBody({ row, offered, ...formState }: FormState & { row: ExpenseRow; offered: Offered }) {
  const payroll = showsPayroll(formState.values);
  const isOdd = !isPayroll(row.category) && showsPayroll(formValues(row));
  return (
    <>
      <PageHead title={titleOf(row)}>{useCan("write") ? <Delete id={row.id} /> : null}</PageHead>
      {isOdd ? <Notice kind="plain">Its payroll fields are kept, though its category is not payroll.</Notice> : null}
      {useCan("write") ? (
        <div class="columns top">
          <ExpenseForm {...formState} to={`/expenses/${row.id}`} button="Save" version={row.version} payroll={payroll} offered={offered} />
          <aside class="panel" aria-label="As it is recorded">
            <ExpenseFacts row={row} />
          </aside>
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

/** The expense's page, filled in as it is stored or as it was sent. One sequential trip. */
async function shown(org: OrgReader, id: number, sent?: FormState): Promise<View> {
  const [row, offered] = await Promise.all([readExpense(org, id), offeredStores(org)]);
  const formState = sent ?? { values: formValues(row), violations: [] };
  return { title: titleOf(row), body: <ExpenseBody {...formState} row={row} offered={offered} /> };
}

const ofExpense = { path: "/expenses/:id", param: ExpensePath } as const;

const expensePage = page({ ...ofExpense, permission: "read" }, async ({ org, param }) => shown(org, param.id));

const changeExpenseForm = action(
  {
    ...ofExpense,
    permission: "write",
    form: fromForm(z.intersection(ExpenseChanges, ExpectedVersion), KINDS),
    renderInvalid: async ({ org, param, values, violations }) => shown(org, param.id, { values, violations }),
  },
  async ({ org, param, form: { expected_version, ...change } }) => {
    await changeExpense(org, { id: param.id, expectedVersion: expected_version }, withInsurance(change));
    return { to: `/expenses/${param.id}`, done: "saved" };
  },
);

const deleteExpenseForm = action(
  { path: "/expenses/:id/delete", permission: "write", param: ExpensePath, redirectOnRepeat: "/expenses" },
  async ({ org, param }) => {
    await deleteExpense(org, param.id);
    return { to: "/expenses", done: "deleted" };
  },
);

export const expenseRoutes: readonly Route[] = [
  expenseListPage,
  newExpensePage,
  newExpenseForm,
  expensePage,
  changeExpenseForm,
  deleteExpenseForm,
];
