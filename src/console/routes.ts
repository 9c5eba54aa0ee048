import type { Route } from "./page";
import { attentionRoutes } from "../orders/console/needs-attention/attention-page";
import { unmatchedRoutes } from "../orders/console/needs-attention/unmatched-page";
import { analyticsRoutes } from "../analytics/console/analytics-page";
import { orderRoutes } from "../orders/console/routes";
import { expenseRoutes } from "../expenses/console/expense-pages";
import { productRoutes } from "../products/console/product-pages";
import { personalDataRoutes } from "../personal-data/console/personal-data-pages";
import { deleteRoutes } from "../lifecycle/console/delete-page";
import { homePage } from "../home/console/home-page";
import { exportRoutes } from "../lifecycle/console/export-page";
import { settingsRoutes } from "../accounts/console/settings/routes";
import { ticketRoutes } from "../tickets/console/ticket-pages";
import { storeRoutes } from "../stores/console/store-pages";
import { carrierRoutes } from "../connections/carriers/console/routes";
import { connectionRoutes } from "../connections/console/routes";
import { webhookRoutes } from "../webhooks/console/routes";

/** Every page and form of an organization. The router and the tests of all routes are derived from this list. */
export const consoleRoutes: readonly Route[] = [
  homePage,
  ...orderRoutes,
  ...attentionRoutes,
  ...unmatchedRoutes,
  ...expenseRoutes,
  ...productRoutes,
  ...ticketRoutes,
  ...storeRoutes,
  ...connectionRoutes,
  ...carrierRoutes,
  ...webhookRoutes,
  ...analyticsRoutes,
  ...settingsRoutes,
  ...personalDataRoutes,
  ...exportRoutes,
  ...deleteRoutes,
];
