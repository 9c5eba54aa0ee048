import v1Document from "../../openapi/v1.json";
import v2Document from "../../openapi/v2.json";
import { openApiDocument } from "../../src/platform/http/openapi/document";
import { operatorSurface } from "../../src/platform/http/surface";
import { ERRORS, type ErrorCode } from "../../src/platform/api-error";
import { type Document, ContractDocument } from "./documented";
import { ROUTES } from "./requests";

/** The operator's endpoints as an OpenAPI document. It is not published, but their responses are checked against it like all others. */
function operatorDocument(): Document {
  const endpoints = ROUTES.filter(([surface]) => surface === operatorSurface).map(([, endpoint]) => endpoint);
  const examples = { operations: {}, errors: {}, events: {} };
  const head = { title: "Operator", description: "", tags: { Operator: "" }, credential: "", messages: [], examples };
  const document = openApiDocument(operatorSurface, head, endpoints);
  // Without the null, the text would lack the codes of the errors, whose examples are undefined here.
  return JSON.parse(JSON.stringify(document, (_key, part: unknown) => part ?? null)) as Document;
}

const DOCUMENTS = [v2Document, operatorDocument(), v1Document].map((document) => new ContractDocument(document as unknown as Document));

/** The endpoint of a method and a path, if there is one. */
export function routeOf(method: string, path: string) {
  const [plain = ""] = path.split("?");
  return ROUTES.find(([surface, endpoint]) => {
    const pattern = new RegExp(`^${(surface.base + endpoint.path).replaceAll(/:\w+/g, "[^/]+")}/?$`);
    return endpoint.method.toUpperCase() === (method === "HEAD" ? "GET" : method) && pattern.test(plain);
  });
}

/** Throws unless a response matches the OpenAPI document of its surface. It checks every response of all tests that may have a body. */
export function assertKeepsContract(method: string, path: string, response: { status: number; headers: Headers }, body: unknown): void {
  const { status } = response;
  if (status === 304 || method === "HEAD") return;
  if (status >= 400) {
    const { code } = (body as { error: { code: ErrorCode } }).error;
    if (ERRORS[code]?.[0] !== status) throw new Error(`${code} came with ${status}`);
  }
  for (const document of DOCUMENTS) {
    const operation = document.operation(method, path);
    if (operation !== undefined) return document.assertDocumented(operation, response, body);
  }
  if (status >= 400) return DOCUMENTS[0]?.assertErrorBody(`${method} ${path}`, body);
  // The documents themselves, and pages.
  const route = routeOf(method, path);
  if (route === undefined) throw new Error(`${method} ${path} returned ${status} and is no endpoint`);
  if (Object.keys(route[1].responses).length > 0) throw new Error(`${method} ${path} is in no document`);
}
