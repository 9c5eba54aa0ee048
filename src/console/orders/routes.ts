import type { Route } from "../page";
import { orderListPage } from "./list-page";

export const orderRoutes: readonly Route[] = [orderListPage];
