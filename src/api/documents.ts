import { type Endpoint, endpoint, open } from "../http/endpoint";
import { type Surface, v1, v2 } from "../http/surface";

/** The generator is loaded by the first request that wants it, not at start-up. */
async function documentOf(surface: Surface, endpoints: readonly Endpoint[]) {
  const { openApiDocument } = await import("../http/openapi");
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
export function v1Document(endpoints: readonly Endpoint[]): Endpoint {
  return endpoint({ ...DOCUMENT, operationId: "openapi" }, async () => ({
    status: 200,
    data: await documentOf(v1, endpoints),
    bare: true,
  }));
}

/** GET /api/v2/openapi.json. */
export function v2Document(endpoints: readonly Endpoint[]): Endpoint {
  return endpoint({ ...DOCUMENT, operationId: "openapiV2" }, async () => ({
    status: 200,
    data: await documentOf(v2, endpoints),
    bare: true,
  }));
}

/** GET /docs. */
export function reference(v1Endpoints: readonly Endpoint[], v2Endpoints: readonly Endpoint[]): Endpoint {
  return endpoint(
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
      const documents = await Promise.all([documentOf(v1, v1Endpoints), documentOf(v2, v2Endpoints)]);
      return { status: 200, data: null, html: await referencePage(documents) };
    },
  );
}
