import type { Route } from "./page";
import { attentionRoutes } from "./attention/attention-page";
import { analyticsRoutes } from "./analytics/routes";
import { orderRoutes } from "./orders/routes";
import { expenseRoutes } from "./expenses/routes";
import { productRoutes } from "./products/routes";
import { settingsRoutes } from "./settings/routes";
import { ticketRoutes } from "./tickets/routes";
import { storeRoutes } from "./stores/routes";
import { transferRoutes } from "./transfer/routes";
import { webhookRoutes } from "./webhooks/routes";

/** Every page and form of an organization. The router and the sweeps over all of them are made from this. */
export const consoleRoutes: readonly Route[] = [
  ...orderRoutes,
  ...attentionRoutes,
  ...expenseRoutes,
  ...productRoutes,
  ...ticketRoutes,
  ...storeRoutes,
  ...transferRoutes,
  ...webhookRoutes,
  ...analyticsRoutes,
  ...settingsRoutes,
];
