import type { Route } from "../../console/page";
import { changeOrderForm, editOrderPage } from "./edit-page";
import { changeItemForm, itemPage, setItemStatusForm } from "./item-page";
import { orderListPage, saveViewForm } from "./list-page";
import { addNoteForm, createFulfillmentForm, updateFulfillmentForm, setStatusForm } from "./order-forms";
import { orderPage } from "./order-page";
import { removeViewForm, viewsPage } from "./view-pages";

// The views come before the order whose id would be "views".
export const orderRoutes: readonly Route[] = [
  orderListPage,
  saveViewForm,
  viewsPage,
  removeViewForm,
  orderPage,
  changeOrderForm,
  editOrderPage,
  setStatusForm,
  addNoteForm,
  createFulfillmentForm,
  updateFulfillmentForm,
  itemPage,
  changeItemForm,
  setItemStatusForm,
];
