import { openApiDocument, type OpenApiDocument } from "../../platform/http/openapi/document";
import { operatorSurface, type Surface, v1 } from "../../platform/http/surface";
import { operatorEndpoints } from "../operator/endpoints";
import { OPERATOR_HEAD, V1_HEAD, V2_HEAD } from "./document-heads";
import recordedExamples from "../../../openapi/examples.json";
import { v1Endpoints } from "./v1";
import { v2Endpoints } from "./v2";

/** Builds the OpenAPI document of an API. `npm run openapi` does so and writes the result to `openapi`. The Worker has only those files. */
export function buildDocument(surface: Surface): OpenApiDocument {
  // The examples are recorded in one organization, so none of them is of an operation of the operator. Those of errors apply.
  if (surface === operatorSurface) return openApiDocument(surface, { ...OPERATOR_HEAD, examples: recordedExamples }, operatorEndpoints);
  if (surface !== v1) return openApiDocument(surface, { ...V2_HEAD, examples: recordedExamples }, v2Endpoints);
  // Some error messages of Public V1 differ from those of v2.
  const examples = { ...recordedExamples, errors: { ...recordedExamples.errors, ...recordedExamples.errorsOfV1 } };
  return openApiDocument(surface, { ...V1_HEAD, examples }, v1Endpoints);
}
