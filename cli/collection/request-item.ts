import { type ApiDocument, type Method, type Operation, type Parameter, type Reference, type Response, resolved } from "./document.ts";
import { bodyExample, parameterExample } from "./example.ts";
import { type Entry, type Event, type Item, pretty, type Request, type SavedResponse, type Variable } from "./postman.ts";

/** An operation as one request of the collection, and the ids in its path as variables of the collection. */
export interface MadeItem {
  item: Item;
  ids: Variable[];
}

const JSON_TYPE = "application/json";
const JSON_HEADER: Entry = { key: "Content-Type", value: JSON_TYPE };
const PHRASES: Record<string, string> = { "200": "OK", "201": "Created", "204": "No Content" };

/** Makes the request of one operation, with its example body and one saved answer for each success that has a body. */
export function requestItem(document: ApiDocument, path: string, method: Method, operation: Operation): MadeItem {
  const parameters = (operation.parameters ?? []).map((parameter) => resolved<Parameter>(document, parameter));
  const of = (place: Parameter["in"]): Parameter[] => parameters.filter((parameter) => parameter.in === place);
  const ids = of("path").map(({ name }) => ({ key: idVariable(path, name), name }));
  const media = operation.requestBody?.content[JSON_TYPE];
  const body = media && bodyExample(document, media);
  const query = of("query").map((parameter) => entry(document, parameter));
  const segments = path
    .split("/")
    .slice(1)
    .map((segment) => segment.replace(/^\{(.+)\}$/, ":$1"));
  const request: Request = {
    method: method.toUpperCase(),
    ...(operation.description !== undefined && { description: operation.description }),
    ...(operation.security?.length === 0 && { auth: { type: "noauth" } }),
    header: [...(body === undefined ? [] : [JSON_HEADER]), ...of("header").map((parameter) => header(document, parameter))],
    url: {
      raw: `{{baseUrl}}/${segments.join("/")}${queryText(query)}`,
      host: ["{{baseUrl}}"],
      path: segments,
      ...(query.length > 0 && { query }),
      ...(ids.length > 0 && { variable: ids.map(({ key, name }) => ({ key: name, value: `{{${key}}}` })) }),
    },
    ...(body !== undefined && { body: { mode: "raw", raw: pretty(body), options: { raw: { language: "json" } } } }),
  };
  const remember = rememberCreated(path, method, operation);
  return {
    item: {
      name: operation.summary ?? operation.operationId,
      ...(remember && { event: [remember] }),
      request,
      response: savedResponses(document, operation, request),
    },
    ids: of("path").map((parameter) => ({ key: idVariable(path, parameter.name), value: parameterExample(document, parameter) || "1" })),
  };
}

/** `orderId` for the id in /orders/{id}/notes, `deliveryId` for {delivery_id}: what the collection calls it. */
export function idVariable(path: string, parameter: string): string {
  const segments = path.split("/");
  const before = segments[segments.indexOf(`{${parameter}}`) - 1] ?? parameter;
  return `${singular(before)}Id`;
}

/** `orderItem` of `order-items`. */
function singular(collection: string): string {
  const camel = collection.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camel.endsWith("ies") ? `${camel.slice(0, -3)}y` : camel.replace(/s$/, "");
}

/** After a creation, or one that found it done already, the requests that follow are about what was created. */
function rememberCreated(path: string, method: Method, { responses }: Operation): Event | null {
  const last = path.split("/").at(-1) ?? "";
  if (method !== "post" || responses["201"] === undefined || !last.endsWith("s")) return null;
  const exec = [
    "if (pm.response.code < 300) {",
    "  const { data, id } = pm.response.json();",
    "  const created = id ?? data?.id;",
    `  if (created !== undefined) pm.collectionVariables.set("${singular(last)}Id", String(created));`,
    "}",
  ];
  return { listen: "test", script: { type: "text/javascript", exec } };
}

function entry(document: ApiDocument, parameter: Parameter): Entry {
  return {
    key: parameter.name,
    value: parameterExample(document, parameter),
    ...(parameter.description !== undefined && { description: parameter.description }),
    ...(parameter.required !== true && { disabled: true }),
  };
}

/** A new key at each sending, also where the key may be left out: a write is worth one. */
function header(document: ApiDocument, parameter: Parameter): Entry {
  const { disabled: _disabled, ...always } = entry(document, parameter);
  return parameter.name === "Idempotency-Key" ? { ...always, value: "{{$guid}}" } : entry(document, parameter);
}

function queryText(query: Entry[]): string {
  const sent = query.filter(({ disabled }) => disabled !== true).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`);
  return sent.length === 0 ? "" : `?${sent.join("&")}`;
}

function savedResponses(document: ApiDocument, operation: Operation, { description: _said, ...originalRequest }: Request): SavedResponse[] {
  return Object.entries(operation.responses).flatMap(([code, response]: [string, Response | Reference]) => {
    const { description, content } = resolved<Response>(document, response);
    const media = content?.[JSON_TYPE];
    if (!code.startsWith("2") || media === undefined) return [];
    const saved: SavedResponse = {
      name: description,
      originalRequest,
      status: PHRASES[code] ?? description,
      code: Number(code),
      _postman_previewlanguage: "json",
      header: [JSON_HEADER],
      cookie: [],
      body: pretty(bodyExample(document, media)),
    };
    return [saved];
  });
}
