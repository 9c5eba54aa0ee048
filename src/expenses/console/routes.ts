import type { Route } from "../../console/page";
import { changeExpenseForm, deleteExpenseForm, expensePage, newExpenseForm, newExpensePage } from "./expense-pages";
import { expenseListPage } from "./list-page";

export const expenseRoutes: readonly Route[] = [
  expenseListPage,
  newExpensePage,
  newExpenseForm,
  expensePage,
  changeExpenseForm,
  deleteExpenseForm,
];
