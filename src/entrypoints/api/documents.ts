import { open, resource } from "../../platform/http/endpoint";
import { operatorSurface, type Surface, v1, v2 } from "../../platform/http/surface";
import { staticFile } from "./static-file";

const route = resource("Service", open("Client generators read it. It contains nothing about organizations."));

/** The scripts of any page may read the documents. Clients revalidate them by their ETag, because they change with a release. */
const HEADERS = { "Access-Control-Allow-Origin": "*", "Cache-Control": "public, no-cache" };

function documentEndpoint(surface: Surface, operationId: string, path: `/${string}` = "/openapi.json") {
  return route.get(path, {
    operationId,
    summary: "This surface as an OpenAPI 3.1 document",
    responses: {},
    handle: async ({ env }) => await staticFile(env, `openapi/${surface.name}.json`, HEADERS),
  });
}

export const v1Document = documentEndpoint(v1, "openapi");

export const v2Document = documentEndpoint(v2, "openapiV2");

/** GET /docs/operator/openapi.json. It is the same on every installation, so it does not say whether this one has the operator API. */
export const operatorDocument = documentEndpoint(operatorSurface, "openapiOperator", "/docs/operator/openapi.json");
