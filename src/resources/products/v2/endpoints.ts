import { created, ok, reads, type Reply, resource, writes } from "../../../platform/http/endpoint";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage, listReply, listSchema } from "../../../platform/http/input/lists";
import { changeProduct, createProduct, removeProduct } from "../commands";
import { PRODUCT_FILTERS } from "../filters";
import type { ProductPosition } from "../list.sql.ts";
import { listProductsAfter, productFromMarker, readProduct, type WrittenProduct } from "../read-product";
import { Deleted, ProductPath } from "../product-body";
import { NewProductV2, ProductChangeV2, ProductListQueryV2, ProductV2 } from "./contract";
import { presentProductV2 } from "./present";

const createdReply = ({ product, warnings }: WrittenProduct): Reply =>
  created(presentProductV2(product), `/products/${product.id}`, warnings);
const updatedReply = ({ product, warnings }: WrittenProduct): Reply => ok(presentProductV2(product), warnings);

const route = resource("Products", reads("products:read"), writes("products:write", { idempotencyKey: "optional" }));

export const productEndpointsV2 = [
  route.get("/products", {
    operationId: "listProductsV2",
    summary: "List products, most recently updated first, by cursor",
    input: { query: ProductListQueryV2 },
    responses: { 200: listSchema(ProductV2) },
    handle: async ({ org, query: { filter, sort, limit, cursor }, settings: { masterSecrets } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "listProductsV2", query: [filter, sort] },
        (after: ProductPosition | null) => listProductsAfter(org, readFilter(PRODUCT_FILTERS, org, filter), { sort, after, limit }),
        (product) => [product[sort.field], product.id],
      );
      return listReply(page, presentProductV2);
    },
  }),
  route.get("/products/:id", {
    operationId: "getProductV2",
    summary: "Get a product",
    input: { param: ProductPath },
    responses: { 200: ProductV2 },
    handle: async ({ org, param }) => ok(presentProductV2(await readProduct(org, param.id))),
  }),
  route.post("/products", {
    operationId: "createProductV2",
    summary: "Create a product",
    input: { json: NewProductV2 },
    responses: { 201: ProductV2 },
    rebuildReply: async ({ org }, marker) => createdReply(await productFromMarker(org, marker, { isSkuSent: true })),
    handle: async ({ org, json }) => createdReply(await createProduct(org, json)),
  }),
  route.patch("/products/:id", {
    operationId: "updateProductV2",
    summary: "Update a product",
    description:
      "Omitted fields do not change, `null` clears a field, and lists are replaced completely. Items that exist already take a new cost, design, supplier or material only when they are matched again.",
    input: { param: ProductPath, json: ProductChangeV2 },
    responses: { 200: ProductV2 },
    rebuildReply: async ({ org, json }, marker) =>
      updatedReply(await productFromMarker(org, marker, { isSkuSent: json.sku !== undefined })),
    handle: async ({ org, param, json }) => updatedReply(await changeProduct(org, param, json)),
  }),
  route.delete("/products/:id", {
    operationId: "deleteProductV2",
    summary: "Archive a product",
    description: "An archived product is no longer in any list, search or count, and a GET of it returns 404.",
    input: { param: ProductPath },
    responses: { 200: Deleted },
    rebuildReply: async () => ok({ deleted: true }),
    handle: async ({ org, param }) => {
      await removeProduct(org, param.id);
      return ok({ deleted: true });
    },
  }),
];
