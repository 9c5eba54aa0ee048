import type { Route } from "../../console/page";
import { analyticsPage } from "./analytics-page";

export const analyticsRoutes: readonly Route[] = [analyticsPage];
