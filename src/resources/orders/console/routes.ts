import type { Route } from "../../../console/page";
import { bulkForm, undoForm } from "./bulk/bulk-form";
import { matchingIdsPage } from "./bulk/matching-ids";
import { columnsPage } from "./column-choice";
import { editOrder } from "./edit-page";
import { editItem } from "./item-edit-page";
import { editItemFieldForm, holdItemForm, releaseItemForm, removeItemForm, setItemStatusForm } from "./item-forms";
import { itemPage } from "./item-page";
import { newItem } from "./new-item-page";
import { newOrder } from "./new-order/new-order-page";
import { orderListPage, saveViewForm } from "./list-page";
import {
  addNoteForm,
  clearAuditForm,
  createFulfillmentForm,
  holdOrderForm,
  releaseOrderForm,
  setStatusForm,
  updateFulfillmentForm,
} from "./order-forms";
import { editFieldForm } from "./in-place/edit-field-form";
import { ofCustomerResults } from "./of-customer-results";
import { orderPage } from "./order-page";
import { pickCustomers } from "./pick-customers";
import { pickOrders } from "./pick-orders";
import { refundForm } from "./refund/refund-page";
import { refundTotal } from "./refund/refund-total";
import { reprintForm } from "./reprint/reprint-page";
import { paletteResults } from "./search/palette-results";
import { searchPage } from "./search/search-page";
import { exportPage } from "./transfer/export";
import { importForm, importPage } from "./transfer/import";
import { importMapForm } from "./transfer/import-map";
import { importUpdatesForm } from "./transfer/import-updates";
import { worksheetFile, worksheetPage } from "./transfer/worksheet";
import { printPage } from "./print/print-page";
import { removeViewForm, viewsPage } from "./view-pages";

// `/orders/columns`, `/orders/views`, `/orders/ids`, `/orders/print`, `/orders/of-customer` and `/orders/new` must come before `/orders/:id`, which would match it, and
// `/orders/:id/items/new` before `/orders/:id/items/:itemId`.
export const orderRoutes: readonly Route[] = [
  orderListPage,
  saveViewForm,
  columnsPage,
  matchingIdsPage,
  bulkForm,
  undoForm,
  printPage,
  viewsPage,
  removeViewForm,
  ...newOrder,
  ofCustomerResults,
  orderPage,
  ...editOrder,
  editFieldForm,
  ...reprintForm,
  ...refundForm,
  refundTotal,
  setStatusForm,
  clearAuditForm,
  holdOrderForm,
  releaseOrderForm,
  addNoteForm,
  createFulfillmentForm,
  updateFulfillmentForm,
  ...newItem,
  itemPage,
  ...editItem,
  editItemFieldForm,
  setItemStatusForm,
  removeItemForm,
  holdItemForm,
  releaseItemForm,
  exportPage,
  importPage,
  importForm,
  importUpdatesForm,
  importMapForm,
  searchPage,
  paletteResults,
  pickCustomers,
  pickOrders,
  worksheetPage,
  worksheetFile,
];
