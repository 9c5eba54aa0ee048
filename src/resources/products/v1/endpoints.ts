import * as z from "zod";
import { changeProduct, createProduct, removeProduct } from "../commands";
import { PRODUCT_FILTERS } from "../filters";
import { listProducts, productFromMarker, readProduct, type WrittenProduct } from "../read-product";
import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { page } from "../../../platform/http/v1-envelope";
import { Deleted, NewProduct, ProductPath } from "../product-body";
import { presentProduct, Product } from "../product-view";
import { ProductChange, ProductListQuery } from "./contract";

const createdReply = ({ product, warnings }: WrittenProduct): Reply =>
  created(presentProduct(product), `/products/${product.id}`, warnings);
const updatedReply = ({ product, warnings }: WrittenProduct): Reply => ok(presentProduct(product), warnings);

const route = resource("Products", reads("products:read"), writes("products:write", { idempotencyKey: "required" }));

export const productEndpoints = [
  route.get("/products", {
    operationId: "listProducts",
    summary: "List products, most recently updated first",
    input: { query: ProductListQuery },
    responses: { 200: z.array(Product) },
    handle: async ({ org, query }) => {
      const { products, total } = await listProducts(org, readFilter(PRODUCT_FILTERS, org, query.filter), query);
      return page(products, { ...query, total }, presentProduct);
    },
  }),
  route.get("/products/:id", {
    operationId: "getProduct",
    summary: "Get a product",
    input: { param: ProductPath },
    responses: { 200: Product },
    handle: async ({ org, param }) => ok(presentProduct(await readProduct(org, param.id))),
  }),
  route.post("/products", {
    operationId: "createProduct",
    summary: "Create a product",
    input: { json: NewProduct },
    responses: { 201: Product },
    rebuildReply: async ({ org }, marker) => createdReply(await productFromMarker(org, marker, { isSkuSent: true })),
    handle: async ({ org, json }) => createdReply(await createProduct(org, json)),
  }),
  route.put("/products/:id", {
    operationId: "updateProduct",
    summary: "Update a product",
    description: "Omitted fields do not change, `null` clears a field, and lists are replaced completely.",
    input: { param: ProductPath, json: ProductChange },
    responses: { 200: Product },
    rebuildReply: async ({ org, json }, marker) =>
      updatedReply(await productFromMarker(org, marker, { isSkuSent: json.sku !== undefined })),
    handle: async ({ org, param, json }) => updatedReply(await changeProduct(org, param, json)),
  }),
  route.delete("/products/:id", {
    operationId: "deleteProduct",
    summary: "Archive a product",
    description: "An archived product is no longer in any list, search or count, and a GET of it returns 404.",
    guard: writes("products:write", { idempotencyKey: "optional" }),
    input: { param: ProductPath },
    responses: { 200: Deleted },
    rebuildReply: async () => ok({ deleted: true }),
    handle: async ({ org, param }) => {
      await removeProduct(org, param.id);
      return ok({ deleted: true });
    },
  }),
];
