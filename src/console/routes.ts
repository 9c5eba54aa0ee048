import type { Route } from "./page";
import { orderRoutes } from "./orders/routes";
import { storeRoutes } from "./stores/routes";

/** Every page and form of an organization. The router and the sweeps over all of them are made from this. */
export const consoleRoutes: readonly Route[] = [...orderRoutes, ...storeRoutes];
