import type { Route } from "../page";
import { analyticsPage } from "./analytics-page";

export const analyticsRoutes: readonly Route[] = [analyticsPage];
