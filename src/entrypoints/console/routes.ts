import type { Route } from "../../console/page";
import { attentionRoutes } from "../../resources/orders/console/needs-attention/attention-page";
import { unmatchedRoutes } from "../../resources/orders/console/needs-attention/unmatched-page";
import { analyticsRoutes } from "../../resources/analytics/console/analytics-page";
import { orderRoutes } from "../../resources/orders/console/routes";
import { expenseRoutes } from "../../resources/expenses/console/expense-pages";
import { productRoutes } from "../../resources/products/console/product-pages";
import { personalDataRoutes } from "../../tenants/personal-data/console/personal-data-pages";
import { deleteRoutes } from "../../tenants/lifecycle/console/delete-page";
import { hideFirstStepsForm } from "./home/first-steps";
import { homePage } from "./home/home-page";
import { exportRoutes } from "../../tenants/lifecycle/console/export-page";
import { fileRoutes } from "../../resources/files/console/routes";
import { settingsRoutes } from "../../console/accounts/settings/routes";
import { ticketRoutes } from "../../resources/tickets/console/ticket-pages";
import { storeRoutes } from "../../resources/stores/console/store-pages";
import { supplierRoutes } from "../../resources/suppliers/console/supplier-pages";
import { proofRoutes } from "../../resources/proofs/console/routes";
import { productionRoutes } from "../../resources/supplier-orders/console/send-page";
import { connectionRoutes } from "../../resources/connections/console/routes";
import { webhookRoutes } from "../../resources/webhooks/console/routes";

/** Every page and form of an organization. The router and the tests of all routes are derived from this list. */
export const consoleRoutes: readonly Route[] = [
  homePage,
  hideFirstStepsForm,
  ...orderRoutes,
  ...attentionRoutes,
  ...unmatchedRoutes,
  ...fileRoutes,
  ...expenseRoutes,
  ...productRoutes,
  ...ticketRoutes,
  ...storeRoutes,
  ...supplierRoutes,
  // `/production/proofs` comes before `/production/:id`, which would match it.
  ...proofRoutes,
  ...productionRoutes,
  ...connectionRoutes,
  ...webhookRoutes,
  ...analyticsRoutes,
  ...settingsRoutes,
  ...personalDataRoutes,
  ...exportRoutes,
  ...deleteRoutes,
];
