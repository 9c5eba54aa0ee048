import { endpoint, open } from "../http/endpoint";
import { type Surface, v1, v2 } from "../http/surface";

/** The generator is loaded by the first request that wants it, and so are the endpoints of the other surface. */
async function documentOf(surface: Surface) {
  const { openApiDocument } = await import("../http/openapi");
  const endpoints = surface === v1 ? (await import("./v1/endpoints")).v1Endpoints : (await import("./v2/endpoints")).v2Endpoints;
  return openApiDocument(surface, surface === v1 ? "Order Operations: Public V1" : "Order Operations: v2", endpoints);
}

const DOCUMENT = {
  method: "get",
  path: "/openapi.json",
  summary: "This surface as an OpenAPI 3.1 document",
  tag: "Service",
  guard: open("Clients are generated from it; it says nothing about any organization."),
  answers: {},
} as const;

/** GET /openapi.json. */
export const v1Document = endpoint({ ...DOCUMENT, operationId: "openapi" }, async () => ({
  status: 200,
  data: await documentOf(v1),
  bare: true,
}));

/** GET /api/v2/openapi.json. */
export const v2Document = endpoint({ ...DOCUMENT, operationId: "openapiV2" }, async () => ({
  status: 200,
  data: await documentOf(v2),
  bare: true,
}));

/** GET /docs. */
export const reference = endpoint(
  {
    method: "get",
    path: "/docs",
    operationId: "docs",
    summary: "The reference of both surfaces as a page",
    tag: "Service",
    guard: open("The documents as a page for people; it says nothing about any organization."),
    answers: {},
  },
  async () => {
    const { referencePage } = await import("./reference-page");
    return { status: 200, data: null, html: await referencePage(await Promise.all([documentOf(v1), documentOf(v2)])) };
  },
);
