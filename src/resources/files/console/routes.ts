import type { Route } from "../../../console/page";
import { filePages } from "./file-pages";
import { uploadRoutes } from "./upload-forms";

// `/files/match`, `/files/items/:itemId` and `/files/orders/:id` come before `/files/:id`, which would match the first one.
export const fileRoutes: readonly Route[] = [...uploadRoutes, ...filePages];
