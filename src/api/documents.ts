import { endpoint, open } from "../platform/http/endpoint";
import { type Surface, v1, v2 } from "../platform/http/surface";

/** The generator is loaded by the first request that wants it, and so are the endpoints of the other surface. */
async function documentOf(surface: Surface) {
  const [{ openApiDocument }, heads, { default: told }] = await Promise.all([
    import("../platform/http/openapi/document"),
    import("./document-heads"),
    import("./examples.json"),
  ]);
  const endpoints = surface === v1 ? (await import("./v1")).v1Endpoints : (await import("./v2")).v2Endpoints;
  // The two surfaces word one refusal differently.
  const examples = surface === v1 ? { ...told, refusals: { ...told.refusals, ...told.refusalsOfV1 } } : told;
  return openApiDocument(surface, { ...(surface === v1 ? heads.V1_HEAD : heads.V2_HEAD), examples }, endpoints);
}

function documentEndpoint(surface: Surface, operationId: string) {
  return endpoint(
    {
      method: "get",
      path: "/openapi.json",
      operationId,
      summary: "This surface as an OpenAPI 3.1 document",
      tag: "Service",
      guard: open("Clients are generated from it; it says nothing about any organization."),
      responses: {},
    },
    async () => ({ status: 200, data: await documentOf(surface), bare: true }),
  );
}

/** GET /openapi.json. */
export const v1Document = documentEndpoint(v1, "openapi");

/** GET /api/v2/openapi.json. */
export const v2Document = documentEndpoint(v2, "openapiV2");
