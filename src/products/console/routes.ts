import type { Route } from "../../console/page";
import { productListPage } from "./list-page";
import { archiveProductForm, changeProductForm, newProductForm, newProductPage, productPage } from "./product-pages";

export const productRoutes: readonly Route[] = [
  productListPage,
  newProductPage,
  newProductForm,
  productPage,
  changeProductForm,
  archiveProductForm,
];
