import { type Endpoint, endpoint, open } from "../http/endpoint";
import { v1, v2 } from "../http/surface";

const DESCRIBED = {
  method: "get",
  path: "/openapi.json",
  summary: "This surface as an OpenAPI 3.1 document",
  tag: "Service",
  guard: open("Clients are generated from it; it says nothing about any organization."),
  answers: {},
} as const;

/** GET /openapi.json. The generator is loaded by the first request that wants it, not at start-up. */
export function v1Document(endpoints: readonly Endpoint[]): Endpoint {
  return endpoint({ ...DESCRIBED, operationId: "openapi" }, async () => {
    const { openApiDocument } = await import("../http/openapi");
    return { status: 200, data: openApiDocument(v1, "Order Operations: Public V1", endpoints), bare: true };
  });
}

/** GET /api/v2/openapi.json. */
export function v2Document(endpoints: readonly Endpoint[]): Endpoint {
  return endpoint({ ...DESCRIBED, operationId: "openapiV2" }, async () => {
    const { openApiDocument } = await import("../http/openapi");
    return { status: 200, data: openApiDocument(v2, "Order Operations: v2", endpoints), bare: true };
  });
}
