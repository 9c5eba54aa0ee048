import { one, reads, resource, writes } from "../../platform/http/endpoint";
import { changeProduct } from "../commands";
import { productFromMarker, readProduct } from "../read-product";
import { ProductDefaults, ProductDefaultsChange, ProductPath } from "./contract";
import { presentDefaults } from "./present";

const route = resource("Catalog", reads("products:read"), writes("products:write", { idempotencyKey: "optional" }));

export const productDefaultsEndpoints = [
  route.get("/products/:id/defaults", {
    operationId: "getProductDefaults",
    summary: "Get what a product supplies to items",
    description: "The cost, design, supplier and material that items with the product's SKU take if they have none.",
    input: { param: ProductPath },
    responses: { 200: ProductDefaults },
    handle: async ({ org, param }) => one(presentDefaults(await readProduct(org, param.id))),
  }),
  route.patch("/products/:id/defaults", {
    operationId: "updateProductDefaults",
    summary: "Change what a product supplies to items",
    description:
      "Omitted fields do not change, and `null` clears a field. Items that exist already take the new values only when they are matched again.",
    input: { param: ProductPath, json: ProductDefaultsChange },
    responses: { 200: ProductDefaults },
    rebuildReply: async ({ org }, marker) => one(presentDefaults((await productFromMarker(org, marker, false)).product)),
    handle: async ({ org, param, json }) => one(presentDefaults((await changeProduct(org, param, json)).product)),
  }),
];
