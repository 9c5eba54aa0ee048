import type { Route } from "../../../console/page";
import { exportPage } from "./export";
import { importForm, importPage } from "./import";

export const transferRoutes: readonly Route[] = [exportPage, importPage, importForm];
