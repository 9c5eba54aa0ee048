import { open, resource } from "../platform/http/endpoint";
import { type Surface, v1, v2 } from "../platform/http/surface";

/** Loads the generator and the endpoints of the surface only when a document is requested. */
async function documentOf(surface: Surface) {
  const [{ openApiDocument }, heads, { default: recorded }] = await Promise.all([
    import("../platform/http/openapi/document"),
    import("./document-heads"),
    import("./examples.json"),
  ]);
  const endpoints = surface === v1 ? (await import("./v1")).v1Endpoints : (await import("./v2")).v2Endpoints;
  // Some error messages of Public V1 differ from those of v2.
  const examples = surface === v1 ? { ...recorded, errors: { ...recorded.errors, ...recorded.errorsOfV1 } } : recorded;
  return openApiDocument(surface, { ...(surface === v1 ? heads.V1_HEAD : heads.V2_HEAD), examples }, endpoints);
}

const route = resource("Service", open("Client generators read it. It contains nothing about organizations."));

function documentEndpoint(surface: Surface, operationId: string) {
  return route.get("/openapi.json", {
    operationId,
    summary: "This surface as an OpenAPI 3.1 document",
    responses: {},
    handle: async () => ({ status: 200, data: await documentOf(surface), bare: true }),
  });
}

/** GET /openapi.json. */
export const v1Document = documentEndpoint(v1, "openapi");

/** GET /api/v2/openapi.json. */
export const v2Document = documentEndpoint(v2, "openapiV2");
