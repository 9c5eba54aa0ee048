import type { Route } from "../../console/page";
import { storeListPage } from "./list-page";
import { changeStoreForm, newStoreForm, newStorePage, storePage } from "./store-pages";

export const storeRoutes: readonly Route[] = [storeListPage, newStorePage, newStoreForm, storePage, changeStoreForm];
