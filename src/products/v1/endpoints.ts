import * as z from "zod";
import { changeProduct, createProduct, removeProduct } from "../commands";
import { PRODUCT_FILTERS } from "../filters";
import { listProducts } from "../list-products";
import { readProduct, readWritten, type WrittenProduct } from "../read-product";
import { created, endpoint, one, reads, type Reply, writes } from "../../platform/http/endpoint";
import { readFilter } from "../../platform/http/input/filters";
import { page } from "../../platform/http/v1-envelope";
import { Deleted, NewProduct, Product, ProductChange, ProductListQuery, ProductPath } from "./contract";
import { presentProduct } from "./present";

const asNew = ({ product, warnings }: WrittenProduct): Reply => created(presentProduct(product), `/products/${product.id}`, warnings);
const asChanged = ({ product, warnings }: WrittenProduct): Reply => one(presentProduct(product), warnings);

const listProductsV1 = endpoint(
  {
    method: "get",
    path: "/products",
    operationId: "listProducts",
    summary: "List products, most recently updated first",
    tag: "Products",
    guard: reads("products:read"),
    input: { query: ProductListQuery },
    responses: { 200: z.array(Product) },
  },
  async ({ org, query }) => {
    const { products, total } = await listProducts(org, readFilter(PRODUCT_FILTERS, org, query.filter), query);
    return page(products, query, total, presentProduct);
  },
);

const getProduct = endpoint(
  {
    method: "get",
    path: "/products/:id",
    operationId: "getProduct",
    summary: "Get a product",
    tag: "Products",
    guard: reads("products:read"),
    input: { param: ProductPath },
    responses: { 200: Product },
  },
  async ({ org, param }) => one(presentProduct(await readProduct(org, param.id))),
);

const createProductV1 = endpoint(
  {
    method: "post",
    path: "/products",
    operationId: "createProduct",
    summary: "Create a product",
    tag: "Products",
    guard: writes("products:write", { idempotencyKey: "required" }),
    input: { json: NewProduct },
    responses: { 201: Product },
    rebuildReply: async ({ org }, marker) => asNew(await readWritten(org, marker, true)),
  },
  async ({ org, json }) => asNew(await createProduct(org, json)),
);

const updateProduct = endpoint(
  {
    method: "put",
    path: "/products/:id",
    operationId: "updateProduct",
    summary: "Update a product",
    description: "Omitted fields do not change, `null` clears a field, and lists are replaced completely.",
    tag: "Products",
    guard: writes("products:write", { idempotencyKey: "required" }),
    input: { param: ProductPath, json: ProductChange },
    responses: { 200: Product },
    rebuildReply: async ({ org, json }, marker) => asChanged(await readWritten(org, marker, json.sku !== undefined)),
  },
  async ({ org, param, json }) => asChanged(await changeProduct(org, param, json)),
);

const deleteProduct = endpoint(
  {
    method: "delete",
    path: "/products/:id",
    operationId: "deleteProduct",
    summary: "Archive a product",
    description: "An archived product is no longer in any list, search or count, and reading it gets 404.",
    tag: "Products",
    guard: writes("products:write", { idempotencyKey: "optional" }),
    input: { param: ProductPath },
    responses: { 200: Deleted },
    rebuildReply: async () => one({ deleted: true }),
  },
  async ({ org, param }) => {
    await removeProduct(org, param.id);
    return one({ deleted: true });
  },
);

export const productEndpoints = [listProductsV1, getProduct, createProductV1, updateProduct, deleteProduct];
