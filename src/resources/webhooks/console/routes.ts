import type { Route } from "../../../console/page";
import { deliveryListPage } from "./delivery-list-page";
import { deliveryPage, redeliverForm } from "./delivery-page";
import { endpointForms } from "./edit-pages";
import { endpointActions } from "./endpoint-actions";
import { endpointPage } from "./endpoint-page";
import { endpointListPage } from "./list-page";
import { verifyPage } from "./verify-page";

export const webhookRoutes: readonly Route[] = [
  endpointListPage,
  ...endpointForms,
  endpointPage,
  verifyPage,
  ...endpointActions,
  deliveryListPage,
  deliveryPage,
  redeliverForm,
];
